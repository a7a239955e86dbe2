// Tags in sight: told as they come and go, and put right by each snapshot.

import { maxTags, readUid, type Snapshot, type Tag } from "./message.ts";
import { fault, type Sighting, type Turn, tell } from "./state.ts";

/** A tag came or went. Told on changes only: firmware that repeats itself for a resting card tells nothing new. */
export function tagRead(turn: Turn, tag: Tag): void {
  const uid = readUid(tag.uid);
  if (uid === null) return void turn.readings.push({ kind: "unreadable", code: `uid.${tag.ant}`, seq: tag.seq });
  const key = keyOf(tag.ant, uid);
  const isOn = tag.on === 1;
  const { present } = turn.state;
  const isFull = present.size >= maxTags;
  if (isOn ? present.has(key) : !present.has(key) && !isFull) return;
  turn.readings.push({ kind: "tag", uid, antenna: tag.ant, present: isOn, seq: tag.seq });
  if (!isOn) ownPresent(turn).delete(key);
  else if (isFull) fault(turn, "tooManyTags", 1);
  else ownPresent(turn).set(key, { uid, antenna: tag.ant });
}

function keyOf(antenna: number, uid: string): string {
  return `${antenna}/${uid}`;
}

function ownPresent(turn: Turn): Map<string, Sighting> {
  turn.ownPresent ??= new Map(turn.state.present);
  turn.state.present = turn.ownPresent;
  return turn.ownPresent;
}

/** Every tag is told gone: the device that saw them has forgotten them. */
export function dropPresence(turn: Turn): void {
  for (const { uid, antenna } of turn.state.present.values()) tell(turn, { kind: "tag", uid, antenna, present: false });
  turn.ownPresent = null;
  turn.state.present = new Map();
}

export function snapshotBegins(turn: Turn, snapshot: Snapshot): void {
  turn.state.needs = false;
  turn.state.arriving = { tags: snapshot.tags, ins: snapshot.ins, found: new Map() };
  endIfComplete(turn);
}

/** A line of a snapshot whose beginning was lost says nothing: another snapshot has been asked for. */
export function snapshotTag(turn: Turn, tag: Tag): void {
  const { arriving } = turn.state;
  if (arriving === null) return;
  const uid = readUid(tag.uid);
  if (turn.ownFound === null || turn.ownFound !== arriving.found) turn.ownFound = new Map(arriving.found);
  if (uid !== null && tag.on === 1) turn.ownFound.set(keyOf(tag.ant, uid), { uid, antenna: tag.ant });
  turn.state.arriving = { ...arriving, tags: arriving.tags - 1, found: turn.ownFound };
  endIfComplete(turn);
}

export function snapshotInput(turn: Turn): void {
  const { arriving } = turn.state;
  if (arriving === null) return;
  turn.state.arriving = { ...arriving, ins: arriving.ins - 1 };
  endIfComplete(turn);
}

function endIfComplete(turn: Turn): void {
  const { arriving, present } = turn.state;
  if (arriving === null || arriving.tags > 0 || arriving.ins > 0) return;
  for (const [key, { uid, antenna }] of present) if (!arriving.found.has(key)) tell(turn, { kind: "tag", uid, antenna, present: false });
  for (const [key, { uid, antenna }] of arriving.found) if (!present.has(key)) tell(turn, { kind: "tag", uid, antenna, present: true });
  turn.ownPresent = null;
  turn.ownFound = null;
  turn.state.present = arriving.found;
  turn.state.arriving = null;
  turn.state.needs = false;
}
