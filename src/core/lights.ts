// Shuffler lamps, links and device faults. Red is a dead hand; no light at all, or a lost sensor, counts as red until a hand
// has been turned up. A red light latches: only a supervisor, with a reason, opens the table again.

import { takeCount } from "./census.ts";
import { deckSize } from "./count-due.ts";
import { devicesWith, lampSign } from "./derive.ts";
import type { DeviceId, OpenReading } from "./device.ts";
import type { Event } from "./event.ts";
import type { LatchCode } from "./fact.ts";
import { raise } from "./irregular.ts";
import { tellAffected } from "./ledger.ts";
import type { DeviceRole, Lamps } from "./table.ts";
import { amend, inPlay, sourceOf, type Turn, tell } from "./turn.ts";

type ReadingEvent = Extract<Event, { kind: "reading" }>;

/** What a shuffler itself may report, and what that means. */
const machineFaults: Readonly<Record<string, "sortMode" | "shufflerFault">> = {
  sort: "sortMode",
  jam: "shufflerFault",
  door: "shufflerFault",
  lid: "shufflerFault",
  motor: "shufflerFault",
  card: "shufflerFault",
};

const unlit: Lamps = { red: "off", green: "off", mains: "on", darkSince: null, darkJudged: false };

export function deviceRead(turn: Turn, event: ReadingEvent): void {
  const { reading, device } = event;
  switch (reading.kind) {
    case "light":
      return lightChanged(turn, device, reading);
    case "unreadable":
      if (turn.table.scan !== null) return tell(turn, { kind: "scanned", source: sourceOf(event), stray: "unreadable" });
      return raise(turn, { code: "unreadable", device }, sourceOf(event));
    case "fault":
      tell(turn, { kind: "device", device, code: reading.code, cleared: reading.cleared, ...(reading.count && { count: reading.count }) });
      if (reading.code === "lostEvents" && !reading.cleared) readingsLost(turn, device, reading.count);
      // A sensor whose inputs contradict each other sees nothing, whatever it says.
      if (reading.code.startsWith("sensorStuck") && !reading.cleared && hasRole(turn, device, "shuffler"))
        lightLost(turn, device, "sensorLost");
      if (!reading.cleared) machineFault(turn, device, reading.code);
      return;
    case "hello":
      if (!reading.restarted) return;
      tell(turn, { kind: "device", device, code: "restarted", cleared: false });
      return readingsLost(turn, device, undefined);
    case "noise":
      return tell(turn, { kind: "device", device, code: "noise", cleared: true, count: reading.bytes });
    case "button":
      return tell(turn, { kind: "button", device, key: reading.key, down: reading.down });
    case "count":
      return deckCounted(turn, device, reading.cards);
    case "verdict":
    case "alive":
      return;
  }
}

/** A counting shuffler has counted the deck it holds. In mid-round it holds the other deck, or what was left of this one. */
function deckCounted(turn: Turn, device: DeviceId, cards: number): void {
  tell(turn, { kind: "device", device, code: "count", cleared: true, count: cards });
  if (turn.table.deck === null || turn.table.played !== null || !holdsThisDeck(turn, device)) return;
  takeCount(turn, { by: "shuffler", cards, twice: 0, strays: [] }, deckSize);
}

/** A jam, an open door, a deck that was sorted: the table stands until the floor has looked, in a round and between two. */
function machineFault(turn: Turn, device: DeviceId, reported: string): void {
  const code = machineFaults[reported.split(".")[0] ?? ""];
  if (code === undefined || !hasRole(turn, device, "shuffler")) return;
  if (holdsThisDeck(turn, device)) raise(turn, { code, device });
  if (!inPlay(turn) || code === "sortMode") latch(turn, code, device);
}

function hasRole(turn: Turn, device: DeviceId, role: DeviceRole): boolean {
  return devicesWith(turn.setup, role).some((one) => one.id === device);
}

/** The device told less than it saw: a dealer compares the felt; a shuffler's sensor counts as lost. */
function readingsLost(turn: Turn, device: DeviceId, count: number | undefined): void {
  if (!inPlay(turn)) return;
  if (hasRole(turn, device, "shuffler")) return lightLost(turn, device, "sensorLost");
  const { dealtBy } = turn.setup;
  const deals = dealtBy !== "console" && turn.table.manual === null && hasRole(turn, device, dealtBy);
  if (deals && turn.table.played?.betsClosed) raise(turn, { code: "lostReadings", device, ...(count !== undefined && { count }) });
}

function lightChanged(turn: Turn, device: DeviceId, reading: Extract<OpenReading, { kind: "light" }>): void {
  const { lamp, state } = reading;
  const before = turn.table.lamps[device] ?? unlit;
  if (turn.table.lamps[device] !== undefined && before[lamp] === state) return;
  tell(turn, { kind: "light", device, lamp, state });
  const now = { ...before, [lamp]: state };
  const lit = now.red !== "off" || now.green !== "off";
  const darkSince = lit ? null : (before.darkSince ?? turn.table.at);
  amend(turn, { lamps: { ...turn.table.lamps, [device]: { ...now, darkSince, darkJudged: !lit && before.darkJudged } } });
  if (!hasRole(turn, device, "shuffler")) return;
  if (lamp === "red" && before.red === "off" && state !== "off") redSeen(turn, device);
  else if (lamp === "mains" && state === "off") lightLost(turn, device, "dark");
}

/** The first red edge, whatever follows. */
function redSeen(turn: Turn, device: DeviceId): void {
  latch(turn, "red", device);
  if (holdsThisDeck(turn, device)) tellAffected(turn, "red", device);
  if (inPlay(turn) && holdsThisDeck(turn, device)) raise(turn, { code: "red", device });
}

/** No lamp, or no sensor. Between rounds it only keeps the next round from opening. */
function lightLost(turn: Turn, device: DeviceId, code: "dark" | "sensorLost"): void {
  if (!inPlay(turn) || !holdsThisDeck(turn, device)) return;
  raise(turn, { code, device });
  if (!inPlay(turn)) latch(turn, code, device);
}

function holdsThisDeck(turn: Turn, device: DeviceId): boolean {
  return devicesWith(turn.setup, "shuffler").some((one) => one.id === device && one.holds === "thisDeck");
}

function latch(turn: Turn, code: LatchCode, device: DeviceId): void {
  if (turn.table.latch !== null) return;
  amend(turn, { latch: { code, device, since: turn.table.at } });
  tell(turn, { kind: "latched", code, device });
}

/** Judges lamps that have been dark for long enough, once each time. */
export function judgeDark(turn: Turn): void {
  for (const { id } of devicesWith(turn.setup, "shuffler")) {
    const lamps = turn.table.lamps[id];
    if (lamps === undefined || lamps.darkSince === null || lamps.darkJudged) continue;
    if (turn.table.at < lamps.darkSince + turn.setup.darkAfterMs) continue;
    amend(turn, { lamps: { ...turn.table.lamps, [id]: { ...lamps, darkJudged: true } } });
    if (lampSign(lamps, turn.table.at, turn.setup.darkAfterMs) === "dark") lightLost(turn, id, "dark");
  }
}

export function linkChanged(turn: Turn, event: Extract<Event, { kind: "link" }>): void {
  const { device, status, why, detail } = event;
  const before = turn.table.links[device];
  if (before?.status === status && before.why === why) return;
  const since = before?.status === status ? before.since : turn.table.at;
  amend(turn, { links: { ...turn.table.links, [device]: { status, since, ...(why && { why }), ...(detail && { detail }) } } });
  tell(turn, { kind: "link", device, status, ...(why && { why }), ...(detail && { detail }) });
  if (status !== "up" && before?.status === "up" && hasRole(turn, device, "shuffler")) lightLost(turn, device, "sensorLost");
}
