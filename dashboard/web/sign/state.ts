// What a sign knows, as signals. It is kept on this machine, so that a sign that starts without its table shows the last that it
// knew, and says how old that is.

import { signal } from "@preact/signals";
import type { MeterMessage } from "#contract/meter";
import type { SignAbout } from "#contract/sign";
import type { View } from "#core/view";
import { currencyShown } from "../shared/money.ts";
import { heardBeat, silentForMs } from "../shared/table-clock.ts";
import type { Heard } from "./validity.ts";

export interface Shown {
  readonly journal: string;
  /** Hash of the rules that the view was played by. */
  readonly pack: string;
  readonly view: View;
}
export interface HeardMeter {
  readonly message: MeterMessage;
  readonly heardAt: number;
}

export const about = signal<SignAbout | null>(null);
export const shown = signal<Shown | null>(null);
export const meters = signal<ReadonlyMap<string, HeardMeter>>(new Map());
/** When the table last spoke, by its own clock and by this machine's. */
export const lastSeen = signal<{ readonly at: number; readonly here: number } | null>(null);
/** How old the last is that the table said, in whole seconds; renewed by the page. */
export const ageS = signal(0);
/** The program has changed since this page was loaded. */
export const outdated = signal(false);

let beatPack: string | null = null;
let lostAt: number | null = performance.now();

const keepEveryMs = 5_000;
const keptUnder = `pitwire.sign ${location.pathname}${location.search}`;
let keptAt = Number.NEGATIVE_INFINITY;

/** How a feed tells what it hears. */
export const hear = {
  about: (next: SignAbout): void => {
    if (about.value !== null && about.value.software !== next.software) outdated.value = true;
    currencyShown.value = next.currency;
    about.value = next;
    beatPack = next.pack.hash;
    keep(true);
  },
  state: (next: Shown): void => {
    shown.value = next;
    keep(false);
  },
  beat: (at: number, pack: string | null): void => {
    if (pack !== null) beatPack = pack;
    heardBeat(at);
    lastSeen.value = { at, here: Date.now() };
    lostAt = null;
  },
  meter: (message: MeterMessage): void => {
    meters.value = new Map(meters.value).set(message.pool, { message, heardAt: performance.now() });
  },
  link: (up: boolean): void => {
    if (up) lostAt = null;
    else lostAt ??= performance.now();
  },
};
export type Hear = typeof hear;

export function heardNow(): Heard {
  const seen = lastSeen.value;
  return {
    about: about.value?.pack.hash ?? null,
    view: shown.value?.pack ?? null,
    beat: beatPack,
    silentMs: silentForMs(),
    lostMs: lostAt === null ? 0 : performance.now() - lostAt,
    ageMs: seen === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.now() - seen.here),
  };
}

function keep(now: boolean): void {
  if (about.value === null || shown.value === null || lastSeen.value === null) return;
  if (!now && performance.now() - keptAt < keepEveryMs) return;
  keptAt = performance.now();
  try {
    localStorage.setItem(keptUnder, JSON.stringify({ about: about.value, shown: shown.value, lastSeen: lastSeen.value }));
  } catch {
    // A machine that keeps nothing shows nothing after a start without its table; all else goes on.
  }
}

/** Takes up what this machine has kept; the picture is old until the table speaks. */
export function remember(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(keptUnder) ?? "null") as null | {
      about: SignAbout;
      shown: Shown;
      lastSeen: { at: number; here: number };
    };
    if (kept === null) return;
    currencyShown.value = kept.about.currency;
    about.value = kept.about;
    shown.value = kept.shown;
    lastSeen.value = kept.lastSeen;
    beatPack = kept.about.pack.hash;
  } catch {
    localStorage.removeItem(keptUnder);
  }
}
