// What a device says, and the shape of a driver: data and pure functions. Ports, clocks and loggers belong to the shell.

import type { Card } from "./card.ts";
import type { Place } from "./felt.ts";

export type DeviceId = string;
export type Uid = string;
export type Lamp = "red" | "green" | "mains";
export type LampState = "on" | "off" | "flashing";

/** What a device says. Cards and tags end at the vault; everything else goes on to `step`. */
export type Reading =
  | { readonly kind: "card"; readonly card: Card; readonly to?: Place }
  | { readonly kind: "tag"; readonly uid: Uid; readonly antenna: number; readonly present: boolean }
  | OpenReading;

/** A reading that carries neither card nor tag. */
export type OpenReading =
  | { readonly kind: "light"; readonly lamp: Lamp; readonly state: LampState }
  | { readonly kind: "count"; readonly cards: number }
  | { readonly kind: "button"; readonly key: number; readonly down: boolean }
  /** A card passed and could not be read. */
  | { readonly kind: "unreadable"; readonly code: string }
  | { readonly kind: "verdict"; readonly outcome: string }
  /** `count`: lines, cards or retries concerned. */
  | { readonly kind: "fault"; readonly code: string; readonly cleared: boolean; readonly count?: number }
  /** The device answers, again or for the first time; `restarted` when it forgot what it knew. */
  | { readonly kind: "hello"; readonly restarted: boolean }
  | { readonly kind: "alive" }
  /** Bytes that made no frame. Garbage is a reading too. */
  | { readonly kind: "noise"; readonly bytes: number };

/** A reading with the device's own sequence number, where it has one. */
export type Sequenced = Reading & { readonly seq?: number };

export type LinkSpec = {
  readonly kind: "serial";
  readonly baudRate: number;
  readonly dataBits: 7 | 8;
  readonly parity: "none" | "even" | "odd";
  readonly stopBits: 1 | 2;
};

/** What only a technician wants to know. It never reaches the table. */
export interface Figures {
  /** Reads that failed or were tried again since the last call, by antenna. */
  readonly missed?: Readonly<Record<number, number>>;
  /** Milliseconds that the last look at all antennas took. */
  readonly sweepMs?: number;
}

/** The result of feeding bytes to a driver. */
export interface Received<State> {
  readonly state: State;
  readonly readings: readonly Sequenced[];
  /** Bytes to send back at once. */
  readonly reply?: Uint8Array;
  readonly figures?: Figures;
}

/**
 * A device driver: data and pure functions. `receive` may be given bytes cut anywhere; it never throws and never grows
 * without bound. `connected` runs each time the link comes up: what it returns is sent first. `at` is in milliseconds, on a clock
 * of the process that never jumps; it is no time of day.
 */
export interface DeviceDriver<State, Options> {
  readonly model: string;
  readonly link: LinkSpec;
  /** Without a byte for so long the device counts as silent; null: it may be silent for ever. */
  readonly silentAfterMs: number | null;
  /** Its readings are cards wherever it is used: a shoe that says rank and suit. Others bear cards where an antenna is configured. */
  readonly bearsCards?: true;
  start(options: Options): State;
  connected(state: State, at: number): Received<State>;
  receive(state: State, bytes: Uint8Array, at: number): Received<State>;
  /** When it wants to be polled next; null: not before something comes. Derived: asked after every call. Absent: it only listens. */
  pollsAt?(state: State): number | null;
  /** Its time has come: a question to send, an answer that never came. */
  poll?(state: State, at: number): Received<State>;
}
