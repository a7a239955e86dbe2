// What the tablelink driver remembers, and one call's working copy of it.

import type { Reading, Sequenced, Uid } from "#core/device";
import { freshLine, type LineCut } from "#wire/line";
import type { TablelinkOptions } from "./options.ts";

export interface Sighting {
  readonly uid: Uid;
  readonly antenna: number;
}

/** Tags in sight, by antenna and uid: the same tag on two antennas is two sightings. */
export type Sightings = ReadonlyMap<string, Sighting>;

/** A snapshot that is coming in. */
interface Arriving {
  readonly tags: number;
  readonly ins: number;
  readonly found: Sightings;
}

export interface TablelinkState {
  readonly options: TablelinkOptions;
  readonly cut: LineCut;
  /** The device's start that everything below belongs to; null until it was told. */
  readonly boot: number | null;
  /** Number of the newest line, and which of the 32 before it have come (bit 0: the one just before). */
  readonly last: number | null;
  readonly seen: number;
  /** Events counted since the device's start; null until the device has told its own count. */
  readonly n: number | null;
  /** Lines missed before the first count was told. */
  readonly missedBefore: number;
  /** The device has answered since the link came up. */
  readonly greeted: boolean;
  /** A snapshot is needed. When the last one was asked for. */
  readonly needs: boolean;
  readonly askedAt: number;
  readonly arriving: Arriving | null;
  readonly present: Sightings;
  /** Levels told since the link came up, and the device's time of each lamp's last rise, by port. */
  readonly levels: Readonly<Record<number, 0 | 1>>;
  readonly rises: Readonly<Record<number, number>>;
  /** Ports in use that the configuration does not know; each is told once a connection. */
  readonly strangePorts: readonly number[];
  readonly readers: readonly (0 | 1)[];
  /** Failed reads told by the device, over all readers. */
  readonly missed: number | null;
  /** Lines of the running burst: lines that say nothing sensible, lines that came late. */
  readonly badLines: number;
  readonly lateLines: number;
  /** Lines dropped because they had been read already. */
  readonly duplicates: number;
}

export function startState(options: TablelinkOptions): TablelinkState {
  return {
    options,
    cut: freshLine,
    boot: null,
    last: null,
    seen: 0,
    n: null,
    missedBefore: 0,
    greeted: false,
    needs: true,
    askedAt: Number.NEGATIVE_INFINITY,
    arriving: null,
    present: new Map(),
    levels: {},
    rises: {},
    strangePorts: [],
    readers: [],
    missed: null,
    badLines: 0,
    lateLines: 0,
    duplicates: 0,
  };
}

/** One call of the driver, which may change `state` but nothing that it shares with the state it began with. */
export interface Turn {
  readonly at: number;
  readonly state: { -readonly [Field in keyof TablelinkState]: TablelinkState[Field] };
  readonly readings: Sequenced[];
  /** Requests for a snapshot to send. */
  requests: number;
  /** This call's own copies of `state.present` and `state.arriving.found`, made at their first change. */
  ownPresent: Map<string, Sighting> | null;
  ownFound: Map<string, Sighting> | null;
}

export function beginTurn(state: TablelinkState, at: number): Turn {
  return { at, state: { ...state }, readings: [], requests: 0, ownPresent: null, ownFound: null };
}

export function tell(turn: Turn, reading: Reading): void {
  turn.readings.push(reading);
}

export function fault(turn: Turn, code: string, count: number): void {
  turn.readings.push({ kind: "fault", code, cleared: false, count });
}

export function clearFault(turn: Turn, code: string, count: number): void {
  turn.readings.push({ kind: "fault", code, cleared: true, count });
}
