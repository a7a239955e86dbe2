// From bytes to readings: cuts frames, checks them, and says what the profile's rules say of them.

import type { Sequenced } from "#core/device";
import type { Get } from "./cursor.ts";
import { bytesOfHex } from "./hex.ts";
import type { Noise } from "./noise.ts";
import type { Polls } from "./polls.ts";
import type { FrameSpec, Profile } from "./profile.ts";
import type { ProfileReader, Rule } from "./profile-reader.ts";
import { fault, noBytes, type Turn, tell } from "./profile-state.ts";
import { makeSend } from "./send.ts";
import { tagMoved, tagSeen } from "./sightings.ts";

/** So many frames in a row with a wrong checksum are a fault: speed, parity or wiring. */
const badSumsMost = 3;
/** So many faults of failed answers are remembered. */
const failingMost = 16;
const alive: Sequenced = { kind: "alive" };

/** Reads all frames that are there; `isEnd`: nothing more will come, so a frame that has only begun is none. */
export type ReadFrames = (turn: Turn, bytes: Uint8Array, isEnd: boolean) => void;

export function makeReadFrames(profile: Profile, reader: ProfileReader, polls: Polls, noise: Noise): ReadFrames {
  const { seal, cutter, findings } = reader;
  const numberOf = profile.sequence === undefined ? null : (reader.names.get(profile.sequence.field) as Get);
  const modulo = profile.sequence?.modulo ?? null;
  const singles = singlesOf(profile.frame);
  const acknowledge = profile.acknowledge && {
    good: makeSend(profile.acknowledge.good, profile.frame, seal),
    bad: profile.acknowledge.bad === undefined ? null : makeSend(profile.acknowledge.bad, profile.frame, seal),
  };

  function readAll(turn: Turn, bytes: Uint8Array, isEnd: boolean): void {
    const { state } = turn;
    const to = bytes.length;
    let from = 0;
    cutter.skipping = state.skipping;
    while (from < to) {
      const size = cutter.cut(bytes, from, to);
      if (size === 0 && !isEnd) break;
      if (size <= 0) {
        const lost = size === 0 ? 1 : -size;
        noise.add(turn, lost);
        from += lost;
        continue;
      }
      from += frameCut(turn, size);
    }
    state.skipping = cutter.skipping && !isEnd;
    state.held = from === to ? noBytes : bytes.slice(from);
    state.heldAt = turn.at;
  }

  /** A frame was found: reads it, and says how many of its bytes are used up. */
  function frameCut(turn: Turn, size: number): number {
    const { frame, start, end } = cutter;
    if (start === end) return size;
    const isLone = singles !== null && singles[frame[start] as number] === 1;
    const isUnsealed = seal === null || isLone;
    // A byte with no checksum proves nothing behind noise: it is a piece of the frame that was struck.
    const isRight = isLone ? !turn.state.isNoisy : isUnsealed || seal.isRight(frame, start, end);
    if (isRight && frameRead(turn, frame, start, end, isUnsealed)) return size;
    if (!isRight && !isLone) badSum(turn);
    const lost = cutter.losesWhole ? size : 1;
    noise.add(turn, lost);
    return lost;
  }

  function badSum(turn: Turn): void {
    if (++turn.state.badSums === badSumsMost) fault(turn, "badChecksum", false, badSumsMost);
    if (acknowledge?.bad && turn.state.options.sending) turn.replies.push(acknowledge.bad({}));
  }

  /** Reads a whole frame. False when no rule knows it and nothing else vouches for it. */
  function frameRead(turn: Turn, bytes: Uint8Array, start: number, end: number, isUnsealed: boolean): boolean {
    const { state } = turn;
    reader.point(bytes, start, end, state.asked?.parameters ?? state.options.numbers);
    // An answer that comes too late says nothing: nobody knows of what.
    const rule = reader.find(polls.isLate, state);
    if (rule === null && isUnsealed) return false;
    frameGood(turn);
    const told = turn.readings.length;
    if (rule === null) unknownFrame(turn);
    else if (numberOf === null) frameKnown(turn, rule, null);
    else {
      const number = numberOf();
      const seq = typeof number === "number" ? number : null;
      if (seq === null || isNewNumber(turn, seq, modulo, bytes, start, end)) frameKnown(turn, rule, seq);
    }
    if (acknowledge !== undefined && state.options.sending) turn.replies.push(acknowledge.good({}));
    // Every good frame proves that the device lives, whatever else it says.
    for (let at = told; at < turn.readings.length; at++) if (turn.readings[at]?.kind !== "fault") return true;
    turn.readings.push(alive);
    return true;
  }

  /** Noise before a good frame is told before it. */
  function frameGood(turn: Turn): void {
    const { state } = turn;
    if (state.isNoisy) noise.end(turn);
    if (!state.greeted) tell(turn, { kind: "hello", restarted: false });
    state.greeted = true;
    if (state.badSums >= badSumsMost) fault(turn, "badChecksum", true, state.badSums);
    state.badSums = 0;
  }

  function unknownFrame(turn: Turn): void {
    if (turn.state.unknowns++ === 0) fault(turn, "unknownFrame", false, 1);
  }

  function frameKnown(turn: Turn, { spec, isAnswer }: Rule, seq: number | null): void {
    const { state } = turn;
    if (state.unknowns > 0) fault(turn, "unknownFrame", true, state.unknowns);
    state.unknowns = 0;
    if (isAnswer && polls.isLate(state, spec)) return;
    for (let i = 0; i < findings.count; i++) {
      const reading = findings.readings[i] as Sequenced;
      if (spec.fails === undefined || reading.kind !== "fault") found(turn, reading, seq);
      else if (!state.failing.some(({ code }) => code === reading.code)) {
        state.failing = [...state.failing, { code: reading.code, ...polls.asked(state) }].slice(-failingMost);
        tell(turn, reading);
      }
    }
    for (let i = 0; i < findings.tags; i++) tagSeen(turn, findings.antennas[i] as number, findings.uids[i] as string);
    turn.forgot ||= spec.forgot === true;
    if (isAnswer) polls.answered(turn, spec);
  }

  return readAll;
}

/** Marks the first bytes of frames of one or two bytes, which have no checksum; null: there are none. */
export function singlesOf(frame: FrameSpec): Uint8Array | null {
  // Frames of a size that the first byte tells all have their checksum.
  if (frame.kind !== "enclosed") return null;
  const singles = new Uint8Array(256);
  for (const first of Object.keys(frame.single)) singles[bytesOfHex(first)?.[0] ?? 0] = 1;
  return singles;
}

function found(turn: Turn, reading: Sequenced, seq: number | null): void {
  if (reading.kind === "tag") tagMoved(turn, reading.antenna, reading.uid, reading.present);
  else {
    // It was made for this frame: nobody else has it yet, and a copy of each would cost more than all the rest.
    if (seq !== null) (reading as { seq?: number }).seq = seq;
    turn.readings.push(reading);
  }
}

/** A frame that repeats the last one, number and all, is a duplicate; a number left out is a loss. */
function isNewNumber(turn: Turn, number: number, modulo: number | null, bytes: Uint8Array, start: number, end: number): boolean {
  const { state } = turn;
  if (number === state.lastNumber && isSame(turn.last, bytes, start, end)) return false;
  if (modulo !== null && state.lastNumber !== null) {
    const lost = (number - state.lastNumber - 1 + 2 * modulo) % modulo;
    if (lost > 0) fault(turn, "lostEvents", false, lost);
  }
  state.lastNumber = number;
  turn.last.bytes = bytes;
  turn.last.start = start;
  turn.last.end = end;
  return true;
}

function isSame(last: Turn["last"], bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (last.end - last.start !== length) return false;
  for (let i = 0; i < length; i++) if (last.bytes[last.start + i] !== bytes[start + i]) return false;
  return true;
}
