// From a tape to frames, as a technician wants to see them. The driver is played again byte by byte: the law that it reads the same
// however its bytes are cut says where each frame ends, whatever the protocol. Costs nothing until somebody looks.

import type { DeviceDriver, Received, Sequenced } from "#core/device";
import type { Millis } from "#core/event";
import { playMoment } from "#wire/session";
import type { Taped } from "./tape.ts";

export interface Frame {
  readonly at: Millis;
  readonly direction: "in" | "out";
  readonly bytes: Uint8Array;
  /** False: bytes that made no frame. */
  readonly good: boolean;
  readonly readings: readonly Sequenced[];
}

export interface FrameReader {
  /** Takes the next moment of the tape. */
  feed(moment: Taped): readonly Frame[];
}

type AnyDriver = DeviceDriver<unknown, never>;

/** `state`: the driver's before the first moment that is fed. */
export function makeFrameReader(driver: AnyDriver, first: unknown): FrameReader {
  let state = first;
  /** Bytes of the frame that is coming in, and the state before them. */
  let pending: number[] = [];
  let stateBefore = first;

  function settle(got: Received<unknown>): void {
    state = got.state;
    if (pending.length === 0) stateBefore = state;
  }

  function whole(moment: Taped): readonly Frame[] {
    const got = playMoment(driver, state, moment);
    if (got === null) return [{ at: moment.takenAt, direction: "out", bytes: moment.bytes, good: true, readings: [] }];
    settle(got);
    if (moment.what !== "in") pending = [];
    const { readings } = got;
    if (moment.what !== "in" && readings.length === 0) return [];
    return [{ at: moment.takenAt, direction: "in", bytes: moment.bytes, good: !readings.some(isNoise), readings }];
  }

  function byByte(moment: Taped): readonly Frame[] {
    const frames: Frame[] = [];
    for (const byte of moment.bytes) {
      const got = driver.receive(state, Uint8Array.of(byte), moment.at);
      pending.push(byte);
      state = got.state;
      if (got.readings.length === 0) continue;
      frames.push(...apart(driver, stateBefore, Uint8Array.from(pending), got.readings, moment));
      pending = [];
      stateBefore = state;
    }
    return frames;
  }

  return { feed: (moment) => (moment.what === "in" && driver.link.kind !== "hid" ? byByte(moment) : whole(moment)) };
}

/**
 * What led to some readings: the shortest end of the bytes that leads to the same is the frame. What lies before it is noise, or
 * something that the driver leaves alone: a comment, an echo. It is none of the frame.
 */
function apart(
  driver: AnyDriver,
  state: unknown,
  bytes: Uint8Array,
  readings: readonly Sequenced[],
  { at, takenAt }: Taped,
): readonly Frame[] {
  const told = readings.filter(isWord);
  const frame = { at: takenAt, direction: "in" } as const;
  if (told.length === 0) return [{ ...frame, bytes, good: !readings.some(isNoise), readings }];
  const wanted = JSON.stringify(told);
  const leadsThere = (from: number): boolean =>
    JSON.stringify(driver.receive(state, bytes.subarray(from), at).readings.filter(isWord)) === wanted;
  let from = bytes.length - 1;
  while (from > 0 && !leadsThere(from)) from--;
  const others = readings.filter((one) => !isWord(one));
  if (from === 0) return [{ ...frame, bytes, good: true, readings }];
  return [
    { ...frame, bytes: bytes.subarray(0, from), good: !others.some(isNoise), readings: others },
    { ...frame, bytes: bytes.subarray(from), good: true, readings: told },
  ];
}

/** What a frame says, in contrast to what the driver says of the line. */
function isWord({ kind }: Sequenced): boolean {
  return kind !== "noise" && kind !== "fault";
}

function isNoise({ kind }: Sequenced): boolean {
  return kind === "noise";
}
