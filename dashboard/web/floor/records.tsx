// Records in place of the wall: alarms that have been, the rounds of a table, one round in order, and the rounds at stake.

import { useEffect, useRef } from "preact/hooks";
import { clock, duration } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { currency, inMoney } from "../shared/money.ts";
import { alarmText } from "./alarm-text.ts";
import { type Line, lineOf } from "./record-text.ts";
import { csvOf, seatsOf, totalOf } from "./report.ts";
import { AlarmMark } from "./shapes.tsx";
import { filter, look, past, record, roundRecord, rounds, site, type View, view, zoneOf } from "./state.ts";

const time = (at: number, table: string): string => clock(language.value, at, "seconds", zoneOf(table));
const day = (at: number, table: string): string =>
  new Intl.DateTimeFormat(language.value, {
    day: "numeric",
    month: "short",
    ...(zoneOf(table) !== "" && { timeZone: zoneOf(table) }),
  }).format(at);

/** Every alarm that has been, the newest first, with who acknowledged it and when. */
export function History() {
  const { priority, table } = filter.value;
  const list = past.value.filter((alarm) => alarm.priority <= priority && (table === null || alarm.table === table));
  return (
    <section class="records" aria-label={t("watch.history")}>
      {list.length === 0 ? (
        <p class="none">{t("watch.noHistory")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("watch.since")}</th>
              <th scope="col">{t("watch.table")}</th>
              <th scope="col">{t("watch.alarm")}</th>
              <th scope="col" class="figure">
                {t("watch.ended")}
              </th>
              <th scope="col">{t("watch.by")}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((alarm) => {
              const { title, seen } = alarmText(language.value, alarm);
              return (
                <tr key={`${alarm.table} ${alarm.id} ${alarm.since}`} data-code={alarm.code}>
                  <td class="time">
                    {day(alarm.since, alarm.table)} {time(alarm.since, alarm.table)}
                  </td>
                  <td>
                    <b>{alarm.table.toUpperCase()}</b>
                  </td>
                  <td>
                    <button type="button" class="link" onClick={() => look({ kind: "alarm", alarm })}>
                      <AlarmMark priority={alarm.priority} acked={alarm.ackedBy !== null} />
                      <span>
                        <b>{title}</b> {seen}
                      </span>
                    </button>
                  </td>
                  <td class="figure">{alarm.clearedAt === null ? "–" : duration(alarm.clearedAt - alarm.since)}</td>
                  <td>
                    {alarm.ackedBy === null || alarm.ackedAt === null
                      ? t("watch.new")
                      : t("watch.acknowledgedBy", { name: alarm.ackedBy, time: time(alarm.ackedAt, alarm.table) })}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The rounds of one table, the newest first. */
export function Rounds({ table }: { readonly table: string | null }) {
  const own = rounds.value.filter((one) => one.table === table);
  return (
    <section class="records" aria-label={t("watch.rounds")}>
      <label class="choice">
        {t("watch.table")}
        <select
          value={table ?? ""}
          onChange={(event) => {
            view.value = { kind: "rounds", table: event.currentTarget.value };
          }}
        >
          {site.value?.tables.map((one) => (
            <option key={one.table} value={one.table}>
              {one.table.toUpperCase()}
            </option>
          ))}
        </select>
      </label>
      {own.length === 0 ? (
        <p class="none">{t("watch.noRounds")}</p>
      ) : (
        <table class="sums">
          <thead>
            <tr>
              <th scope="col">{t("watch.since")}</th>
              <th scope="col" class="figure">
                {t("watch.round")}
              </th>
              <th scope="col">{t("watch.outcome")}</th>
              <th scope="col" class="figure">
                {t("watch.irregularities")}
              </th>
            </tr>
          </thead>
          <tbody>
            {own.map(({ table: of, round, journal, openedAt, outcome, irregularities }) => (
              <tr key={`${journal} ${round}`} class={irregularities > 0 ? "wrong" : ""}>
                <td class="time">
                  {day(openedAt, of)} {time(openedAt, of)}
                </td>
                <td class="figure">
                  <button
                    type="button"
                    class="link"
                    onClick={() => {
                      view.value = { kind: "round", table: of, round, journal, at: null };
                    }}
                  >
                    {round}
                  </button>
                </td>
                <td>{t(`watch.outcome.${outcome === "settled" || outcome === "void" ? outcome : "open"}`)}</td>
                <td class="figure">{irregularities === 0 ? "–" : irregularities}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** One round as the table told it, in order: the proof of what happened. `at`: the moment that is looked for. */
export function Round({ of }: { readonly of: Extract<View, { kind: "round" }> }) {
  const kept = roundRecord.value;
  const same = kept !== null && kept.table === of.table && kept.round === of.round;
  const speech = { language: language.value, currency: currency(), timeZone: zoneOf(of.table) };
  const lines = same ? kept.facts.map((fact) => lineOf(fact, speech)) : [];
  return (
    <section class="records round" aria-label={t("watch.roundTitle", { table: of.table, round: of.round })} data-lines={lines.length}>
      <header>
        <h2>{t("watch.roundTitle", { table: of.table.toUpperCase(), round: of.round })}</h2>
        <p>{t("watch.order")}</p>
      </header>
      {lines.length === 0 ? (
        <p class="none">{t("watch.noFacts")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col" class="figure">
                n
              </th>
              <th scope="col">{t("watch.time")}</th>
              <th scope="col">{t("watch.source")}</th>
              <th scope="col">{t("watch.happened")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <RecordRow key={line.n} line={line} here={of.at !== null && line.at === of.at} table={of.table} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function RecordRow({ line, here, table }: { readonly line: Line; readonly here: boolean; readonly table: string }) {
  const { n, at, kind, device, text, expected, decided, weight } = line;
  const row = useRef<HTMLTableRowElement>(null);
  const wanted = here && weight === "alarm";
  useEffect(() => {
    if (wanted) row.current?.scrollIntoView({ block: "center" });
  }, [wanted]);
  return (
    <tr ref={row} class={`${weight} ${here ? "here" : ""}`} data-kind={kind}>
      <td class="figure">{n}</td>
      <td class="time">
        {time(at, table)}
        <small>.{String(at % 1000).padStart(3, "0")}</small>
      </td>
      <td>{device ?? ""}</td>
      <td>
        {weight === "alarm" ? <b>■ {text}</b> : text}
        {expected !== null && (
          <small>
            {t("watch.expected")}: {expected}
          </small>
        )}
        {decided !== null && (
          <small>
            {t("watch.decided")}: {decided}
          </small>
        )}
      </td>
    </tr>
  );
}

/** The rounds since the last good count: who had what on the felt, and what could be given back. */
export function Report() {
  const kept = record.value;
  if (kept?.report == null) return <p class="none">{t("watch.noFacts")}</p>;
  const { alarm, report } = kept;
  const total = totalOf(report);
  const { title, seen } = alarmText(language.value, alarm);
  return (
    <section class="records report" aria-label={t("watch.report")}>
      <header>
        <h2>{`${alarm.table.toUpperCase()}: ${title}`}</h2>
        <p>{`${seen} ${day(report.at, alarm.table)} ${time(report.at, alarm.table)}`}</p>
        <p>
          {report.lastGood === null
            ? t("watch.neverGood")
            : t("watch.lastGood", { time: time(report.lastGood.at, alarm.table), round: report.lastGood.round })}
        </p>
        <span class="buttons">
          <button type="button" onClick={() => save(alarm.table, kept)}>
            {t("watch.csv")}
          </button>
          <button type="button" onClick={() => window.print()}>
            {t("watch.print")}
          </button>
        </span>
      </header>
      <h3>{t("watch.perSeat")}</h3>
      <table class="sums">
        <thead>
          <Heads first={t("watch.seat")} second={t("watch.rounds")} />
        </thead>
        <tbody>
          {seatsOf(report).map(({ seat, hands, staked, net, back }) => (
            <Sums key={seat} first={String(seat)} second={String(hands)} staked={staked} net={net} back={back} />
          ))}
        </tbody>
        <tfoot>
          <Sums first={t("watch.total")} second={String(total.hands)} staked={total.staked} net={total.net} back={total.back} />
        </tfoot>
      </table>
      <p class="note">{t("watch.giveBackNote")}</p>
      <h3>{t("watch.stake")}</h3>
      <table class="sums">
        <thead>
          <Heads first={t("watch.round")} second={t("watch.seat")} />
        </thead>
        <tbody>
          {report.rounds.flatMap(({ round, openedAt, outcome, seats }) =>
            seats.map(({ seat, staked, net, back }, i) => (
              <Sums
                key={`${round} ${seat}`}
                first={i === 0 ? `${round}, ${time(openedAt, alarm.table)}, ${t(`watch.outcome.${outcome}`)}` : ""}
                second={String(seat)}
                staked={staked}
                net={net}
                back={back}
              />
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

function Heads({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <tr>
      <th scope="col">{first}</th>
      {[second, t("watch.staked"), t("watch.net"), t("watch.giveBack")].map((head) => (
        <th key={head} scope="col" class="figure">
          {head}
        </th>
      ))}
    </tr>
  );
}

interface SumsProps {
  readonly first: string;
  readonly second: string;
  readonly staked: number;
  readonly net: number;
  readonly back: number;
}

function Sums({ first, second, staked, net, back }: SumsProps) {
  return (
    <tr>
      <td>{first}</td>
      <td class="figure">{second}</td>
      <td class="figure">{inMoney(staked)}</td>
      <td class="figure">{inMoney(net)}</td>
      <td class="figure">
        <b>{inMoney(back)}</b>
      </td>
    </tr>
  );
}

function save(table: string, { report }: NonNullable<typeof record.value>): void {
  if (report === null) return;
  const url = URL.createObjectURL(new Blob([csvOf(table, report, currency().minorDigits)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${table}-${report.deck ?? report.device ?? "report"}-${new Date(report.at).toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
