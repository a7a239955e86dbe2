// The feed: few lines, the gravest that nobody has seen first.

import { clock, duration } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { tableNow } from "../shared/table-clock.ts";
import { alarmText } from "./alarm-text.ts";
import type { Cause, Filter } from "./feed.ts";
import { AlarmMark, causeClass } from "./shapes.tsx";
import { causes, chosenCause, feed, filter, look, signing, site, zoneOf } from "./state.ts";

export function AlarmList() {
  const list = feed.value;
  const unseen = causes.value.filter(({ acked }) => !acked).length;
  const seen = causes.value.length - unseen;
  const hidden = causes.value.length - list.length;
  return (
    <section class="feed" aria-label={t("watch.alarms", { count: unseen })}>
      <header>
        <h2>{t("watch.alarms", { count: unseen })}</h2>
        {seen > 0 && <span>{t("watch.acknowledged", { count: seen })}</span>}
        <Filters />
      </header>
      {site.value?.troubles.map(({ broker, detail }) => (
        <p key={broker} class="trouble" title={detail}>
          {t("watch.broker", { broker })}
        </p>
      ))}
      <ol>
        {list.map((cause) => (
          <AlarmRow key={cause.key} cause={cause} />
        ))}
      </ol>
      {hidden > 0 && <p class="hidden-alarms">{t("watch.hidden", { count: hidden })}</p>}
      {causes.value.length === 0 && <p class="none">{t("watch.calm")}</p>}
    </section>
  );
}

function Filters() {
  const { priority, table } = filter.value;
  const change = (next: Partial<Filter>): void => {
    filter.value = { ...filter.value, ...next };
  };
  return (
    <span class="filters">
      <select
        aria-label={t("watch.filter")}
        value={String(priority)}
        onChange={(event) => change({ priority: Number(event.currentTarget.value) as Filter["priority"] })}
      >
        {([3, 2, 1] as const).map((weight) => (
          <option key={weight} value={String(weight)}>
            {t(`watch.weight.${weight}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t("watch.table")}
        value={table ?? ""}
        onChange={(event) => change({ table: event.currentTarget.value === "" ? null : event.currentTarget.value })}
      >
        <option value="">{t("watch.allTables")}</option>
        {site.value?.tables.map((one) => (
          <option key={one.table} value={one.table}>
            {one.table.toUpperCase()}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The last line of a row: repeats, or that it is over. */
function note({ head, alarms, over }: Cause): string | null {
  const zone = zoneOf(head.table);
  const time = (at: number): string => clock(language.value, at, "minutes", zone);
  if (alarms.length > 1) return t("watch.times", { count: alarms.length, time: time(alarms[0]?.since ?? head.since) });
  return over ? t("watch.over", { time: time(head.clearedAt ?? head.since) }) : null;
}

function AlarmRow({ cause }: { readonly cause: Cause }) {
  const { head, acked, over } = cause;
  const { title, seen } = alarmText(language.value, head);
  const selected = chosenCause.value?.key === cause.key;
  const choose = (): void => look({ kind: "alarm", alarm: head });
  const noted = note(cause);
  return (
    <li class={`alarm ${causeClass(cause)} ${selected ? "selected" : ""}`} data-code={head.code}>
      <button type="button" class="what" aria-pressed={selected} onClick={choose}>
        <AlarmMark priority={head.priority} acked={acked} />
        <strong class="where">{head.table.toUpperCase()}</strong>
        <span class="text">
          <b>{title}</b>
          <span>{seen}</span>
          {noted !== null && <em>{noted}</em>}
        </span>
      </button>
      <span class="age">
        <b>{duration((over ? (head.clearedAt ?? tableNow.value) : tableNow.value) - head.since)}</b>
        {acked && <span>{head.ackedBy}</span>}
        {!acked && (
          <button
            type="button"
            class="ack"
            onClick={() => {
              choose();
              signing.value = true;
            }}
          >
            {t("watch.acknowledge")}
          </button>
        )}
      </span>
    </li>
  );
}
