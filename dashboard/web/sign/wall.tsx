// The picture on a wall, in five zones at most: title and limits, the main one, meter, hand, a line of rules.

import type { ComponentChildren } from "preact";
import type { Place } from "#core/felt";
import type { Reason } from "#core/settlement";
import type { View } from "#core/view";
import { clock, duration, reason, wagerName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inMoney, range } from "../shared/money.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { tableNow } from "../shared/table-clock.ts";
import { composePages, type Page } from "./compose.ts";
import { Felt, HandZone, Reveal, SeatList } from "./hands.tsx";
import { Award, type awardShown, Meter } from "./meter.tsx";
import { Paytable, Stakes } from "./paytable.tsx";
import { litRows } from "./results.ts";
import type { Scene } from "./scene.ts";
import { about, ageS, lastSeen } from "./state.ts";
import { pageMs, turnAt } from "./turning.ts";
import { sentence } from "./words.ts";

type Hit = ReturnType<typeof awardShown>;

export interface PictureProps {
  readonly view: View;
  readonly scene: Scene;
  /** The table is silent: what is shown is old, and looks it. */
  readonly stale: boolean;
  /** How many languages take turns. */
  readonly turns: number;
  readonly opened: Place | null;
  /** An award that has the whole picture; and one that has the meter's place. */
  readonly hit: Hit;
  readonly award: Hit;
}

export function Wall(props: PictureProps) {
  const { view, scene, stale, hit, award, turns } = props;
  const hasMeter = (about.value?.meters.length ?? 0) > 0;
  const page = pageNow(view, turns);
  return (
    <>
      <Header />
      <main>{hit !== null ? <Award {...hit} /> : <Main {...props} page={page} />}</main>
      <aside class={hasMeter ? "with-meter" : ""}>
        {hasMeter && (award !== null && hit === null ? <Award {...award} /> : <Meter stale={stale} />)}
        {stale ? <Stale /> : isPlay(scene) && <State view={view} scene={scene} />}
        {isPlay(scene) && !stale && (scene === "reveal" || view.phase === "settle") ? (
          <SeatList view={view} />
        ) : (
          <HandZone view={view} seats={!hasMeter && !stale} />
        )}
        <Evidence view={view} />
      </aside>
      <RuleLine turns={turns} page={page} />
    </>
  );
}

/** Play's own pages while a hand is played, all of them between two; first of all those with a row that was just paid. */
function pageNow(view: View, turns: number): Page | undefined {
  const notice = about.value?.notice;
  if (notice === undefined) return undefined;
  const { play, house } = composePages(notice, (rule) => ruleText(rule).length);
  const now = tableNow.value;
  const { last, phase } = view;
  const waiting = phase === "idle" || phase === "bets";
  const paid = last !== null && now - last.endedAt < pageMs && phase === "idle" ? play.filter((page) => isLit(page, last.settlement)) : [];
  const pages = paid.length > 0 ? paid : waiting ? [...play, ...house] : play;
  return pages[turnAt(now, pages.length, turns).page];
}

function ruleText(rule: Reason): string {
  return reason(language.value, rule, inMoney);
}

function isLit(page: Page, settlement: NonNullable<View["last"]>["settlement"]): boolean {
  return page.kind === "tables" && page.bands.flat().some((table) => litRows(table, settlement).size > 0);
}

/** Otherwise the state has the main zone. */
function isPlay(scene: Scene): boolean {
  return scene === "board" || scene === "felt" || scene === "reveal";
}

function Header() {
  const first = about.value?.notice.limits[0];
  return (
    <header>
      <h1 class={(about.value?.title.length ?? 0) > 26 ? "long" : ""}>{about.value?.title}</h1>
      <p>
        <span>
          {t("sign.table")} <b>{about.value?.table.toUpperCase()}</b>
        </span>
        {first !== undefined && (
          <span>
            {wagerName(language.value, first.spot)} <b>{range(first.min, first.max)}</b>
          </span>
        )}
      </p>
    </header>
  );
}

function Main({ view, scene, opened, page }: PictureProps & { readonly page: Page | undefined }): ComponentChildren {
  switch (scene) {
    case "reveal":
      return <Reveal view={view} opened={opened} />;
    case "felt":
      return <Felt view={view} />;
    case "suspended":
      return <Words title={t("sign.suspended")} text={about.value?.notice.suspended ? "" : t(suspendedText(view))} />;
    case "void":
      return <Words title={t("sign.void")} text={t("sign.void.text")} />;
    case "closed":
      return <Words title={stateText(view, scene)} text={view.phase === "closed" ? t("sign.closed.text") : ""} />;
    default:
      return page && <Board page={page} view={view} />;
  }
}

/** Between two rounds nothing lies on the felt. */
function suspendedText({ round }: View): "sign.suspended.text" | "sign.suspended.idle" {
  return round === null ? "sign.suspended.idle" : "sign.suspended.text";
}

function Board({ page, view }: { readonly page: Page; readonly view: View }) {
  if (page.kind === "house")
    return (
      <div class="board house" style={{ "--rows": "10.6" }}>
        {page.limits.length > 0 && <Stakes limits={page.limits} />}
        {page.rules.length > 0 && <Rules rules={page.rules.map(ruleText)} />}
      </div>
    );
  const settlement = view.phase === "idle" ? (view.last?.settlement ?? null) : null;
  const rows = page.bands.reduce((sum, band) => sum + Math.max(...band.map((table) => table.rows.length)) + 1.5, 0);
  return (
    <div class="board" style={{ "--rows": String(rows) }}>
      {page.bands.map((band) => (
        <div key={band[0]?.id} class="band">
          {band.map((table) => (
            <Paytable key={table.id} table={table} settlement={settlement} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Rules({ rules }: { readonly rules: readonly string[] }) {
  return (
    <section class="house-rules">
      <h2>{t("sign.houseRules")}</h2>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="words">
      <h2>{title}</h2>
      {text !== "" && <p>{text}</p>}
    </div>
  );
}

/** What the table does, and where a game has parts, which of them it is at. */
function State({ view, scene }: { readonly view: View; readonly scene: Scene }) {
  const stage = view.phase === "deal" || view.phase === "decide" ? view.stage : null;
  return (
    <p class="state">
      {stateText(view, scene)}
      {stage !== null && <small>{sentence(ruleText(stage))}</small>}
    </p>
  );
}

export function stateText(view: View, scene: Scene): string {
  if (scene === "suspended") return t("sign.suspended");
  if (scene === "void") return t("sign.void");
  return t(`sign.phase.${view.phase}`);
}

/** How old the picture is, in the words of whoever looks at it. */
export function Stale() {
  const seen = lastSeen.value;
  return (
    <div class="stale-mark" role="status">
      <StatusShape status="stale" />
      <b>{t("sign.stale")}</b>
      {seen !== null && (
        <span>
          {t("sign.staleSince", {
            time: clock(language.value, seen.at, "minutes", about.value?.timeZone),
            age: duration(ageS.value * 1000),
          })}
        </span>
      )}
      <span>{t("sign.askDealer")}</span>
    </div>
  );
}

/** For the camera, not for the guest: what this picture was made from. */
function Evidence({ view }: { readonly view: View }) {
  const { id = "", hash = "" } = about.value?.pack ?? {};
  const mark = hash.slice(0, 8).toUpperCase();
  return (
    <p class="evidence">
      <span>
        {t("sign.rules", { pack: id })} · {mark.slice(0, 4)} {mark.slice(4)}
      </span>
      <span>
        {t("sign.round", { round: view.round ?? view.rounds })} ·{" "}
        {clock(language.value, tableNow.value || (lastSeen.value?.at ?? 0), "seconds", about.value?.timeZone)}
      </span>
    </p>
  );
}

/** One rule at a time, twenty seconds each: pages, no crawl. Beside the rules themselves, what may be wagered. */
function RuleLine({ turns, page }: { readonly turns: number; readonly page: Page | undefined }) {
  const { rules = [], limits = [] } = about.value?.notice ?? {};
  const lines =
    page?.kind === "house"
      ? limits.slice(0, 3).map(({ spot, min, max }) => `${wagerName(language.value, spot)} ${range(min, max)}`)
      : rules.map(ruleText);
  const { page: at } = turnAt(tableNow.value, lines.length, turns);
  return (
    <footer>
      <span class={`dots ${lines.length > 6 ? "many" : ""}`}>
        {lines.map((_, i) => (
          <i key={i} class={i === at ? "on" : ""} />
        ))}
      </span>
      <span>{lines[at]}</span>
    </footer>
  );
}

export function NotValid() {
  return (
    <div class="not-valid" role="alert">
      <StatusShape status="check" />
      <h1>{t("sign.notValid")}</h1>
      <p>{t("sign.askDealer")}</p>
      <small>
        {about.value?.title} {about.value === null ? "" : `· ${t("sign.table")} ${about.value.table.toUpperCase()}`}
      </small>
    </div>
  );
}
