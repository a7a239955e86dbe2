// A dealer and players who follow a script: what examples, recorded hands and described showdowns are played with.

import { type Card, deck52 } from "#core/card";
import type { Command } from "#core/event";
import type { Place } from "#core/felt";
import type { Minor } from "#core/money";
import type { Opening, Option } from "#core/opening";
import { type Policy, type Rehearsal, rehearse } from "#core/rehearse";
import { studHiLo8 } from "./game.ts";
import { bringInValue } from "./order.ts";
import { handOf, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";

export interface Act {
  readonly code: string;
  readonly amount?: Minor;
}

export interface Play {
  /** Chips that are counted. */
  readonly stacks?: Readonly<Record<number, Minor>>;
  /** What a seat does in its turn; null ends the script. Left out: it opens for the bring-in, calls and checks. */
  readonly act?: (seat: number, options: readonly Option[], round: Round) => Act | null;
  /** Whether a seat gives its hand up at the showdown. */
  readonly mucks?: (seat: number) => boolean;
}

/** Scripts count chips of any number. */
export const anyStack: Rules["stack"] = { min: 1, max: Number.MAX_SAFE_INTEGER, step: 1 };

const ownerOf = (place: Place): number => Number.parseInt(place, 10);

/** Calls, checks, brings in. */
export function stay(options: readonly Option[]): Act {
  for (const code of ["call", "check", "bringIn", "playOn"]) {
    const option = options.find((one) => one.code === code);
    if (option !== undefined) return { code, ...(option.amount && { amount: option.amount.min }) };
  }
  return { code: "fold" };
}

/** Enters stacks and antes, then answers whoever's turn it is. */
export function policyOf({ stacks = {}, act, mucks }: Play): Policy {
  return (openings, table) => {
    const round = table.played?.round as Round;
    return takeAntes(openings, stacks) ?? decide(openings, round, act, mucks) ?? turnUp(openings);
  };
}

function takeAntes(openings: readonly Opening[], stacks: NonNullable<Play["stacks"]>): Command | null {
  for (const opening of openings) {
    if (opening.kind === "wager") {
      const stack = opening.spot.endsWith("/stack") ? stacks[ownerOf(opening.spot)] : undefined;
      if (stack !== undefined && opening.placed !== stack) return { kind: "wager", spot: opening.spot, stake: stack };
    }
  }
  for (const opening of openings) {
    const ante = opening.kind === "wager" && opening.spot.endsWith("/ante") && opening.placed === 0;
    if (ante) return { kind: "wager", spot: opening.spot, stake: opening.stake.min };
  }
  return openings.some((opening) => opening.kind === "close" && opening.blocked === null) ? { kind: "close" } : null;
}

function decide(openings: readonly Opening[], round: Round, act: Play["act"], mucks: Play["mucks"]): Command | null {
  for (const opening of openings) {
    if (opening.kind !== "decision" || opening.early === true) continue;
    const seat = ownerOf(opening.by);
    if (opening.options.some(({ code }) => code === "muck")) {
      if (mucks?.(seat) === true) return { kind: "decision", by: opening.by, code: "muck" };
      continue;
    }
    const chosen = act === undefined ? stay(opening.options) : act(seat, opening.options, round);
    if (chosen !== null) return { kind: "decision", by: opening.by, ...chosen };
  }
  return null;
}

function turnUp(openings: readonly Opening[]): Command | null {
  const next = openings.find((opening) => opening.kind === "reveal" || opening.kind === "shuffle");
  if (next === undefined) return null;
  return next.kind === "reveal" ? { kind: "reveal", place: next.place } : { kind: "shuffle" };
}

/** Plays a hand to its end, or to where the script stops. */
export function play(
  rules: Rules,
  seats: readonly number[],
  hands: Readonly<Record<Place, readonly Card[]>>,
  script: Play | Policy,
): Rehearsal {
  const policy = typeof script === "function" ? script : policyOf(script);
  return rehearse({ game: studHiLo8, rules: { ...rules, stack: anyStack }, seats, carry: null, hands, policy });
}

/** The cards not named by anybody. */
export function otherCards(named: Iterable<readonly Card[]>): Card[] {
  const taken = new Set([...named].flat());
  return deck52.filter((card) => !taken.has(card));
}

export interface Showing {
  readonly seat: number;
  /** All own cards; null where nobody saw them. */
  readonly cards: readonly Card[] | null;
  /** Chips put in, the ante included. */
  readonly contributed: Minor;
  readonly folded: boolean;
}

/**
 * Plays a described showdown: everybody is all-in with the ante for what he has put in, the cards are dealt out, and who has folded
 * gives his hand up. With eight hands one of them folds on third street, or there would be no seventh card for each.
 */
export function playShowdown(players: readonly Showing[], pack: Rules): Rehearsal {
  const most = Math.max(...players.map(({ contributed }) => contributed));
  const folded = players.filter((one) => one.folded);
  const folder = players.length === 8 ? highestOf(folded) : undefined;
  const ante = folder?.contributed ?? most;
  const opener = players.find((one) => !one.folded && one.contributed === most);
  const uncounted = [folder, ante === most ? opener : undefined].map((one) => (folder === undefined ? undefined : one?.seat));
  const counted = players.filter(({ seat }) => !uncounted.includes(seat));
  const rules: Rules = {
    ...pack,
    ante,
    bringIn: 0,
    betting: "spread",
    spread: { min: 1, max: Math.max(1, most - ante) },
    burns: false,
    concedeUnseen: true,
  };
  const folding = folder === undefined ? null : { folder: folder.seat, opener: opener?.seat ?? 0 };
  const hands = Object.fromEntries(handsFor(players, folding, rules));
  return play(
    rules,
    players.map(({ seat }) => seat),
    hands,
    {
      stacks: Object.fromEntries(counted.map(({ seat, contributed }) => [seat, contributed])),
      act: (seat, options) => (seat === folder?.seat ? giveUp(options) : betOnce(options, most > ante)),
      mucks: (seat) => folded.some((one) => one.seat === seat),
    },
  );
}

function highestOf(players: readonly Showing[]): Showing | undefined {
  return [...players].sort((a, b) => b.contributed - a.contributed)[0];
}

function giveUp(options: readonly Option[]): Act {
  return options.some(({ code }) => code === "fold") ? { code: "fold" } : stay(options);
}

function betOnce(options: readonly Option[], more: boolean): Act {
  const bet = options.find(({ code }) => code === "complete" || code === "bet");
  if (more && bet?.amount !== undefined && !options.some(({ code }) => code === "call")) return { code: bet.code, amount: bet.amount.max };
  return stay(options);
}

/**
 * Hands by place; what nobody saw is filled with other cards. Where one folds on third street he needs only three cards, the
 * opener's door card is his lowest, the others' their highest.
 */
function handsFor(
  players: readonly Showing[],
  folding: { readonly folder: number; readonly opener: number } | null,
  rules: Rules,
): readonly [Place, Card[]][] {
  const size = (seat: number): number => (seat === folding?.folder ? 3 : 7);
  const known = players.map(({ seat, cards }) => ({ seat, own: (cards ?? []).slice(0, size(seat)) }));
  const rest = otherCards(known.map(({ own }) => own));
  return known.map(({ seat, own }): [Place, Card[]] => {
    while (own.length < size(seat)) own.push(rest.pop() as Card);
    if (folding === null) return [handOf(seat), own];
    const sorted = own.sort((a, b) => bringInValue(a, rules) - bringInValue(b, rules));
    const door = seat === folding.opener ? sorted.shift() : sorted.pop();
    return [handOf(seat), [...sorted.slice(0, 2), door as Card, ...sorted.slice(2)]];
  });
}
