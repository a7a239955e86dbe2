// What the statement's page knows: the house's progressives, and the statement of the one that is looked at.

import { effect, signal } from "@preact/signals";
import type { SiteState, Statement } from "#contract/site";
import { askedLanguages, speak } from "../shared/language.ts";

/** From a local midnight to the next, or from the first stake until now. */
export type Period = "today" | "yesterday" | "all";

export const pools = signal<readonly string[] | null>(null);
export const pool = signal<string | null>(null);
export const period = signal<Period>("today");
export const statement = signal<Statement | null>(null);
export const gone = signal(false);

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
  const askAll = async (): Promise<void> => {
    const site = await ask<SiteState>("/api/site/state");
    gone.value = site === null;
    if (site === null) return;
    if (asked === undefined) speak(site.language);
    pools.value = site.meters.map(({ message }) => message.pool);
    pool.value ??= pools.value[0] ?? null;
    await askStatement();
  };
  const repeat = (): void => void askAll().finally(() => setTimeout(repeat, everyMs));
  repeat();
  effect(() => {
    // Another one is looked at: it is asked for at once.
    void [pool.value, period.value];
    void askStatement();
  });
}

async function askStatement(): Promise<void> {
  const [of, chosen] = [pool.peek(), period.peek()];
  if (of === null) return;
  const found = await ask<Statement>(addressOf(of, chosen, "json"));
  if (of !== pool.peek() || chosen !== period.peek()) return;
  if (found === null) gone.value = true;
  else statement.value = found;
}

async function ask<Message>(path: string): Promise<Message | null> {
  try {
    const reply = await fetch(path, { signal: AbortSignal.timeout(askWithinMs) });
    return reply.ok ? ((await reply.json()) as Message) : null;
  } catch {
    return null;
  }
}
