// What the driver of a profile remembers, and one call's working copy of it.

import type { Reading, Sequenced } from "#core/device";

export const noBytes = new Uint8Array(0);

export interface ProfileOptions {
  /** Every option of the profile, by name. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Whether anything may be sent to the device. */
  readonly sending: boolean;
}

/** A tag on an antenna. */
export interface Sighting {
  /** Number of the sweep that saw it last, and sweeps since that did not. */
  readonly sweep: number;
  readonly missed: number;
  readonly seenAt: number;
}

/** By antenna, then by uid: the same tag on two antennas is two sightings. An antenna where nothing lies is not in it. */
export type Sightings = ReadonlyMap<number, ReadonlyMap<string, Sighting>>;

/** A question that waits for its answer. */
export interface Asked {
  readonly ask: number;
  readonly parameters: Readonly<Record<string, number>>;
  readonly untilAt: number;
  /** Something on the line since then could not be read: the answer is not whole. */
  readonly spoilt: boolean;
}

export interface ProfileState {
  readonly options: ProfileOptions;
  /** The beginning of a frame whose end has not come, and when its last byte came. */
  readonly held: Uint8Array;
  readonly heldAt: number;
  readonly skipping: boolean;
  /** A good frame has come since the link came up. */
  readonly greeted: boolean;
  /** Bytes that made no frame and have not been told. */
  readonly noise: number;
  /** Some bytes have made no frame since the last good one. */
  readonly isNoisy: boolean;
  readonly noiseAt: number;
  /** Frames of the running burst with a wrong checksum, and with a right one that no rule knows. */
  readonly badSums: number;
  readonly unknowns: number;
  readonly lastNumber: number | null;
  /** The last numbered frame. */
  readonly lastFrame: Uint8Array;
  readonly present: Sightings;
  readonly sweep: number;
  readonly asked: Asked | null;
  /** Faults told by failed answers, which stand until one is good. */
  readonly failing: readonly { readonly code: string; readonly ask: number; readonly antenna: number | null }[];
  /** The next question: its place in the round, and when it is due. */
  readonly next: number;
  readonly nextAt: number;
  readonly roundAt: number;
  /** Rounds of questions since the link came up. */
  readonly rounds: number;
}

export function startProfile(options: ProfileOptions): ProfileState {
  return {
    options,
    held: noBytes,
    heldAt: 0,
    skipping: false,
    greeted: false,
    noise: 0,
    isNoisy: false,
    noiseAt: 0,
    badSums: 0,
    unknowns: 0,
    lastNumber: null,
    lastFrame: noBytes,
    present: new Map(),
    sweep: 0,
    asked: null,
    failing: [],
    next: 0,
    nextAt: 0,
    roundAt: 0,
    rounds: 0,
  };
}

/** One call of the driver, which may change `state` but nothing that it shares with the state it began with. */
export interface Turn {
  readonly at: number;
  readonly state: { -readonly [Field in keyof ProfileState]: ProfileState[Field] };
  readonly readings: Sequenced[];
  /** This call's own copies of what `state.present` has by antenna, each made at its first change. */
  own: Map<number, Map<string, Sighting>> | null;
  readonly replies: Uint8Array[];
  readonly missed: Record<number, number>;
  sweepMs: number | null;
  forgot: boolean;
  /** The last numbered frame, where it lies: kept as bytes of its own only between two calls. */
  readonly last: { bytes: Uint8Array; start: number; end: number };
}

export function beginTurn(state: ProfileState, at: number): Turn {
  return {
    at,
    state: { ...state },
    readings: [],
    own: null,
    replies: [],
    missed: {},
    sweepMs: null,
    forgot: false,
    last: { bytes: state.lastFrame, start: 0, end: state.lastFrame.length },
  };
}

export function tell(turn: Turn, reading: Reading): void {
  turn.readings.push(reading);
}

export function fault(turn: Turn, code: string, cleared: boolean, count: number): void {
  turn.readings.push({ kind: "fault", code, cleared, count });
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
