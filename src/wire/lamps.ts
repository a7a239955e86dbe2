// Lamps that are looked at again and again: what a shuffler's sensor sees becomes on, off or flashing, and a sensor that can't be right
// is told. Pure: a sample and its time in, readings out. Source of the figures: devices/README.md.

import type { Lamp, LampState, OpenReading } from "#core/device";

/** Which lamps are lit, of those that an input is wired to. */
export type LampSample = Readonly<Partial<Record<Lamp, boolean>>>;

interface Watched {
  /** What the input shows, and since when it has shown that without a change. */
  readonly raw: boolean;
  readonly rawSince: number;
  /** What it has shown for long enough to count. */
  readonly lit: boolean;
  /** Times of the newest two changes of `lit`; the older one first. */
  readonly edges: readonly [number, number];
  /** When the input last showed `lit`, or began anything else that held. */
  readonly settledAt: number;
  readonly told: LampState | null;
}

export interface LampWatch {
  readonly lamps: Readonly<Partial<Record<Lamp, Watched>>>;
  /** Since when all inputs say one thing that can't be true; null: they don't. */
  readonly impossibleSince: number | null;
  readonly stuckTold: StuckCode | null;
}

/** All inputs lit at once, or none while not even the mains are: a sensor that hangs, or its cable. */
export type StuckCode = "sensorStuck.lit" | "sensorStuck.dark";

export const freshLampWatch: LampWatch = { lamps: {}, impossibleSince: null, stuckTold: null };

/** A level counts once it has held so long: contacts bounce, and a hand passes a photodiode. */
export const debounceMs = 40;
/** Two changes within so long are a flashing lamp. */
export const flashWithinMs = 1500;
/** An input that has held no level for so long flickers too fast to be followed: a dimmed lamp. */
const unsettledMs = 400;
/** A sensor's inputs contradict each other for so long before that counts: while a lamp changes they may for a moment. */
const stuckAfterMs = 1500;
const long = Number.NEGATIVE_INFINITY;

/**
 * One sample. The first is told as it is; later ones when they have held for `debounceMs`. A reading for each lamp whose state is
 * another than told, and the fault `sensorStuck` when the inputs make no sense.
 */
export function sampleLamps(
  watch: LampWatch,
  sample: LampSample,
  at: number,
): { readonly watch: LampWatch; readonly readings: readonly OpenReading[] } {
  const readings: OpenReading[] = [];
  const lamps: Partial<Record<Lamp, Watched>> = {};
  for (const [name, raw] of Object.entries(sample)) {
    const lamp = name as Lamp;
    const seen = look(watch.lamps[lamp], raw, at);
    const state = stateOf(seen, at);
    if (state !== seen.told) readings.push({ kind: "light", lamp, state });
    lamps[lamp] = { ...seen, told: state };
  }
  const stuck = judgeSensor(watch, sample, at);
  if (stuck.told !== watch.stuckTold) {
    const code = stuck.told ?? watch.stuckTold ?? "sensorStuck.lit";
    readings.push({ kind: "fault", code, cleared: stuck.told === null });
  }
  return { watch: { lamps, impossibleSince: stuck.since, stuckTold: stuck.told }, readings };
}

function look(before: Watched | undefined, raw: boolean, at: number): Watched {
  if (before === undefined) return { raw, rawSince: at, lit: raw, edges: [long, long], settledAt: at, told: null };
  const rawSince = raw === before.raw ? before.rawSince : at;
  const holds = at - rawSince >= debounceMs;
  if (!holds) return { ...before, raw, rawSince };
  if (raw === before.lit) return { ...before, raw, rawSince, settledAt: at };
  // The change was when the level came, not when it had held for long enough.
  return { ...before, raw, rawSince, lit: raw, edges: [before.edges[1], rawSince], settledAt: at };
}

function stateOf({ lit, edges, settledAt }: Watched, at: number): LampState {
  if (at - settledAt >= unsettledMs) return "flashing";
  if (at - edges[0] <= flashWithinMs) return "flashing";
  return lit ? "on" : "off";
}

/** A shuffler shows one lamp at a time, and some lamp while it has power. */
function judgeSensor(watch: LampWatch, sample: LampSample, at: number): { readonly since: number | null; readonly told: StuckCode | null } {
  const code = impossible(sample);
  if (code === null) return { since: null, told: null };
  if (watch.stuckTold !== null) return { since: watch.impossibleSince, told: code };
  const since = watch.impossibleSince ?? at;
  return { since, told: at - since >= stuckAfterMs ? code : null };
}

function impossible(sample: LampSample): StuckCode | null {
  const levels = Object.values(sample);
  if (levels.length < 2) return null;
  if (levels.every((lit) => lit)) return "sensorStuck.lit";
  return sample.mains !== undefined && levels.every((lit) => !lit) ? "sensorStuck.dark" : null;
}
