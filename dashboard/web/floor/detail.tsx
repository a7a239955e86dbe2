// The panel beside the wall: one alarm, or one table. What to do comes first, then what was seen, expected and decided.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { AffectedReport, AlarmRecord, SiteTable } from "#contract/site";
import { clock, deviceName, duration, linkText, placeName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { currency, inMoney } from "../shared/money.ts";
import { PinField } from "../shared/pin-field.tsx";
import { tableNow } from "../shared/table-clock.ts";
import { alarmText } from "./alarm-text.ts";
import type { Cause } from "./feed.ts";
import { lineOf } from "./record-text.ts";
import { totalOf } from "./report.ts";
import { AlarmMark } from "./shapes.tsx";
import { acknowledge, chosen, chosenCause, devices, record, refused, signing, tableOf, view, zoneOf } from "./state.ts";
import { phaseWord } from "./wall-grid.tsx";

export function Detail() {
  const at = chosen.value;
  const cause = chosenCause.value;
  if (cause !== null) return <AlarmDetail cause={cause} />;
  const table = at?.kind === "table" ? tableOf(at.table) : null;
  return table === null ? (
    <section class="detail">
      <p class="none">{t("watch.choose")}</p>
      <p class="keys">{t("watch.keys")}</p>
    </section>
  ) : (
    <TableDetail table={table} />
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function AlarmDetail({ cause }: { readonly cause: Cause }) {
  const { head, acked } = cause;
  const table = tableOf(head.table);
  const { title, seen, expected, step, who } = alarmText(language.value, head);
  const zone = zoneOf(head.table);
  const time = (at: number): string => clock(language.value, at, "seconds", zone);
  const kept = record.value;
  const decided = decidedOf(kept, head.table);
  const round = kept?.round ?? null;
  return (
    <section class="detail" aria-label={title}>
      <header>
        <AlarmMark priority={head.priority} acked={acked} />
        <h2>{head.table.toUpperCase()}</h2>
        <span>{table === null ? "" : `${table.title}, ${table.pack.id}`}</span>
      </header>
      <h3>{title}</h3>
      <p class="do">{[step === null ? null : `${step}.`, `${t("watch.send", { who })}.`].filter((part) => part !== null).join(" ")}</p>
      <dl>
        <Row name={t("watch.seen")}>{seen}</Row>
        <Row name={t("watch.expected")}>{expected}</Row>
        <Row name={t("watch.decided")}>{decided ?? t("watch.undecided")}</Row>
        <Row name={t("watch.since")}>
          {time(head.since)}
          {cause.alarms.length > 1 && `, ${t("watch.times", { count: cause.alarms.length, time: time(cause.alarms[0]?.since ?? 0) })}`}
        </Row>
        {head.clearedAt !== null && <Row name={t("watch.ended")}>{time(head.clearedAt)}</Row>}
        <Row name={t("watch.by")}>
          {head.ackedBy === null || head.ackedAt === null
            ? t("watch.new")
            : t("watch.acknowledgedBy", { name: head.ackedBy, time: time(head.ackedAt) })}
        </Row>
        {(head.device !== null || head.place !== null) && (
          <Row name={t(head.device === null ? "watch.place" : "watch.device")}>
            {[head.device === null ? null : deviceName(head.device), head.place === null ? null : placeName(language.value, head.place)]
              .filter((part) => part !== null)
              .join(", ")}
          </Row>
        )}
        {round !== null && round.round > 0 && <Row name={t("watch.round")}>{round.round}</Row>}
      </dl>
      {kept?.report && <AtStake report={kept.report} time={time} />}
      <footer>
        {signing.value && !acked ? <Sign cause={cause} /> : <Actions cause={cause} kept={kept} />}
        {refused.value !== null && (
          <p class="refused" role="alert">
            {refused.value}
          </p>
        )}
      </footer>
    </section>
  );
}

/** What the table, then a person, made of it. */
function decidedOf(kept: AlarmRecord | null, table: string): string | null {
  if (kept?.round == null) return null;
  const { alarm, round } = kept;
  const speech = { language: language.value, currency: currency(), timeZone: zoneOf(table) };
  const lines = round.facts.filter(({ at }) => at >= alarm.since).map((fact) => lineOf(fact, speech));
  const consequence = lines.find(({ at, decided }) => at === alarm.since && decided !== null)?.decided ?? null;
  const answer = lines.find(({ kind }) => kind === "resumed" || kind === "unlatched");
  const ended = alarm.clearedAt === null || answer === undefined || answer.at > alarm.clearedAt + 1_000;
  const said = ended || answer === undefined ? null : `${answer.text}.`;
  return consequence === null && said === null ? null : [consequence, said].filter((part) => part !== null).join(" ");
}

function Actions({ cause, kept }: { readonly cause: Cause; readonly kept: AlarmRecord | null }) {
  const { round = null, report = null } = kept ?? {};
  const at = kept?.alarm.since ?? null;
  return (
    <>
      {!cause.acked && (
        <button type="button" class="primary" onClick={() => (signing.value = true)}>
          {t("watch.acknowledge")}
        </button>
      )}
      {round !== null && (
        <button
          type="button"
          onClick={() => {
            view.value = { kind: "round", table: round.table, round: round.round, journal: round.journal, at };
          }}
        >
          {t("watch.roundButton")}
        </button>
      )}
      {report !== null && (
        <button type="button" onClick={() => (view.value = { kind: "report" })}>
          {t("watch.report")}
        </button>
      )}
    </>
  );
}

function Sign({ cause }: { readonly cause: Cause }) {
  const [pin, setPin] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    if (pin !== "") void acknowledge(cause, pin);
    setPin("");
  };
  return (
    <form onSubmit={submit}>
      <PinField alone label={t("watch.pin")} pin={pin} setPin={setPin} />
      <button type="submit" class="primary">
        {t("watch.acknowledge")}
      </button>
      <button type="button" onClick={() => (signing.value = false)}>
        {t("watch.back")}
      </button>
    </form>
  );
}

/** What lies between the last good count and now. */
function AtStake({ report, time }: { readonly report: AffectedReport; readonly time: (at: number) => string }) {
  const { hands, staked, back } = totalOf(report);
  return (
    <div class="stake">
      <p>
        {report.lastGood === null
          ? t("watch.neverGood")
          : t("watch.lastGood", { time: time(report.lastGood.at), round: report.lastGood.round })}
      </p>
      <ul>
        <Figure text={t("watch.roundsCount", { count: report.rounds.length })} />
        <Figure text={t("watch.handsCount", { count: hands })} />
        <li>
          <b>{inMoney(staked)}</b>
          <span>{t("watch.staked")}</span>
        </li>
        <li>
          <b>{inMoney(back)}</b>
          <span>{t("watch.giveBack")}</span>
        </li>
      </ul>
      <Timeline report={report} />
    </div>
  );
}

/** "3 rounds": the figure large, the word below it. */
function Figure({ text }: { readonly text: string }) {
  const [, figure = "", word = text] = /^(\d+)\s*(.*)$/.exec(text) ?? [];
  return (
    <li>
      <b>{figure}</b>
      <span>{word}</span>
    </li>
  );
}

const roundsDrawn = 4;

function Timeline({ report }: { readonly report: AffectedReport }) {
  const drawn = report.rounds.slice(-roundsDrawn);
  const left = report.rounds.length - drawn.length;
  const marks = [
    ...(report.lastGood === null ? [] : [{ key: "count", word: t("watch.count"), alarm: false }]),
    ...(left > 0 ? [{ key: "more", word: `+${left}`, alarm: false }] : []),
    ...drawn.map(({ round }) => ({ key: String(round), word: String(round), alarm: false })),
    { key: "alarm", word: t("watch.alarm"), alarm: true },
  ];
  return (
    <ol class="timeline" aria-hidden="true">
      {marks.map(({ key, word, alarm }) => (
        <li key={key} class={alarm ? "here" : ""}>
          <i />
          {word}
        </li>
      ))}
    </ol>
  );
}

function TableDetail({ table }: { readonly table: SiteTable }) {
  const { now, title, pack, missing, roundsPerHour } = table;
  return (
    <section class="detail" aria-label={table.table}>
      <header>
        <h2>{table.table.toUpperCase()}</h2>
        <span>{`${title}, ${pack.id}`}</span>
      </header>
      <dl>
        <Row name={t("watch.phase")}>
          {now?.phaseMs == null ? phaseWord(table) : t("watch.phaseFor", { phase: phaseWord(table), time: duration(now.phaseMs) })}
          {now?.usualMs != null && <small>{t("watch.usual", { from: duration(now.usualMs[0]), to: duration(now.usualMs[1]) })}</small>}
        </Row>
        {now !== null && <Row name={t("watch.round")}>{now.round ?? now.rounds}</Row>}
        {now !== null && <Row name={t("watch.seats")}>{t("watch.seatsOf", { playing: now.playing, seats: now.seats })}</Row>}
        {roundsPerHour !== null && <Row name={t("watch.pace")}>{roundsPerHour}</Row>}
        {missing > 0 && <Row name={t("watch.rounds")}>{t("watch.missing", { count: missing })}</Row>}
        {now?.lamps.map(({ device, sign }) => (
          <Row key={device} name={t("watch.lamp")}>
            {t(`lamp.${sign}`)}
          </Row>
        ))}
      </dl>
      <h3>{t("watch.devices")}</h3>
      <Devices table={table} />
      <footer>
        <button
          type="button"
          onClick={() => {
            view.value = { kind: "rounds", table: table.table };
          }}
        >
          {t("watch.rounds")}
        </button>
      </footer>
    </section>
  );
}

/** Every device and sign of the table, the worst first. */
function Devices({ table }: { readonly table: SiteTable }) {
  const weight = { down: 0, stale: 1, up: 2 } as const;
  const list = [...devices.value].sort((one, other) => weight[one.status] - weight[other.status]);
  if (list.length === 0) return <p class="none">{t("watch.noDevices")}</p>;
  return (
    <ul class="devices">
      {list.map(({ device, status, why, since }) => (
        <li key={device} class={status}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={status === "up" ? "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z" : "M19.7 7.5A9 9 0 1 1 14.3 3.3"} />
          </svg>
          <b>{deviceName(device)}</b>
          <span>
            {status === "up" ? t("watch.device.up") : `${t(`watch.device.${status}`)}: ${linkText(language.value, why).title}`}
            {status !== "up" && `, ${duration(tableNow.value - since)}`}
          </span>
          {status !== "up" && table.now?.waiting.some((one) => one.device === device) && <em>{linkText(language.value, why).remedy}</em>}
        </li>
      ))}
    </ul>
  );
}
