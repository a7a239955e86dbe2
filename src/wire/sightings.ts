// Which tags lie where, for devices that only say what they see: a tag counts as gone when it was missed often enough, or for
// long enough. A resting card that one read misses has not left.

import type { PresenceSpec } from "./profile.ts";
import { fault, type Sighting, type Sightings, type Turn, tell } from "./profile-state.ts";

/** Tags in sight at once, more than which nobody can deal. */
const maxTags = 512;

function own(turn: Turn): Map<string, Sighting> {
  if (turn.own === null) {
    turn.own = new Map(turn.state.present);
    turn.state.present = turn.own;
  }
  return turn.own;
}

/** A tag was seen. */
export function tagSeen(turn: Turn, antenna: number, uid: string): void {
  const { state, at } = turn;
  const key = `${antenna} ${uid}`;
  const before = state.present.get(key);
  if (before !== undefined && before.sweep === state.sweep && before.seenAt === at) return;
  if (before === undefined) {
    if (state.present.size >= maxTags) return fault(turn, "tooManyTags", false, 1);
    tell(turn, { kind: "tag", uid, antenna, present: true });
  }
  own(turn).set(key, { uid, antenna, sweep: state.sweep, missed: 0, seenAt: at });
}

/** The device says itself that a tag came or left: told on changes. */
export function tagMoved(turn: Turn, antenna: number, uid: string, present: boolean): void {
  if (present) return tagSeen(turn, antenna, uid);
  if (own(turn).delete(`${antenna} ${uid}`)) tell(turn, { kind: "tag", uid, antenna, present: false });
}

/**
 * A sweep of one antenna, or of all, is complete: tags that it did not see have been missed once more. In a spoilt sweep a tag may
 * have been lost on the line: it counts for nobody's absence.
 */
export function sweepEnded(turn: Turn, presence: PresenceSpec, antenna: number | null, spoilt: boolean): void {
  const { state } = turn;
  if ("misses" in presence && !spoilt) {
    for (const [key, seen] of state.present) {
      if ((antenna !== null && seen.antenna !== antenna) || seen.sweep === state.sweep) continue;
      turn.missed[seen.antenna] = (turn.missed[seen.antenna] ?? 0) + 1;
      if (seen.missed + 1 < presence.misses) own(turn).set(key, { ...seen, missed: seen.missed + 1 });
      else leave(turn, key, seen);
    }
  }
  state.sweep++;
}

function leave(turn: Turn, key: string, { uid, antenna }: Sighting): void {
  own(turn).delete(key);
  tell(turn, { kind: "tag", uid, antenna, present: false });
}

/** Time passes: tags that were not seen for too long are gone. */
export function tagsAged(turn: Turn, presence: PresenceSpec): void {
  if (!("absentAfterMs" in presence)) return;
  for (const [key, seen] of turn.state.present) if (turn.at - seen.seenAt >= presence.absentAfterMs) leave(turn, key, seen);
}

/** When the next tag counts as gone; null: no tag does by time alone. */
export function nextAgeAt(present: Sightings, presence: PresenceSpec): number | null {
  if (!("absentAfterMs" in presence) || present.size === 0) return null;
  let first = Number.POSITIVE_INFINITY;
  for (const { seenAt } of present.values()) first = Math.min(first, seenAt);
  return first + presence.absentAfterMs;
}

/** The link came up again: nobody was missed while nobody could be seen. */
export function restartAges(turn: Turn): void {
  for (const [key, seen] of turn.state.present) own(turn).set(key, { ...seen, missed: 0, seenAt: turn.at });
}
