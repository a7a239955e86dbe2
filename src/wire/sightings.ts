// Which tags lie where, for devices that only say what they see: a tag counts as gone when it was missed often enough, or for
// long enough. A resting card that one read misses has not left.

import type { PresenceSpec } from "./profile.ts";
import { fault, type Sighting, type Sightings, type Turn, tell } from "./profile-state.ts";

/** Tags in sight at once, more than which nobody can deal. */
const maxTags = 512;

/** This call's own copy of what lies on an antenna. */
function own(turn: Turn, antenna: number): Map<string, Sighting> {
  turn.own ??= new Map();
  const owned = turn.own.get(antenna);
  if (owned !== undefined) return owned;
  const copy = new Map(turn.state.present.get(antenna));
  turn.own.set(antenna, copy);
  turn.state.present = new Map(turn.state.present).set(antenna, copy);
  return copy;
}

function countOf(present: Sightings): number {
  let count = 0;
  for (const lying of present.values()) count += lying.size;
  return count;
}

/** A tag was seen. */
export function tagSeen(turn: Turn, antenna: number, uid: string): void {
  const { state, at } = turn;
  const before = state.present.get(antenna)?.get(uid);
  if (before !== undefined && before.sweep === state.sweep && before.seenAt === at) return;
  if (before === undefined) {
    if (countOf(state.present) >= maxTags) return fault(turn, "tooManyTags", false, 1);
    tell(turn, { kind: "tag", uid, antenna, present: true });
  }
  own(turn, antenna).set(uid, { sweep: state.sweep, missed: 0, seenAt: at });
}

/** The device says itself that a tag came or left: told on changes. */
export function tagMoved(turn: Turn, antenna: number, uid: string, present: boolean): void {
  if (present) return tagSeen(turn, antenna, uid);
  if (turn.state.present.get(antenna)?.has(uid) === true) leave(turn, antenna, uid);
}

/**
 * A sweep of one antenna, or of all, is complete: tags that it did not see have been missed once more. In a spoilt sweep a tag may
 * have been lost on the line: it counts for nobody's absence.
 */
export function sweepEnded(turn: Turn, presence: PresenceSpec, antenna: number | null, spoilt: boolean): void {
  const { state } = turn;
  if ("misses" in presence && !spoilt)
    for (const [swept, lying] of state.present)
      if (antenna === null || swept === antenna) antennaSwept(turn, presence.misses, swept, lying);
  state.sweep++;
}

function antennaSwept(turn: Turn, misses: number, antenna: number, lying: ReadonlyMap<string, Sighting>): void {
  for (const [uid, seen] of lying) {
    if (seen.sweep === turn.state.sweep) continue;
    turn.missed[antenna] = (turn.missed[antenna] ?? 0) + 1;
    if (seen.missed + 1 < misses) own(turn, antenna).set(uid, { ...seen, missed: seen.missed + 1 });
    else leave(turn, antenna, uid);
  }
}

function leave(turn: Turn, antenna: number, uid: string): void {
  const lying = own(turn, antenna);
  lying.delete(uid);
  if (lying.size === 0) {
    const present = new Map(turn.state.present);
    present.delete(antenna);
    turn.state.present = present;
    turn.own?.delete(antenna);
  }
  tell(turn, { kind: "tag", uid, antenna, present: false });
}

/** Time passes: tags that were not seen for too long are gone. */
export function tagsAged(turn: Turn, presence: PresenceSpec): void {
  if (!("absentAfterMs" in presence)) return;
  for (const [antenna, lying] of turn.state.present)
    for (const [uid, seen] of lying) if (turn.at - seen.seenAt >= presence.absentAfterMs) leave(turn, antenna, uid);
}

/** When the next tag counts as gone; null: no tag does by time alone. */
export function nextAgeAt(present: Sightings, presence: PresenceSpec): number | null {
  if (!("absentAfterMs" in presence) || present.size === 0) return null;
  let first = Number.POSITIVE_INFINITY;
  for (const lying of present.values()) for (const { seenAt } of lying.values()) first = Math.min(first, seenAt);
  return first + presence.absentAfterMs;
}

/** The link came up again: nobody was missed while nobody could be seen. */
export function restartAges(turn: Turn): void {
  for (const [antenna, lying] of turn.state.present)
    for (const [uid, seen] of lying) own(turn, antenna).set(uid, { ...seen, missed: 0, seenAt: turn.at });
}
