// A deck's life at a table: registered, in play, resting, in quarantine, retired, destroyed; who said so, and when. What takes a deck out of
// quarantine or out of the house is signed, where the house says so by two people. A deck keeps its ledger when it rests: the rounds
// since its last good count are not forgotten because another deck is put in play.

import { freshCount, verdict } from "./census.ts";
import { deckSize } from "./count-due.ts";
import { signers, unplayable } from "./deck-state.ts";
import type { Command } from "./event.ts";
import type { DeckAct, Opening } from "./opening.ts";
import { mayActAs, type Operator } from "./operator.ts";
import { done, no } from "./reply.ts";
import type { DeckState, Reply, Signing } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";

type Of<Kind extends Command["kind"]> = Extract<Command, { kind: Kind }>;
type DeckActOpening = Extract<Opening, { kind: "deckAct" }>;

/** Puts a deck in play; the one before it rests, with its ledger. */
export function useDeck(turn: Turn, name: string, by: Operator): void {
  const { deck, life } = turn.table;
  tell(turn, { kind: "deck", deck: name, by: by.name });
  if (deck === name) return;
  const count = life[name]?.count ?? freshCount;
  if (deck !== null) rest(turn, deck, by);
  amend(turn, { deck: name, count });
  enter(turn, name, "inPlay", [by]);
}

function rest(turn: Turn, deck: string, by: Operator): void {
  enter(turn, deck, "resting", [by]);
  const life = { ...turn.table.life[deck], count: turn.table.count };
  amend(turn, { life: { ...turn.table.life, [deck]: life as (typeof turn.table.life)[string] } });
}

/** A deck is now in a state; what its ledger held is kept apart. */
export function enter(turn: Turn, deck: string, state: DeckState, by: readonly Pick<Operator, "name">[]): void {
  const now = { state, since: turn.table.at, by: by.map(({ name }) => name) };
  amend(turn, { life: { ...turn.table.life, [deck]: now } });
}

export function takeDeck(turn: Turn, { deck }: Of<"deck">, by: Operator): Reply {
  const why = unplayable(turn.table, turn.setup, deck);
  if (why !== null) return no(why, { deck });
  useDeck(turn, deck, by);
  return done;
}

/** What people do with a deck besides playing it; a registration comes from the shell, which has its tags. */
export function actOnDeck(turn: Turn, openings: readonly DeckActOpening[], command: Of<"deckAct">, by: Operator): Reply {
  const { deck, act } = command;
  const reason = command.reason.trim();
  if (act === "register") return register(turn, deck, by);
  const opening = openings.find((one) => one.deck === deck && one.act === act);
  if (opening === undefined) return no("notNow");
  if (!mayActAs(by.role, opening.role)) return no("role", { role: opening.role });
  if (opening.blocked !== undefined) return no(opening.blocked, { deck });
  if (act === "recount") {
    amend(turn, { scan: { seen: [], strays: 0, twice: 0, why: [], of: deck } });
    tell(turn, { kind: "scan", on: true, distinct: 0, strays: 0, deck, by: by.name });
    return done;
  }
  if (reason === "") return no("reasonNeeded");
  if (turn.table.signing !== null) return no("signFirst", { deck: turn.table.signing.deck });
  sign(turn, { act, deck, by, reason });
  return done;
}

function register(turn: Turn, deck: string, by: Operator): Reply {
  if (by.role === "dealer") return no("role", { role: "technician" });
  if (turn.table.life[deck] !== undefined) return no("deckKnown", { deck });
  if (turn.table.signing !== null) return no("signFirst", { deck: turn.table.signing.deck });
  if (signers(turn.setup).length > 1) enter(turn, deck, "unsigned", [by]);
  sign(turn, { act: "register", deck, by, reason: "" });
  return done;
}

/** Carries an act out, or puts it down for the second person. */
function sign(turn: Turn, signing: Signing): void {
  if (signers(turn.setup).length < 2) return carryOut(turn, signing, [signing.by]);
  const { act, deck, by, reason } = signing;
  tell(turn, { kind: "deckProposed", deck, act, by, reason });
  amend(turn, { signing });
}

/** The second person signs. Nobody signs twice. */
export function countersign(turn: Turn, by: Operator): Reply {
  const { signing } = turn.table;
  if (signing === null) return no("notNow");
  if (signing.by.name === by.name) return no("otherPerson");
  carryOut(turn, signing, [signing.by, by]);
  return done;
}

/** What was to be signed is not; a deck that was to be registered never comes into play. */
export function withdrawSigning(turn: Turn, by: Operator): void {
  const { signing } = turn.table;
  if (signing === null) return;
  amend(turn, { signing: null });
  tell(turn, { kind: "deckWithdrawn", deck: signing.deck, act: signing.act, by: by.name });
  if (signing.act === "register") enter(turn, signing.deck, "retired", [by]);
}

const becomes: Readonly<Record<DeckAct, DeckState>> = {
  register: "registered",
  release: "resting",
  retire: "retired",
  destroy: "destroyed",
};

function carryOut(turn: Turn, { act, deck, reason }: Signing, signed: readonly Operator[]): void {
  const { table } = turn;
  const open = table.deck === deck ? table.count.rounds : (table.life[deck]?.count?.rounds ?? []);
  // A deck that goes uncounted goes with the rounds it was dealt in since it was last found whole.
  tell(turn, { kind: "deckAct", deck, act, signed, reason, ...(act === "retire" && open.length > 0 && { rounds: open }) });
  amend(turn, {
    signing: null,
    quarantine: turn.table.quarantine.filter((one) => one.deck !== deck),
    ...(act === "retire" && table.deck === deck && { deck: null, count: freshCount, again: null }),
  });
  enter(turn, deck, becomes[act], signed);
}

/** A deck in quarantine has been passed over a reader, or counted by hand where there is none. Whole, it may be released. */
export function recounted(turn: Turn, deck: string, counted: Parameters<typeof verdict>[0]): void {
  const wrong = verdict(counted, deckSize);
  tell(turn, { kind: "counted", deck, by: counted.by, cards: counted.cards, good: wrong === null });
  const { at } = turn.table;
  amend(turn, {
    quarantine: turn.table.quarantine.map((one) => {
      if (one.deck !== deck) return one;
      const { recounted: _, ...failed } = one;
      return wrong === null ? { ...failed, recounted: at } : { ...failed, code: wrong.code, count: wrong.count };
    }),
  });
}
