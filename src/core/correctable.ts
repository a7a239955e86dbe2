// Which settled rounds may be corrected now, and what of them: derived, so that screens and commands agree.

import type { Felt } from "./felt.ts";
import type { Opening } from "./opening.ts";
import type { Role } from "./operator.ts";
import type { Recalled, Setup, Table } from "./table.ts";

export type CorrectOpening = Extract<Opening, { kind: "correct" }>;

const floorAlone: readonly Role[] = ["floor"];

/** Who has to agree, in this order. */
export function approvers(setup: Setup<unknown>): readonly Role[] {
  return setup.corrections ?? floorAlone;
}

/** Rounds that may be corrected now: the one that is being paid; else, while no deal is under way, those that are still recalled. */
function correctable(table: Table): readonly Recalled<unknown>[] {
  const { played, felt, recalled } = table;
  if (played === null || (played.settlement === null && !played.betsClosed)) return recalled;
  return played.settlement?.outcome === "settled" ? [{ played, felt }] : [];
}

/** A correction that waits for its second person, and the rounds that may be corrected. */
export function expectedOfCorrections(table: Table, setup: Setup<unknown>): readonly Opening[] {
  const [first = "floor", second = "floor"] = approvers(setup);
  const rounds = correctable(table);
  const openings: Opening[] = rounds
    .map(({ played: { number }, felt }) => ({ kind: "correct" as const, round: number, role: first, hands: openCards(felt) }))
    .filter(({ hands }) => hands.length > 0);
  const { proposal } = table;
  if (proposal === null || !rounds.some(({ played }) => played.number === proposal.round)) return openings;
  return [{ kind: "confirm", code: "approve", role: second }, { kind: "confirm", code: "withdraw", role: first }, ...openings];
}

const openOf = new WeakMap<Felt, CorrectOpening["hands"]>();

/** The open cards of a felt by their piles. A felt never changes, and recalled ones are asked for theirs with every event. */
function openCards(felt: Felt): CorrectOpening["hands"] {
  const known = openOf.get(felt);
  if (known !== undefined) return known;
  const hands = findOpenCards(felt);
  openOf.set(felt, hands);
  return hands;
}

function findOpenCards(felt: Felt): CorrectOpening["hands"] {
  return Object.entries(felt.piles).flatMap(([place, pile]) => {
    const cards = pile.flatMap((held) => {
      const card = felt.faces[held];
      return card === undefined ? [] : [[held, card] as const];
    });
    return cards.length === 0 ? [] : [{ place, cards }];
  });
}
