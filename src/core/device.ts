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

/** The result of feeding bytes to a driver. */
export interface Received<State> {
  readonly state: State;
  readonly readings: readonly Sequenced[];
  /** Bytes to send back at once. */
  readonly reply?: Uint8Array;
}

/**
 * A device driver: data and pure functions. `receive` may be given bytes cut anywhere; it never throws and never grows
 * without bound. `connected` runs each time the link comes up: what it returns is sent first.
 */
export interface DeviceDriver<State, Options> {
  readonly model: string;
  readonly link: LinkSpec;
  /** Without a byte for so long the device counts as silent; null: it may be silent for ever. */
  readonly silentAfterMs: number | null;
  start(options: Options): State;
  connected(state: State, at: number): Received<State>;
  receive(state: State, bytes: Uint8Array, at: number): Received<State>;
}
