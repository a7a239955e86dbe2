// The wall: every table at its own place, quiet while all is well. What is not as it should be turns white, with a shape and words.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { SiteTable } from "#contract/site";
import { duration, find, reason } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { tableNow } from "../shared/table-clock.ts";
import { alarmText } from "./alarm-text.ts";
import type { Cause } from "./feed.ts";
import { AlarmMark, causeClass } from "./shapes.tsx";
import { chosen, look, site, worst } from "./state.ts";
import { type Arrangement, arrange, neighbour, type Pit, pitsOf } from "./wall.ts";

const headPx = 80;

export function Wall() {
  const box = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 1200, height: 800 });
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      if (entry !== undefined) size.value = { width: entry.contentRect.width, height: entry.contentRect.height };
    });
    if (box.current !== null) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [size]);
  const tables = site.value?.tables ?? [];
  const pits = pitsOf(tables);
  const heads = pits.length > 1;
  const { width, height } = size.value;
  const arrangement = arrange(
    pits.map((pit) => pit.tables.length),
    width - (heads ? headPx : 0),
    height,
  );
  const { columns, rows, density } = arrangement;
  const tabStop = chosenTable() ?? tables[0]?.table;
  return (
    <div ref={box} class={`wall ${density} ${heads ? "heads" : ""}`} style={`--columns:${columns};--rows:${rows}`}>
      {tables.length === 0 && <p class="none">{t("watch.noTables")}</p>}
      {pits.map((pit) => (
        <PitRows
          key={pit.name}
          pit={pit}
          columns={columns}
          heads={heads}
          tabStop={tabStop}
          onArrow={(event) => move(event, pits, arrangement)}
        />
      ))}
    </div>
  );
}

function move(event: KeyboardEvent, pits: readonly Pit<SiteTable>[], { columns }: Arrangement): void {
  const from = (event.target as HTMLElement).dataset.table;
  if (from === undefined || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const names = pits.map(({ tables }) => tables.map(({ table }) => table));
  const next = neighbour(names, columns, from, event.key);
  document.querySelector<HTMLElement>(`.tile[data-table="${CSS.escape(next)}"]`)?.focus();
}

interface PitProps {
  readonly pit: Pit<SiteTable>;
  readonly columns: number;
  readonly heads: boolean;
  /** The tile that the tab key comes to; arrows go on from there. */
  readonly tabStop: string | undefined;
  readonly onArrow: (event: KeyboardEvent) => void;
}

function PitRows({ pit, columns, heads, tabStop, onArrow }: PitProps) {
  const rows = Math.ceil(pit.tables.length / columns);
  const open = pit.tables.filter(isOpen).length;
  return (
    <section class="rows" aria-label={pit.name}>
      {heads && (
        <header class="pit" style={`grid-row:span ${rows}`}>
          <strong>{pit.name}</strong>
          <span>{t("watch.open", { count: open })}</span>
        </header>
      )}
      {pit.tables.map((table, i) => (
        <Tile key={table.table} table={table} column={(i % columns) + (heads ? 2 : 1)} first={tabStop === table.table} onArrow={onArrow} />
      ))}
    </section>
  );
}

/** Its controller runs, and the table is open. */
export function isOpen({ status, now }: SiteTable): boolean {
  return (status === "online" || status === "suspended") && now !== null && now.phase !== "closed";
}

function chosenTable(): string | null {
  const { value: at } = chosen;
  return at === null ? null : at.kind === "table" ? at.table : at.alarm.table;
}

interface TileProps {
  readonly table: SiteTable;
  readonly column: number;
  readonly first: boolean;
  readonly onArrow: (event: KeyboardEvent) => void;
}

function Tile({ table, column, first, onArrow }: TileProps) {
  const name = table.table;
  const selected = chosenTable() === name;
  const cause = worst.value.get(name);
  const lost = table.status === "silent" || table.status === "offline";
  const state = cause !== undefined ? causeClass(cause) : isOpen(table) ? "" : "shut";
  return (
    <button
      type="button"
      style={`grid-column:${column}`}
      tabIndex={first ? 0 : -1}
      onKeyDown={onArrow}
      class={`tile ${state} ${lost ? "lost" : ""} ${selected ? "selected" : ""}`}
      aria-pressed={selected}
      data-table={name}
      onClick={() => look(cause === undefined ? { kind: "table", table: name } : { kind: "alarm", alarm: cause.head })}
    >
      <span class="top">
        <strong>{name.toUpperCase()}</strong>
        {cause === undefined ? <small>{gameShort(table.game)}</small> : <AlarmMark priority={cause.head.priority} acked={cause.acked} />}
      </span>
      {cause === undefined ? <Calm table={table} /> : <Alarmed cause={cause} />}
    </button>
  );
}

export function gameShort(game: string): string {
  return find(language.value, `watch.game.${game}`) ?? game;
}

function Alarmed({ cause }: { readonly cause: Cause }) {
  const { head } = cause;
  return (
    <>
      <span class="word">{alarmText(language.value, head).title}</span>
      <span class="time">{duration((head.clearedAt ?? tableNow.value) - head.since)}</span>
    </>
  );
}

/** What the table does, in a word. */
export function phaseWord({ status, now }: SiteTable): string {
  if (status === "offline") return t("watch.off");
  if (status === "silent") return t("watch.noSignal");
  if (now === null) return "–";
  return now.stage === null ? t(`phase.${now.phase}`) : reason(language.value, now.stage);
}

function Calm({ table }: { readonly table: SiteTable }) {
  const { now, roundsPerHour } = table;
  if (now === null || !isOpen(table)) return <span class="word">{phaseWord(table)}</span>;
  return (
    <>
      <span class="word">
        {phaseWord(table)}
        {now.manual && <i>{t("watch.byHand")}</i>}
      </span>
      <PhaseBar phaseMs={now.phaseMs} usualMs={now.usualMs} />
      <span class="foot">
        <Seats playing={now.playing} seats={now.seats} />
        <b>{roundsPerHour ?? "–"}</b>
      </span>
    </>
  );
}

function Seats({ playing, seats }: { readonly playing: number; readonly seats: number }) {
  return (
    <svg class="seats" viewBox={`0 0 ${seats * 5} 10`} role="img" aria-label={t("watch.seatsOf", { playing, seats })}>
      {Array.from({ length: seats }, (_, i) => (
        <rect key={i} class={i < playing ? "taken" : ""} x={i * 5 + 0.5} y="0.5" width="3" height="9" />
      ))}
    </svg>
  );
}

/** How long the phase lasts, against how long such phases usually last. */
function PhaseBar({ phaseMs, usualMs }: { readonly phaseMs: number | null; readonly usualMs: readonly [number, number] | null }) {
  const end = (usualMs?.[1] ?? 0) * 2.5;
  const at = (ms: number): number => Math.min(100, (100 * ms) / Math.max(1, end));
  const outside = usualMs !== null && phaseMs !== null && phaseMs > usualMs[1] * 2;
  return (
    <svg class={`pace ${outside ? "outside" : ""}`} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      {usualMs !== null && <rect class="band" x={at(usualMs[0])} y="3" width={Math.max(3, at(usualMs[1]) - at(usualMs[0]))} height="6" />}
      <line class="axis" x1="0" y1="11" x2="100" y2="11" />
      {usualMs !== null && phaseMs !== null && <rect class="now" x={Math.min(96, at(phaseMs))} y="0" width={outside ? 5 : 3} height="12" />}
    </svg>
  );
}
