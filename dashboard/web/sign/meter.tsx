// The progressive: grows before the guest's eyes, never shrinks, and is words when it is not known.

import { signal } from "@preact/signals";
import type { MeterAward, MeterLevel, MeterMessage } from "#contract/meter";
import { find, percent, reason } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inMeter, inMoney } from "../shared/money.ts";
import { tableNow } from "../shared/table-clock.ts";
import { about, meters, shown } from "./state.ts";
import { sentence } from "./words.ts";

const easeMs = 1_800;
/** How long a win that has been confirmed is told. */
const tellWinMs = 120_000;

export interface MeterShown {
  readonly message: MeterMessage;
  /** No older than its time to live. */
  readonly live: boolean;
}

/** The meters of this table, in the order of its notice; null where none has been heard. */
export function metersShown(): readonly (MeterShown | null)[] {
  // Looked at again with every tick of the clock.
  void tableNow.value;
  // What the table itself takes no stakes for is not offered on its wall.
  const offered = shown.value?.view.progressive?.online !== false;
  return (about.value?.meters ?? []).map((pool) => {
    const heard = meters.value.get(pool);
    if (heard === undefined) return null;
    const { ttl } = heard.message;
    return { message: heard.message, live: offered && (ttl === null || performance.now() - heard.heardAt <= ttl) };
  });
}

/** The award to tell now: the first that is pending, else the last that was won. */
export function awardShown(): { readonly award: MeterAward; readonly message: MeterMessage } | null {
  const awards = metersShown().flatMap((one) => (one === null ? [] : one.message.awards.map((award) => ({ award, message: one.message }))));
  const won = awards.findLast(({ award }) => award.status === "won" && tableNow.value - award.at < tellWinMs);
  return awards.find(({ award }) => award.status === "pending") ?? won ?? null;
}

/** What each meter's figure stands at on the screen while it moves up to its value. */
const standing = signal<ReadonlyMap<string, number>>(new Map());
const moving = new Map<string, { readonly from: number; readonly to: number; readonly start: number }>();
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Up to the true value within two seconds; a value that is lower stands at once: an award was told in between. */
function eased(key: string, value: number): number {
  const now = standing.value.get(key);
  if (now === undefined || still.matches || value < now) {
    if (now !== value) queueMicrotask(() => settle(key, value));
    return value;
  }
  const move = moving.get(key);
  if (value > now && move?.to !== value) {
    moving.set(key, { from: now, to: value, start: performance.now() });
    if (move === undefined) requestAnimationFrame(() => advance(key));
  }
  return now;
}

function settle(key: string, value: number): void {
  moving.delete(key);
  standing.value = new Map(standing.value).set(key, value);
}

function advance(key: string): void {
  const move = moving.get(key);
  if (move === undefined) return;
  const part = Math.min(1, (performance.now() - move.start) / easeMs);
  if (part === 1) return settle(key, move.to);
  const value = Math.floor(move.from + (move.to - move.from) * (1 - (1 - part) ** 3));
  standing.value = new Map(standing.value).set(key, value);
  requestAnimationFrame(() => advance(key));
}

export function Meter({ stale }: { readonly stale: boolean }) {
  const [first = null, ...others] = metersShown();
  const live = !stale && first?.live === true;
  const [top, ...levels] = first?.message.levels ?? [];
  return (
    <section class="meter">
      <h2>{t("sign.meter")}</h2>
      {live && top !== undefined ? (
        <Figure id={`${first?.message.pool}/${top.level}`} level={top} />
      ) : (
        <b class="updating">{t("sign.updating")}</b>
      )}
      <p>{live ? <Share /> : t("sign.noJackpot")}</p>
      {live && <Levels levels={[...levels, ...others.flatMap((one) => (one?.live ? one.message.levels : []))]} />}
    </section>
  );
}

function Figure({ id, level }: { readonly id: string; readonly level: MeterLevel }) {
  return <Money minor={eased(id, level.value)} />;
}

/** The whole units large, the rest beside them: no digit moves its neighbour. */
export function Money({ minor }: { readonly minor: number }) {
  const { head, whole, tail } = inMeter(minor);
  return (
    <b class="figure" style={{ "--digits": String(head.length * 0.5 + whole.length + tail.length * 0.55) }}>
      {head !== "" && <small>{head}</small>}
      {whole}
      <small>{tail}</small>
    </b>
  );
}

/** Whose it is: the hands that are paid a share of the meter. */
function Share() {
  const rows = (about.value?.notice.paytables ?? []).flatMap((table) => table.rows);
  const shares = rows.flatMap(({ hand, cells }) => cells.flatMap((cell) => ("percent" in cell ? [{ hand, percent: cell.percent }] : [])));
  const words = shares.map((one) => `${sentence(reason(language.value, one.hand, inMoney))}: ${percent(language.value, one.percent)}`);
  return <>{words.slice(0, 2).join(" · ")}</>;
}

function Levels({ levels }: { readonly levels: readonly MeterLevel[] }) {
  if (levels.length === 0) return null;
  return (
    <ul>
      {levels.slice(0, 2).map((level) => (
        <li key={level.level}>
          <span>{find(language.value, `hand.${level.level}`) ?? level.level}</span>
          <b>{inMoney(level.value)}</b>
        </li>
      ))}
    </ul>
  );
}

/** A hit: the frozen value, who holds it, and what grows meanwhile. */
export function Award({ award, message }: NonNullable<ReturnType<typeof awardShown>>) {
  const now = message.levels.find(({ level }) => level === award.level);
  return (
    <section class={`award ${award.status}`}>
      <h2>
        {t("sign.jackpot")} <em>{award.status === "pending" ? t("sign.pending") : t("sign.hit")}</em>
      </h2>
      <Money minor={award.amount} />
      <p>
        {t("sign.table")} {award.table.toUpperCase()} · {find(language.value, `hand.${award.hand}`) ?? award.hand}
      </p>
      {now !== undefined && <small>{t("sign.growing", { amount: inMoney(now.value) })}</small>}
    </section>
  );
}
