// What people at a table do wrong: keys pressed twice or out of turn, cards that go astray, lights that nobody meant to show, and commands
// that try to find out what nobody may know. By name; most of them lead to nothing.

import { deck52 } from "#core/card";
import type { Command } from "#core/event";
import type { Place } from "#core/felt";
import type { Opening } from "#core/opening";
import type { Operator } from "#core/operator";
import type { Setup, Table } from "#core/table";
import type { Chance } from "./chance.ts";
import type { Seen } from "./dealer.ts";
import { tagOf } from "./reader.ts";
import type { TableTop } from "./table-top.ts";

/** What somebody who slips has in his hands. */
export interface Hands {
  readonly top: TableTop;
  readonly setup: Setup<unknown>;
  readonly chance: Chance;
  readonly decks: number;
  send(by: Operator, command: Command): void;
  /** The last command once more, under the same number. */
  again(): void;
  tryPin(by: Operator | null): void;
}

export type Slip = (shown: Seen, table: Table) => void;

export const dealer: Operator = { name: "Dana", role: "dealer" };
export const floor: Operator = { name: "Florin", role: "floor" };
export const manager: Operator = { name: "Mara", role: "manager" };

export function confirming(code: Extract<Command, { kind: "confirm" }>["code"], reason = "looked at"): Command {
  return { kind: "confirm", code, reason };
}

/** The reason of whoever answers for cards at which he has not looked. */
export const unlooked = "not looked at";

export function slipsOf(hands: Hands): Readonly<Record<string, Slip>> {
  const { top, setup, chance } = hands;
  const anyCard = () => chance.pick(deck52);
  const anySeat = () => chance.pick(setup.places);
  const anyPlace = (table: Table): Place => chance.pick([...Object.keys(table.felt.piles), `${anySeat()}/hand`]);
  const offer = (shown: Seen, kind: Opening["kind"]): Opening | undefined => {
    const found = shown.expected.filter((one) => one.kind === kind);
    return found.length === 0 ? undefined : chance.pick(found);
  };

  return {
    "pressed a key twice": () => {
      hands.again();
    },
    "took back an entry": (shown) => {
      const undo = offer(shown, "undo");
      if (undo?.kind === "undo") hands.send(dealer, { kind: "undo", from: undo.from });
    },
    "named a wrong stake": () => hands.send(dealer, { kind: "wager", spot: `${anySeat()}/ante`, stake: chance.between(0, 9999) }),
    "decided out of turn": () =>
      hands.send(dealer, { kind: "decision", by: `${anySeat()}/hand`, code: chance.pick(["fold", "raise", "bet", "call", "check"]) }),
    "turned a hand up": (_shown, table) => hands.send(dealer, { kind: "reveal", place: anyPlace(table) }),
    "closed the bets": () => hands.send(dealer, { kind: "close" }),
    "called the floor": () => hands.send(dealer, confirming("callFloor")),
    "called a misdeal": () => {
      if (chance.hits(0.2)) hands.send(floor, confirming("misdeal"));
    },
    "reported at random": (shown, table) => {
      const report = offer(shown, "report");
      if (report?.kind === "report" && chance.hits(0.3))
        hands.send(dealer, { kind: "report", code: chance.pick(report.codes), place: anyPlace(table), count: chance.between(1, 4) });
    },
    "named a card": (_shown, table) => hands.send(dealer, { kind: "card", to: anyPlace(table), card: anyCard() }),
    "named a hidden card anew": (_shown, table) =>
      hands.send(manager, {
        kind: "correct",
        round: table.rounds,
        cards: [{ held: chance.between(1, 30), card: anyCard() }],
        reason: "probing",
      }),
    "corrected a round": (shown) => {
      const opening = offer(shown, "correct");
      if (opening?.kind !== "correct") return;
      const open = chance.shuffled(opening.hands.flatMap(({ cards }) => cards)).slice(0, 2);
      const [one, two] = open;
      if (one === undefined || two === undefined) return;
      const cards = [
        { held: one[0], card: two[1] },
        { held: two[0], card: one[1] },
      ];
      hands.send(chance.pick([floor, manager]), { kind: "correct", round: opening.round, cards, reason: "looked at" });
    },
    "tried a PIN": () => hands.tryPin(chance.pick([null, dealer])),
    "changed seats": (shown) => {
      const seat = offer(shown, "seat");
      if (seat?.kind === "seat") hands.send(dealer, { kind: "seat", seat: seat.seat, sitting: seat.sitting });
    },
    "passed a strange card": () => {
      if (chance.hits(0.2)) top.passAgain("E0FF000000000001");
    },
    "passed a card of another deck": () => {
      if (chance.hits(0.2)) top.passAgain(tagOf(anyCard(), hands.decks - 1));
    },
    "drew a card": (shown) => {
      const seat = chance.pick(shown.seats);
      if (chance.hits(0.3)) top.deal(`${seat.seat}/hand`);
    },
    "moved a card": () => {
      const lies = top.laid.length === 0 ? undefined : chance.pick(top.laid);
      if (lies !== undefined) top.move(lies, `${anySeat()}/hand`);
    },
    "showed red": () => top.light("red", true),
    "cut the shuffler's light": () => top.light(chance.pick(["mains", "green"]), false),
    "jammed the shuffler": () => top.wires.shuffler.act({ kind: "error", code: chance.pick(["jam", "door", "sort"]) }),
    "could not read a card": () => top.wires.shoe.act({ kind: "unread", antenna: 0 }),
    "left the table": () => hands.send(dealer, { kind: "signOff" }),
    "closed the table": () => hands.send(dealer, confirming("closeTable")),
    "answered unasked": () =>
      hands.send(floor, confirming(chance.pick(["goOn", "void", "dead", "same", "approve", "withdraw", "redeal"]), unlooked)),
    "began a scan": () => hands.send(dealer, confirming("scan")),
  };
}
