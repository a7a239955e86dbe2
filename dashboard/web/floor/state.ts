// What the surveillance page knows: the site as its stream tells it, what is being looked at, and the records asked for.

import { computed, effect, signal } from "@preact/signals";
import type { AlarmRecord, RoundRecord, RoundSummary, SiteAlarm, SiteDevice, SiteState, SiteTable } from "#contract/site";
import { isLanguage, refusal } from "#i18n/format";
import { keepStream } from "../shared/event-source.ts";
import { language, speak } from "../shared/language.ts";
import { currencyShown } from "../shared/money.ts";
import { heardBeat, silentForMs } from "../shared/table-clock.ts";
import { type Cause, causesOf, type Filter, shown } from "./feed.ts";

/** What fills the large part of the page. */
export type View =
  | { readonly kind: "wall" }
  | { readonly kind: "history" }
  | { readonly kind: "rounds"; readonly table: string | null }
  | { readonly kind: "round"; readonly table: string; readonly round: number; readonly journal: string | null; readonly at: number | null }
  | { readonly kind: "report" };

/** What the panel beside the wall is about. */
export type Chosen = { readonly kind: "table"; readonly table: string } | { readonly kind: "alarm"; readonly alarm: SiteAlarm } | null;

export const site = signal<SiteState | null>(null);
/** Nothing has been heard of the site for three seconds: what is shown is old. */
export const gone = signal(false);
export const view = signal<View>({ kind: "wall" });
export const chosen = signal<Chosen>(null);
export const filter = signal<Filter>({ priority: 3, table: null });
/** The acknowledgement that waits for a PIN. */
export const signing = signal(false);
export const refused = signal<string | null>(null);

export const record = signal<AlarmRecord | null>(null);
export const devices = signal<readonly SiteDevice[]>([]);
export const rounds = signal<readonly RoundSummary[]>([]);
export const roundRecord = signal<RoundRecord | null>(null);
export const past = signal<readonly SiteAlarm[]>([]);

export const causes = computed<readonly Cause[]>(() => causesOf(site.value?.alarms ?? []));
export const feed = computed(() => shown(causes.value, filter.value));
/** The gravest trouble of each table. */
export const worst = computed(() => {
  const byTable = new Map<string, Cause>();
  for (const cause of causes.value) {
    const known = byTable.get(cause.head.table);
    if (known === undefined || (known.over && !cause.over)) byTable.set(cause.head.table, cause);
  }
  return byTable as ReadonlyMap<string, Cause>;
});
/** The cause that is looked at, with its repeats; null: a table is, or the alarm stands no more. */
export const chosenCause = computed<Cause | null>(() => {
  const of = chosen.value;
  if (of?.kind !== "alarm") return null;
  const { table, id, since } = of.alarm;
  const same = (alarm: SiteAlarm): boolean => alarm.table === table && alarm.id === id && alarm.since === since;
  return causes.value.find(({ alarms }) => alarms.some(same)) ?? causesOf([record.value?.alarm ?? of.alarm])[0] ?? null;
});

const goneAfterMs = 3_000;
const askWithinMs = 4_000;
const askEveryMs = 1_000;
const languageKept = "pitwire.floor.language";

export function tableOf(name: string): SiteTable | null {
  return site.value?.tables.find(({ table }) => table === name) ?? null;
}

export function zoneOf(table: string): string {
  return tableOf(table)?.timeZone ?? site.value?.tables[0]?.timeZone ?? "";
}

/** In which language this screen speaks: what was last chosen here, or what the house speaks. */
export function speakHere(next: string): void {
  if (!isLanguage(next)) return;
  localStorage.setItem(languageKept, next);
  speak(next);
}

export function look(at: Chosen): void {
  signing.value = false;
  refused.value = null;
  record.value = null;
  devices.value = [];
  chosen.value = at;
}

export function follow(asked: string | undefined): void {
  const kept = asked ?? localStorage.getItem(languageKept);
  if (isLanguage(kept)) speak(kept);
  keepStream(
    "/api/site/stream",
    {
      events: {
        site: (body) => {
          const next = JSON.parse(body) as SiteState;
          if (site.value === null && !isLanguage(kept)) speak(next.language);
          currencyShown.value = next.currency;
          heardBeat(next.at);
          gone.value = false;
          site.value = next;
        },
      },
      tick: () => {
        gone.value = silentForMs() > goneAfterMs && Number.isFinite(silentForMs());
      },
    },
    silentForMs,
  );
  effect(() => {
    void [chosen.value, view.value];
    void refresh();
  });
  setInterval(() => void refresh(), askEveryMs);
}

/** Asks again for what is being looked at: it grows while one looks. */
async function refresh(): Promise<void> {
  const [at, shownView] = [chosen.value, view.value];
  await Promise.all([
    at?.kind === "alarm" && take(alarmPath(at.alarm), record, () => chosen.value === at),
    at?.kind === "table" && take(`${tablePath(at.table)}/devices`, devices, () => chosen.value === at),
    shownView.kind === "history" && take(historyPath(), past, () => view.value === shownView),
    shownView.kind === "rounds" &&
      shownView.table !== null &&
      take(`${tablePath(shownView.table)}/rounds?limit=100`, rounds, () => view.value === shownView),
    shownView.kind === "round" && take(roundPath(shownView), roundRecord, () => view.value === shownView),
  ]);
}

const tablePath = (table: string): string => `/api/site/tables/${encodeURIComponent(table)}`;
const alarmPath = ({ table, id, since }: SiteAlarm): string => `${tablePath(table)}/alarms/${encodeURIComponent(id)}/${since}`;

function historyPath(): string {
  const { table } = filter.peek();
  return table === null ? "/api/site/alarms" : `/api/site/alarms?table=${encodeURIComponent(table)}`;
}

function roundPath({ table, round, journal }: Extract<View, { kind: "round" }>): string {
  return `${tablePath(table)}/rounds/${round}${journal === null ? "" : `?journal=${encodeURIComponent(journal)}`}`;
}

async function take<Message>(path: string, into: { value: Message }, wanted: () => boolean): Promise<void> {
  try {
    const reply = await fetch(path, { signal: AbortSignal.timeout(askWithinMs) });
    if (!reply.ok) return;
    const body = (await reply.json()) as Message;
    if (wanted()) into.value = body;
  } catch {
    // The stream says that the site is gone.
  }
}

/** Acknowledges a cause with all its repeats: whose PIN it is has seen them. */
export async function acknowledge({ alarms }: Cause, pin: string): Promise<void> {
  const unseen = alarms.filter(({ ackedBy }) => ackedBy === null).map(({ table, id, since }) => ({ table, id, since }));
  try {
    const reply = await fetch("/api/site/acknowledge", {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": language.value },
      body: JSON.stringify({ alarms: unseen, pin }),
      signal: AbortSignal.timeout(askWithinMs),
    });
    const body = (await reply.json()) as { readonly ok: boolean; readonly text?: string };
    refused.value = body.ok ? null : (body.text ?? refusal(language.value, "notNow"));
    signing.value = !body.ok;
  } catch {
    refused.value = refusal(language.value, "notSent");
  }
}
