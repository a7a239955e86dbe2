// A sign: the house's rules and figures, the hand as it is turned, the state of the table. No one touches it.

import "./fonts.css";
import "./sign.css";
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import type { Place } from "#core/felt";
import type { Notice } from "#core/game";
import type { View } from "#core/view";
import { clock, type Language, languages, reason, wagerName } from "#i18n/format";
import { askedLanguages, language, speak, t } from "../shared/language.ts";
import { inMoney, range } from "../shared/money.ts";
import { newlyOpened } from "../shared/open-places.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { about, message, openStream } from "../shared/stream.ts";
import { silentForMs, tableNow } from "../shared/table-clock.ts";
import { LastHand, Reveal, SeatList } from "./hands.tsx";
import { pagesOf } from "./paging.ts";
import { Paytable } from "./paytable.tsx";
import { chooseScene, type Scene } from "./scene.ts";
import { shiftAt, turnAt } from "./turning.ts";

/** The table has changed its rules or its software: nothing here is valid until the page has been loaded anew. */
const outdated = signal(false);
const opened = signal<Place | null>(null);
const reloadAfterMs = 5_000;

export function show(root: HTMLElement): void {
  openStream("public", () => {
    if (outdated.value) return;
    outdated.value = true;
    setTimeout(() => location.reload(), reloadAfterMs);
  });
  const asked = askedLanguages(location.search);
  effect(() => {
    const tongues = tonguesOf(asked, about.value?.language);
    const { language: turn } = turnAt(tableNow.value, 1, tongues.length);
    const next = tongues[turn] ?? "en";
    if (next !== language.peek()) speak(next);
  });
  let before: View | null = null;
  effect(() => {
    const after = message.value?.view;
    if (after === undefined || after === before) return;
    opened.value = newlyOpened(before, after) ?? (after.round === before?.round ? opened.peek() : null);
    before = after;
  });
  render(<Sign asked={asked.length} />, root);
}

function tonguesOf(asked: readonly Language[], house: Language | undefined): readonly Language[] {
  return asked.length > 0 ? asked : [house ?? languages[0]];
}

function Sign({ asked }: { readonly asked: number }) {
  const shown = message.value;
  const now = tableNow.value;
  if (about.value === null || shown === null) return <NotValid />;
  const valid = !outdated.value && silentForMs() <= shown.ttl;
  const scene = chooseScene(shown.view, valid, about.value.notice.suspended);
  const { x, y } = shiftAt(now);
  return (
    <div class={`sign ${scene}`} data-shown={`${shown.journal}:${shown.view.n}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
      {scene === "notValid" ? <NotValid /> : <Picture view={shown.view} scene={scene} turns={Math.max(1, asked)} />}
    </div>
  );
}

function Picture({ view, scene, turns }: { readonly view: View; readonly scene: Scene; readonly turns: number }) {
  return (
    <>
      <Header />
      <main>
        <Main view={view} scene={scene} turns={turns} />
      </main>
      <aside>
        <p class={`state ${scene}`}>{stateText(view, scene)}</p>
        {scene === "reveal" && <SeatList view={view} />}
        {scene === "paytable" && <LastHand view={view} />}
        <Evidence view={view} />
      </aside>
      <RulePages turns={turns} />
    </>
  );
}

function Header() {
  const notice = about.value?.notice;
  const first = notice?.limits[0];
  return (
    <header>
      <h1>{about.value?.title}</h1>
      <p>
        <span>
          {t("sign.table")} <b>{about.value?.table}</b>
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

function Main({ view, scene, turns }: { readonly view: View; readonly scene: Scene; readonly turns: number }) {
  switch (scene) {
    case "reveal":
      return <Reveal view={view} opened={opened.value} />;
    case "suspended":
      return <Words title={t("sign.suspended")} text={about.value?.notice.suspended ? "" : t("sign.suspended.text")} />;
    case "void":
      return <Words title={t("sign.void")} text={t("sign.void.text")} />;
    case "closed":
      return <Words title={stateText(view, scene)} text={view.phase === "closed" ? t("sign.closed.text") : ""} />;
    default:
      return <Paytables view={view} turns={turns} />;
  }
}

/** As many as fit side by side, page after page; between rounds those that were just paid stay. */
function Paytables({ view, turns }: { readonly view: View; readonly turns: number }) {
  const notice = about.value?.notice;
  if (notice !== undefined && notice.paytables.length === 0) return <Limits limits={notice.limits} />;
  const pages = pagesOf(notice?.paytables ?? []);
  const { page } = turnAt(tableNow.value, pages.length, turns);
  const tables = pages[page] ?? [];
  return (
    <div class={`tables of-${tables.length}`} style={{ "--rows": String(Math.max(1, ...tables.map(({ rows }) => rows.length))) }}>
      {tables.map((table) => (
        <Paytable key={table.id} table={table} settlement={view.phase === "idle" ? (view.last?.settlement ?? null) : null} />
      ))}
    </div>
  );
}

/** A game without a paytable is known by its stakes. */
function Limits({ limits }: { readonly limits: Notice["limits"] }) {
  return (
    <div class="tables of-1" style={{ "--rows": String(limits.length) }}>
      <table class="paytable">
        <caption>{t("sign.limits")}</caption>
        <tbody>
          {limits.map(({ spot, min, max }) => (
            <tr key={spot}>
              <td>{wagerName(language.value, spot)}</td>
              <td>{range(min, max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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

function stateText(view: View, scene: Scene): string {
  if (scene === "suspended") return t("sign.suspended");
  if (scene === "void") return t("sign.void");
  return t(`sign.phase.${view.phase}`);
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
        {t("sign.round", { round: view.round ?? view.rounds })} · {clock(language.value, tableNow.value, "seconds")}
      </span>
    </p>
  );
}

/** One rule at a time, twenty seconds each: pages, no crawl. */
function RulePages({ turns }: { readonly turns: number }) {
  const rules = about.value?.notice.rules ?? [];
  const { page } = turnAt(tableNow.value, rules.length, turns);
  const rule = rules[page];
  return (
    <footer>
      <span class="dots">
        {rules.map((_, i) => (
          <i key={i} class={i === page ? "on" : ""} />
        ))}
      </span>
      <span>{rule === undefined ? "" : reason(language.value, rule, inMoney)}</span>
    </footer>
  );
}

function NotValid() {
  return (
    <div class="not-valid" role="alert">
      <StatusShape status="check" />
      <h1>{t("sign.notValid")}</h1>
      <p>{t("sign.askDealer")}</p>
      <small>
        {about.value?.title} {about.value === null ? "" : `· ${t("sign.table")} ${about.value.table}`}
      </small>
    </div>
  );
}
