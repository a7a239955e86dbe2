// What the statement's page knows: the house's progressives, and the statement of the one that is looked at.

import { computed, effect, signal } from "@preact/signals";
import type { MeterRequest, SiteMeter, SiteState, Statement } from "#contract/site";
import { freshId } from "../shared/fresh-id.ts";
import { askedLanguages, language, speak, t } from "../shared/language.ts";

/** From a local midnight to the next, or from the first stake until now. */
export type Period = "today" | "yesterday" | "all";

type Command = MeterRequest["command"];
/** What somebody is about to sign; the rest of it is asked for. */
export type Wanted =
  | Extract<Command, { kind: "confirm" }>
  | Omit<Extract<Command, { kind: "refuse" }>, "reason">
  | Omit<Extract<Command, { kind: "adjust" }>, "reason" | "amount">;

const meters = signal<readonly SiteMeter[]>([]);
export const pools = signal<readonly string[] | null>(null);
export const pool = signal<string | null>(null);
export const period = signal<Period>("today");
export const statement = signal<Statement | null>(null);
export const gone = signal(false);
export const meter = computed(() => meters.value.find(({ message }) => message.pool === pool.value) ?? null);
export const signing = signal<Wanted | null>(null);
/** Why a signature was not taken. */
export const notice = signal<string | null>(null);

const everyMs = 2_000;
const askWithinMs = 3_000;

/** Milliseconds since 1970; `to` null: until now. */
export function bounds(chosen: Period, now: Date): { readonly from: number; readonly to: number | null } {
  const midnight = (daysAgo: number): number => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
  if (chosen === "all") return { from: 0, to: null };
  return chosen === "today" ? { from: midnight(0), to: null } : { from: midnight(1), to: midnight(0) };
}

/** Where the statement that is looked at is given in a form. */
export function addressOf(of: string, chosen: Period, format: "json" | "csv" | "pdf"): string {
  const { from, to } = bounds(chosen, new Date());
  return `/api/site/meters/${encodeURIComponent(of)}/statement?format=${format}&from=${from}${to === null ? "" : `&to=${to}`}`;
}

export function follow(search: string): void {
  const asked = askedLanguages(search)[0];
  if (asked !== undefined) speak(asked);
  pool.value = new URLSearchParams(search).get("pool");
  const repeat = (): void => void look(asked === undefined).finally(() => setTimeout(repeat, everyMs));
  repeat();
  effect(() => {
    // Another one is looked at: it is asked for at once.
    void [pool.value, period.value];
    void askStatement();
  });
}

/** Asks for everything anew; `speaks`: in the language of the house. */
async function look(speaks = false): Promise<void> {
  const site = await ask<SiteState>("/api/site/state");
  gone.value = site === null;
  if (site === null) return;
  if (speaks) speak(site.language);
  meters.value = site.meters;
  pools.value = site.meters.map(({ message }) => message.pool);
  pool.value ??= pools.value[0] ?? null;
  await askStatement();
}

async function askStatement(): Promise<void> {
  const [of, chosen] = [pool.peek(), period.peek()];
  if (of === null) return;
  const found = await ask<Statement>(addressOf(of, chosen, "json"));
  if (of !== pool.peek() || chosen !== period.peek()) return;
  if (found === null) gone.value = true;
  else statement.value = found;
}

/** What was sent last and had no answer: sent again it acts once. */
let unanswered: { readonly text: string; readonly id: string } | null = null;

/** Signs with a PIN. */
export async function send(command: Command, pin: string): Promise<void> {
  const of = pool.peek();
  if (of === null) return;
  const text = JSON.stringify([of, command]);
  const { id } = unanswered?.text === text ? unanswered : { id: freshId() };
  unanswered = { text, id };
  try {
    const reply = await fetch(`/api/site/meters/${encodeURIComponent(of)}`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": language.peek() },
      body: JSON.stringify({ id, pin, command }),
      signal: AbortSignal.timeout(askWithinMs),
    });
    const answer = (await reply.json()) as { readonly ok: boolean; readonly text?: string };
    unanswered = null;
    notice.value = answer.ok ? null : (answer.text ?? t("meter.silent"));
    if (answer.ok) signing.value = null;
  } catch {
    notice.value = t("meter.silent");
  }
  await look();
}

async function ask<Message>(path: string): Promise<Message | null> {
  try {
    const reply = await fetch(path, { signal: AbortSignal.timeout(askWithinMs) });
    return reply.ok ? ((await reply.json()) as Message) : null;
  } catch {
    return null;
  }
}
