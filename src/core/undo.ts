// The last harmless entry can be taken back: a bet, a decision, a seat, "no more bets", "paid", as long as nothing has happened
// since. What was told stays told; one more fact says that it no longer counts.

import { expected } from "./derive.ts";
import type { Event } from "./event.ts";
import type { AnyGame } from "./game.ts";
import type { Entry } from "./opening.ts";
import type { Operator } from "./operator.ts";
import type { Reply, Setup, Table, Undo } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";

/** After each event: remembers an entry that can be taken back, and forgets one that something has followed. */
export function keepUndo(turn: Turn, before: Table, event: Event): void {
  const { table } = turn;
  const entry = event.kind === "command" && turn.reply?.ok === true && table.n > before.n ? entryOf(turn, before, event) : null;
  if (entry !== null && isHarmless(before, table)) {
    const { played, felt, up, seated, again } = before;
    amend(turn, { undo: { entry, from: before.n + 1, to: table.n, before: { played, felt, up, seated, again } } });
  } else if (table.undo !== null && hasMovedOn(before, table)) {
    amend(turn, { undo: null });
  }
}

function entryOf({ game, setup }: Turn, before: Table, { command }: Extract<Event, { kind: "command" }>): Entry | null {
  switch (command.kind) {
    case "wager":
      return { kind: "wager", spot: command.spot, stake: command.stake };
    case "seat":
      return { kind: "seat", seat: command.seat, sitting: command.sitting };
    case "close":
      return { kind: "close" };
    case "decision":
      return isHidden(before, setup, game, command.by)
        ? { kind: "decision", by: command.by }
        : { kind: "decision", by: command.by, code: command.code };
    case "confirm":
      return command.code === "paid" && command.seat !== undefined ? { kind: "paid", seat: command.seat } : null;
    default:
      return null;
  }
}

/** What others are not to know is not named by what takes it back either. */
function isHidden(table: Table, setup: Setup<unknown>, game: AnyGame, by: string): boolean {
  return expected(table, setup, game).some((opening) => opening.kind === "decision" && opening.by === by && opening.hidden === true);
}

/** Nothing was turned up, settled, ended or stopped by it: no chip has moved and nobody has seen a card. */
function isHarmless(before: Table, after: Table): boolean {
  const { played } = after;
  const settled = (played?.settlement ?? null) !== null && before.played?.settlement === null;
  return (
    before.played?.number === played?.number &&
    !settled &&
    after.halt === before.halt &&
    after.latch === before.latch &&
    after.up.every((held) => before.up.includes(held))
  );
}

function hasMovedOn(before: Table, after: Table): boolean {
  return (["played", "felt", "recalled", "seated", "open", "deck", "scan", "halt", "dealer"] as const).some(
    (part) => before[part] !== after[part],
  );
}

/** Takes the entry back that the person saw; another one since then stays. */
export function takeBack(turn: Turn, openings: readonly { readonly kind: string }[], from: number, by: Operator): Reply {
  const { undo } = turn.table;
  if (undo === null || !openings.some(({ kind }) => kind === "undo")) return { ok: false, why: "nothingToUndo" };
  if (undo.from !== from) return { ok: false, why: "otherEntry" };
  tell(turn, { kind: "takenBack", from: undo.from, to: undo.to, entry: undo.entry, by: by.name });
  amend(turn, { ...restored(undo, turn.table.at), undo: null });
  return { ok: true };
}

/** The state before the entry; who has to decide again gets the whole time again. */
function restored({ before }: Undo, at: number): Undo["before"] {
  const { played } = before;
  if (played === null) return before;
  return { ...before, played: { ...played, asked: Object.fromEntries(Object.keys(played.asked).map((by) => [by, at])) } };
}
