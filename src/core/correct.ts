// A card of a settled round turned out to be another one: the round is settled anew with the cards named, and the difference to what was
// paid becomes a new revision. Nothing recorded is changed. Only cards that lie open can be named; what was hidden stays hidden.

import type { Card } from "./card.ts";
import { approvers, type CorrectOpening } from "./correctable.ts";
import type { Command } from "./event.ts";
import type { CorrectedCard } from "./fact.ts";
import { placeOf } from "./felt.ts";
import { awaitAwards, winnersOf } from "./jackpot.ts";
import { mayActAs, type Operator } from "./operator.ts";
import { done, no } from "./reply.ts";
import { revise } from "./revision.ts";
import { accept, bringBack, byHand, endIfServed } from "./round.ts";
import type { Played, Reply } from "./table.ts";
import { amend, change, type Turn, tell } from "./turn.ts";

/** Carries a correction out, or puts it down for the second person to approve. */
export function correct(
  turn: Turn,
  openings: readonly CorrectOpening[],
  command: Extract<Command, { kind: "correct" }>,
  by: Operator,
): Reply {
  const known = turn.table.recalled.some(({ played }) => played.number === command.round);
  const opening = openings.find(({ round }) => round === command.round);
  if (opening === undefined) return known ? no("roundUnderway") : no("notRecalled", { round: command.round });
  if (!mayActAs(by.role, opening.role)) return no("role", { role: opening.role });
  const reason = command.reason.trim();
  if (reason === "") return no("reasonNeeded");
  const wrong = misnamed(opening, command.cards);
  if (wrong !== null) return wrong;
  const cards = command.cards.map(({ held, card }) => namedAnew(opening, held, card)).filter(({ was, is }) => was !== is);
  const proposal = { round: command.round, cards, reason, by };
  if (approvers(turn.setup).length > 1) {
    tell(turn, { kind: "correctionProposed", cards, by, reason }, command.round);
    amend(turn, { proposal });
  } else settleAnew(turn, proposal, [by]);
  return done;
}

/**
 * What is wrong with the cards named. Whether a handle lies open is asked before anybody looks at the card that was typed: a hidden card
 * answers in one way whatever it is called.
 */
function misnamed({ hands }: CorrectOpening, named: readonly { readonly held: number; readonly card: Card }[]): Reply | null {
  const faces = new Map(hands.flatMap(({ cards }) => cards));
  if (named.some(({ held }) => !faces.has(held)) || new Set(named.map(({ held }) => held)).size !== named.length) return no("notOpen");
  if (named.every(({ held, card }) => faces.get(held) === card)) return no("sameCard");
  for (const { held, card } of named) faces.set(held, card);
  const all = [...faces.values()];
  const twice = all.find((card, i) => all.indexOf(card) !== i);
  return twice === undefined ? null : no("cardTwice", { card: twice });
}

function namedAnew({ hands }: CorrectOpening, held: number, is: Card): CorrectedCard {
  const hand = hands.find(({ cards }) => cards.some(([one]) => one === held));
  return { held, place: hand?.place ?? "", was: hand?.cards.find(([one]) => one === held)?.[1] ?? is, is };
}

/** The second person agrees. Nobody approves what he proposed himself. */
export function approve(turn: Turn, by: Operator): Reply {
  const { proposal } = turn.table;
  if (proposal === null) return no("notNow");
  if (proposal.by.name === by.name) return no("otherPerson");
  settleAnew(turn, proposal, [proposal.by, by]);
  return done;
}

export function withdraw(turn: Turn, by: Operator): void {
  const { proposal } = turn.table;
  if (proposal === null) return;
  amend(turn, { proposal: null });
  tell(turn, { kind: "correctionWithdrawn", by: by.name }, proposal.round);
}

interface Approved {
  readonly round: number;
  readonly cards: readonly CorrectedCard[];
  readonly reason: string;
}

function settleAnew(turn: Turn, { round, cards, reason }: Approved, approved: readonly Operator[]): void {
  amend(turn, { proposal: null });
  bringBack(turn, round);
  const { felt } = turn.table;
  // A card that has been put elsewhere since the proposal is still the same card.
  const now = cards.map((card) => ({ ...card, place: placeOf(felt, card.held) ?? card.place }));
  const faces = { ...felt.faces, ...Object.fromEntries(now.map(({ held, is }) => [held, is])) };
  amend(turn, { felt: { ...felt, faces } });
  accept(turn, { kind: "corrected" });
  const played = turn.table.played as Played<unknown>;
  if (played.settlement === null) return;
  const whole = turn.game.settle(played.round, turn.table.felt, turn.setup.rules);
  const { settlement, revised, unpaid } = revise({ settlement: played.settlement, served: played.served, revised: played.revised }, whole);
  const won = turn.setup.pool === undefined ? {} : { won: winnersOf(whole.results) };
  tell(turn, { kind: "corrected", revision: settlement.revision ?? 1, cards: now, approved, reason, unpaid, ...won });
  tell(turn, { kind: "settled", settlement, ...byHand(turn) });
  awaitAwards(turn, whole);
  change(turn, { settlement, revised, served: 0 });
  endIfServed(turn);
}
