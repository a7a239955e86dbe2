// What a device says, and the shape of a driver: data and pure functions. Ports, clocks and loggers belong to the shell.

import type { Card } from "./card.ts";
import type { Place } from "./felt.ts";

export type DeviceId = string;
export type Uid = string;
export type Lamp = "red" | "green" | "mains";
export type LampState = "on" | "off" | "flashing";

/** What a device says. Cards and tags end at the vault, badges at the sign-on; everything else goes on to `step`. */
export type Reading =
  | { readonly kind: "card"; readonly card: Card; readonly to?: Place }
  | { readonly kind: "tag"; readonly uid: Uid; readonly antenna: number; readonly present: boolean }
  /** What a badge reader types, the closing Enter left out. */
  | { readonly kind: "badge"; readonly text: string }
  | OpenReading;

/** A reading that carries neither card nor tag nor badge. */
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

/** What a device's line is like, where its configuration says nothing else. */
export type LinkSpec = SerialSpec | HidSpec;

export type SerialSpec = {
  readonly kind: "serial";
  readonly baudRate: number;
  readonly dataBits: 7 | 8;
  readonly parity: "none" | "even" | "odd";
  readonly stopBits: 1 | 2;
};

/** A USB device that speaks in reports: each is one call of `receive`, its number first where the device numbers them. */
export type HidSpec = {
  readonly kind: "hid";
  /** Vendor and product of devices that are known to speak so: what a technician is offered. Others may do as well. */
  readonly known?: readonly (readonly [vendorId: number, productId: number])[];
  /** Which of the device's interfaces, where it has several: usage page and usage, as in the HID usage tables. */
  readonly usage?: readonly [page: number, usage: number];
  /** What is sent goes out in reports of this size, each with its number first (0: the device numbers none). */
  readonly sends?: { readonly as: "output" | "feature"; readonly bytes: number };
};

/** What only a technician wants to know. It never reaches the table. */
export interface Figures {
  /** Reads that failed or were tried again since the last call, by antenna. */
  readonly missed?: Readonly<Record<number, number>>;
  /** Milliseconds that the last look at all antennas took. */
  readonly sweepMs?: number;
}

/**
 * A table's own light. stop: nobody touches a card · check: the dealer compares, or waits for a device · ready: all is well · closed: no
 * play here. On a lamp: red, amber, green, dark.
 */
export type LightSign = "stop" | "check" | "ready" | "closed";

/** A key of a panel, as the panel may show it. */
export interface PanelKey {
  readonly key: number;
  /** Lines of text in the table's language: what it does, or why it can't be pressed now. */
  readonly label: readonly string[];
  /** Smaller, below: for whom, how much, how. */
  readonly notes: readonly string[];
  /** next: what the table waits for · choice: one of several ways on · aside: always at hand. */
  readonly rank: "next" | "choice" | "aside";
  /** It can't be pressed now. */
  readonly blocked: boolean;
  /** It was pressed just now, and nothing came of it: the label says why, and the panel draws the eye to it. */
  readonly refused?: true;
  /** Pressed for two seconds before it acts. */
  readonly hold: boolean;
}

/** What a device should show: derived from the table, never stored. */
export interface Wanted {
  readonly light: LightSign;
  /** Keys that mean something now; the others are dark. */
  readonly keys: readonly PanelKey[];
}

/** The result of feeding bytes to a driver. */
export interface Received<State> {
  readonly state: State;
  readonly readings: readonly Sequenced[];
  /** Bytes to send back at once. */
  readonly reply?: Uint8Array;
  /** It may not show what it was told to show: it is told again. */
  readonly forgot?: true;
  readonly figures?: Figures;
}

/** What is known of a device of a model, whatever speaks to it. */
export interface DeviceTraits {
  readonly model: string;
  readonly link: LinkSpec;
  /** Without a good frame for so long the device counts as silent; null: it may be silent for ever. */
  readonly silentAfterMs: number | null;
  /** Its readings are cards wherever it is used: a shoe that says rank and suit. Others bear cards where an antenna is configured. */
  readonly bearsCards?: true;
  /** What it always tells, whatever its options say: lamps of a shuffler, keys of a panel. */
  readonly tells?: readonly ("lamps" | "keys")[];
  /** The table plays on without it, unless the configuration says otherwise: a panel, a light. */
  readonly spare?: true;
}

/**
 * A device driver: data and pure functions. `receive` may be given bytes cut anywhere; it never throws and never grows
 * without bound. `connected` runs each time the link comes up: what it returns is sent first. `at` is in milliseconds, on a clock
 * of the process that never jumps; it is no time of day.
 */
export interface DeviceDriver<State, Options> extends DeviceTraits {
  start(options: Options): State;
  connected(state: State, at: number): Received<State>;
  receive(state: State, bytes: Uint8Array, at: number): Received<State>;
  /** When it wants to be polled next; null: not before something comes. Derived: asked after every call. Absent: it only listens. */
  pollsAt?(state: State): number | null;
  /** Its time has come: a question to send, an answer that never came. */
  poll?(state: State, at: number): Received<State>;
  /** What to send so that it shows `wanted`; null: nothing. `last` is what it shows, null when nobody knows: after each connection. */
  drive?(state: State, last: Wanted | null, wanted: Wanted): Uint8Array | null;
}

/** Where an adapter's library opens its device: it is there, it is the one that was meant, and no other device of the table has it. */
export type AdapterPort =
  /** `binding`: for libraries that open serialport's stream; with it they hear of a hang-up. */
  | { readonly kind: "serial"; readonly path: string; readonly line: Omit<SerialSpec, "kind">; readonly binding: object }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  /** `open`: for libraries that take node-hid's device. It is closed when the opening of the library is given up. */
  | { readonly kind: "hid"; readonly path: string; readonly vendorId: number; readonly productId: number; open(): Promise<object> };

export interface AdapterListener {
  /** As a driver's: every good answer yields a reading that is neither `noise` nor `fault`, for that proves that the device lives. */
  onReadings(readings: readonly Sequenced[], figures?: Figures): void;
  /** The device is of no more use: `detail` in words for a technician. Told once; `close` is still to be called. */
  onDown(detail: string): void;
  /** Draws a picture of so many pixels a side, three bytes each: red, green, blue. Text in it is set in the table's own type. */
  draw(svg: string, pixels: number): Uint8Array;
}

export interface OpenAdapter {
  /** Shows what is wanted now. Called with the whole of it, each time it changes and once after opening. */
  drive?(wanted: Wanted): void;
  close(): Promise<void>;
}

/**
 * A device whose library owns its port. The adapter is its one impure file: it opens, reads and closes, and decides nothing. Finding the
 * device, waiting for its rights, watching whether it is still there and trying again for ever is the table's work.
 */
export interface DeviceAdapter<Options> extends DeviceTraits {
  /**
   * Opens the device; resolves once it has answered. `signal` gives it up: what is open by then is closed.
   * @throws Error whose message says what is wrong, and what helps
   */
  open(port: AdapterPort, options: Options, listener: AdapterListener, signal: AbortSignal): Promise<OpenAdapter>;
}
