// Nothing is lost in silence: every line has a number, the device counts its events, and each start of the device has its own
// number. From these three the driver tells a repeated line from a late one, a lost heartbeat from a lost card, and a device
// that restarted from one that was only out of reach.

import { distance, type Message } from "./message.ts";
import { dropPresence } from "./presence.ts";
import { clearFault, fault, type TablelinkState, type Turn, tell } from "./state.ts";

/** Requests for a snapshot are at least so far apart. */
const askAgainMs = 250;
/** Lines before the newest one of which it is known whether they came. */
const windowLines = 32;

/** A snapshot is needed. It is asked for at once, unless one is coming in or was asked for a moment ago. */
export function needSnapshot(turn: Turn): void {
  turn.state.needs = true;
  askIfNeeded(turn);
}

/** Called for every good line, so that a request or an answer that got lost is made up for. */
export function askIfNeeded(turn: Turn): void {
  const { state, at } = turn;
  if (!state.needs || state.arriving !== null) return;
  if (at >= state.askedAt && at - state.askedAt < askAgainMs) return;
  state.askedAt = at;
  turn.requests++;
}

/** Whether a line is new. What came before, and what comes late, is dropped and counted. */
export function isNext(turn: Turn, message: Message): boolean {
  const { state } = turn;
  const ahead = state.last === null ? 1 : distance(message.seq, state.last);
  if (ahead > 0) {
    stepForward(turn, message.seq, ahead);
    return true;
  }
  if (ahead === 0 || (-ahead <= windowLines && (state.seen & (1 << (-ahead - 1))) !== 0)) {
    state.duplicates++;
    return false;
  }
  // The answer to a request starts the count of lines anew: otherwise one wrong digit in a line without a checksum, taken
  // for a great leap forward, would make every later line look late.
  if (message.t === "snap") {
    startCounting(turn, message.seq);
    return true;
  }
  if (state.lateLines++ === 0) fault(turn, "outOfOrder", 1);
  needSnapshot(turn);
  return false;
}

function stepForward(turn: Turn, seq: number, ahead: number): void {
  const { state } = turn;
  if (ahead > 1) {
    if (state.n === null) state.missedBefore += ahead - 1;
    state.arriving = null;
    needSnapshot(turn);
  }
  const moved = ahead < windowLines ? state.seen << ahead : 0;
  state.seen = state.last === null || ahead > windowLines ? 0 : moved | (1 << (ahead - 1));
  state.last = seq;
  if (state.lateLines > 0) {
    clearFault(turn, "outOfOrder", state.lateLines);
    state.lateLines = 0;
  }
}

function startCounting(turn: Turn, seq: number | null): void {
  turn.state.last = seq;
  turn.state.seen = 0;
  turn.state.arriving = null;
}

/** A line that names the device's start. A new number, or a hello from the past: the device has restarted. */
export function meetBoot(turn: Turn, message: Extract<Message, { boot: number }>): void {
  const { state } = turn;
  const isNew = state.boot !== null && message.boot !== state.boot;
  if (isNew || isSecondHello(turn, message)) return restarted(turn, message);
  state.boot = message.boot;
  if (state.greeted) return;
  state.greeted = true;
  tell(turn, { kind: "hello", restarted: false });
}

/** Firmware that forgets to count its starts still says hello only once a start, and numbers its lines anew. */
function isSecondHello(turn: Turn, message: Message): boolean {
  const { last, boot } = turn.state;
  return message.t === "hello" && boot !== null && last !== null && distance(message.seq, last) < -windowLines;
}

function restarted(turn: Turn, message: Extract<Message, { boot: number }>): void {
  const { state } = turn;
  tell(turn, { kind: "hello", restarted: true });
  dropPresence(turn);
  startCounting(turn, null);
  const forgotten = { n: 0, missedBefore: 0, levels: {}, rises: {}, missed: null } satisfies Partial<TablelinkState>;
  Object.assign(state, forgotten, { boot: message.boot, greeted: true });
  if (message.t !== "snap") needSnapshot(turn);
}

/** Compares the device's count of events with ours: only a difference is a loss. */
export function compareCounts(turn: Turn, told: number): void {
  const { state } = turn;
  const lost = state.n === null ? state.missedBefore : distance(told, state.n);
  state.n = told;
  state.missedBefore = 0;
  if (lost === 0) return;
  fault(turn, lost > 0 ? "lostEvents" : "countMismatch", Math.abs(lost));
  needSnapshot(turn);
}

export function countEvent(turn: Turn): void {
  if (turn.state.n !== null) turn.state.n = (turn.state.n + 1) >>> 0;
}
