// A device described as data: how its bytes make frames, what a frame's bytes mean, which readings they are, what to ask it. The
// words of devices/README.md, as types. There is no code in a profile.

import type { Lamp, LampState, LightSign } from "#core/device";
import type { CrcParameters, SumKind } from "./checksum.ts";

/** Bytes in hexadecimal: "A0 04". */
export type Hex = string;

/**
 * A place or a size inside a frame: a number, or a sum such as "length-3" or "epcLength+2" of numbers, fields read before and
 * `length`, the frame's own.
 */
export type Extent = number | string;

/**
 * Bytes to send: hexadecimal, 'text' in single quotes, and what is worked out: {len} the frame's length, {sum} its checksum
 * (the first {sum} the first of them), {name} a parameter as one byte, {name:bit} the bit of that number.
 */
export type SendTemplate = string;

/** How the stream is cut into frames. Every kind is bounded by `max` bytes. */
export type FrameSpec =
  /**
   * Text or bytes up to `end`, which is no part of the frame; `trim` may stand before it. `escapes`: pairs on the line, each for a byte that
   * may not stand in a frame as it is. The frame is what they mean; `max` counts what is on the line.
   */
  | {
      readonly kind: "delimited";
      readonly start?: Hex;
      readonly end: Hex;
      readonly trim?: Hex;
      readonly escapes?: Readonly<Record<Hex, Hex>>;
      readonly max: number;
    }
  | { readonly kind: "fixed"; readonly start?: Hex; readonly end?: Hex; readonly size: number }
  /** The frame says how long it is: whole length = the number at `at`, plus `plus`. */
  | {
      readonly kind: "length";
      readonly start?: Hex;
      readonly end?: Hex;
      readonly at: number;
      readonly size: 1 | 2;
      readonly order: "le" | "be";
      readonly plus: number;
      readonly min: number;
      readonly max: number;
    }
  /** From one of the `start` bytes to the `end` byte and `trailer` bytes more. `single`: frames of a fixed size, by their first byte. */
  | {
      readonly kind: "enclosed";
      readonly start: readonly Hex[];
      readonly end: Hex;
      readonly trailer: number;
      readonly single: Readonly<Record<Hex, number>>;
      readonly max: number;
    }
  /** Frames without anything in common, of a size that their first byte tells. */
  | { readonly kind: "first"; readonly sizes: Readonly<Record<Hex, number>> }
  /** A HID report: always `size` bytes, and the link keeps them together. */
  | { readonly kind: "report"; readonly size: number };

/** What is added up: `from` is counted in, `to` is not. */
export interface SumScope {
  readonly from: Extent;
  readonly to: Extent;
}

export interface ChecksumSpec extends SumScope {
  readonly kind: SumKind;
  readonly crc: CrcParameters;
  /** How it is written: bytes, low or high one first, or hexadecimal digits. */
  readonly as: "le" | "be" | "hex";
  readonly at: Extent;
  /** "hexDigits": the bytes that pairs of hexadecimal digits stand for are added up, not the digits. */
  readonly of: "bytes" | "hexDigits";
  /** The scope when sending, where it is another one. */
  readonly send?: SumScope;
}

export type FieldType = "u8" | "i8" | "u16le" | "u16be" | "u32le" | "u32be" | "char" | "text" | "hex" | "hexDigits" | "decimal" | "bcd";
export type Value = number | string | boolean;

/** A value in a frame. One that does not lie in it, or whose bytes are not of its type, is not there. */
export interface FieldSpec {
  readonly at: Extent;
  readonly type: FieldType;
  /** Bytes, for the types that have no size of their own. */
  readonly size?: Extent;
  /** "6-4" or "7": only these bits of a number, shifted down. */
  readonly bits?: string;
  /** What the bytes stand for; anything else is not there. */
  readonly map?: Readonly<Record<string, Value>>;
}

export type Condition = Value | readonly Value[] | { readonly min: number; readonly max: number };
export type Conditions = Readonly<Record<string, Condition>>;

/** A reading whose texts and numbers may be "{field}". A tag without `present` is a sighting: it lies there until it is missed. */
export type Emit =
  | { readonly kind: "card"; readonly card: string }
  | { readonly kind: "tag"; readonly uid: string; readonly antenna: Value; readonly present?: Value }
  | { readonly kind: "light"; readonly lamp: Lamp; readonly state: LampState | string }
  | { readonly kind: "count"; readonly cards: Value }
  | { readonly kind: "button"; readonly key: Value; readonly down: Value }
  | { readonly kind: "unreadable"; readonly code: string }
  | { readonly kind: "verdict"; readonly outcome: string }
  | { readonly kind: "fault"; readonly code: string; readonly cleared: Value }
  | { readonly kind: "hello"; readonly restarted: Value };

/** Records of one kind after another in a frame; their fields are counted from a record's first byte. */
export interface RecordsSpec {
  readonly from: Extent;
  readonly to: Extent;
  /** How many there are, where the frame says so. */
  readonly count?: Extent;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  readonly kinds: readonly { readonly when: Conditions; readonly size: Extent; readonly emit: readonly Emit[] }[];
}

/** The first rule whose conditions hold and whose fields are all there says what a frame means. */
export interface RuleSpec {
  readonly when: Conditions;
  readonly emit: readonly Emit[];
  readonly records?: RecordsSpec;
  /** The frame is the last answer to this question, or one of several, or says that it can't be answered now. */
  readonly answers?: string;
  readonly continues?: string;
  /** The faults it emits stand until the question is answered again. */
  readonly fails?: string;
  /** The device may not show what it was told to: it is told again. */
  readonly forgot?: boolean;
}

export interface AskSpec {
  readonly name: string;
  readonly send: SendTemplate;
  /** Sent after an answer that continues; without it the rest comes by itself. */
  readonly more?: SendTemplate;
  /** The answer tells all tags there are: those missing in it count as missed. */
  readonly sweep: boolean;
  /** Only in the first round after the link came up. */
  readonly once: boolean;
}

export interface PollSpec {
  readonly everyMs: number;
  readonly timeoutMs: number;
  /** The round is gone through once for each value of a parameter: { antenna: antennas } is 0 to the option antennas less one. */
  readonly each?: { readonly name: string; readonly option: string };
  readonly asks: readonly AskSpec[];
}

/** When a tag that was seen counts as gone: after so many sweeps without it, or after so long. */
export type PresenceSpec = { readonly misses: number } | { readonly absentAfterMs: number };

export type Expected = Readonly<Record<string, unknown>>;

/** A vector: bytes received and the readings they are, or something sent and its bytes. */
export type VectorSpec =
  | { readonly rx: Hex; readonly expect: readonly Expected[]; readonly with: Readonly<Record<string, number>> }
  | { readonly send: string; readonly tx: Hex; readonly with: Readonly<Record<string, number>> };

export interface Profile {
  readonly profile: string;
  readonly version: number;
  readonly title: string;
  /** unverified: second-hand; documented: by the maker's papers; measured: against a device. */
  readonly status: "unverified" | "documented" | "measured";
  readonly source: string;
  readonly line: {
    readonly baud: number;
    readonly bits: 7 | 8;
    readonly parity: "none" | "even" | "odd";
    readonly stop: 1 | 2;
  };
  readonly silentAfterMs: number | null;
  /** Nothing is sent to the device before its options say `sending: true`. */
  readonly readOnly: boolean;
  /** Numbers that a table's configuration may set. */
  readonly options: Readonly<Record<string, { readonly default: number; readonly min: number; readonly max: number }>>;
  readonly frame: FrameSpec;
  /** A gap so long inside a frame is its end. */
  readonly gapMs: number;
  /** In the order in which they are worked out, and in which {sum} stands for them: a later one may cover an earlier one. */
  readonly checksum?: readonly ChecksumSpec[];
  readonly fields: Readonly<Record<string, FieldSpec>>;
  /** A number in the frames: one that repeats itself with the same bytes is a duplicate; with `modulo`, gaps are losses. */
  readonly sequence?: { readonly field: string; readonly modulo?: number };
  readonly rules: readonly RuleSpec[];
  readonly presence?: PresenceSpec;
  readonly poll?: PollSpec;
  /** What is sent so that the device shows each of a table's signs. */
  readonly lights?: Readonly<Record<LightSign, SendTemplate>>;
  /** Sent when an operator wants it. */
  readonly commands: Readonly<Record<string, SendTemplate>>;
  /** Sent for each frame that is understood, and for each that is broken. */
  readonly acknowledge?: { readonly good: SendTemplate; readonly bad?: SendTemplate };
  readonly tests: readonly VectorSpec[];
}
