// Worked examples of one betting round: who owes what, who may raise, which opening bet is accepted.

import { z } from "zod";
import { type Card, type Rank, rankIndex } from "#core/card";
import { clockwise, type Place } from "#core/felt";
import { type Minor, within } from "#core/money";
import type { Option } from "#core/opening";
import { mayRaise } from "./betting.ts";
import { money, seatNumber } from "./example-shapes.ts";
import { board, burnPile, canBet, handOf, owes, putIn, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { type Act, otherCards, type Play, play, stay } from "./script.ts";

const actions = {
  "bring-in": "bringIn",
  complete: "complete",
  bet: "bet",
  raise: "raise",
  call: "call",
  check: "check",
  fold: "fold",
} as const;
const action = z.tuple([seatNumber, z.enum(Object.keys(actions) as (keyof typeof actions)[]), money.default(0)]);
const bettingExample = z.looseObject({
  street: z.int().min(3).max(7),
  actions: z.array(action),
  expect: z.looseObject({ legalBet: money.optional(), illegalBet: money.optional() }),
});

type Example = z.infer<typeof bettingExample>;
type Action = z.infer<typeof action>;

export function betting(input: unknown, rules: Rules): unknown {
  const example = bettingExample.parse(input);
  const played = playActions(example, rules);
  if (played === null) return { refused: example.actions };
  const { round, opening } = played;
  const { legalBet, illegalBet } = example.expect;
  const bets = opening.filter(({ code }) => code === "bet" || code === "complete" || code === "bringIn");
  const opens = (total: Minor): boolean => bets.some(({ amount }) => amount !== undefined && within(amount, total));
  const smallest = bets.find(({ code }) => code !== "bringIn")?.amount?.min;
  const [first] = debtors(round);
  return {
    expect: {
      raisesCounted: round.betting.raises,
      nextRaiseAllowed: first === undefined ? played.raiseOpen : mayRaise(round, first, rules),
      toCall: Object.fromEntries(debtors(round).map((seat) => [seat, owes(round, seat)])),
      legalBet: legalBet !== undefined && opens(legalBet) ? legalBet : smallest,
      illegalBet: illegalBet !== undefined && !opens(illegalBet) ? illegalBet : null,
    },
  };
}

/** Seats that have acted, can still act and owe chips, clockwise from the last action. */
function debtors(round: Round): readonly number[] {
  const { acted, last } = round.betting;
  return clockwise(acted, last ?? 0).filter((seat) => canBet(round, seat) && owes(round, seat) > 0);
}

interface Played {
  readonly round: Round;
  /** What the first to act could do. */
  readonly opening: readonly Option[];
  /** Whether whoever is next could bet or raise. */
  readonly raiseOpen: boolean;
}

/** Plays the actions; a seat whose total is below the full amount of its action had no more chips. */
function playActions(example: Example, rules: Rules): Played | null {
  const short: Record<number, Minor> = {};
  for (let tries = 0; tries <= example.actions.length; tries++) {
    const { played, tooSmall } = playOnce(example, short, rules);
    if (tooSmall === null) return played;
    short[tooSmall[0]] = tooSmall[2];
  }
  return null;
}

function playOnce(example: Example, short: Readonly<Record<number, Minor>>, rules: Rules) {
  const acting = [...new Set(example.actions.map(([seat]) => seat))];
  // One who only listens, where the example names nobody to answer.
  const seats = acting.length > 1 ? acting : [...acting, ...[1, 2].filter((seat) => !acting.includes(seat))].slice(0, 2);
  const before = example.street === 3 ? rules.ante : rules.ante + rules.bringIn;
  const stacks = Object.fromEntries(Object.entries(short).map(([seat, total]) => [seat, before + total]));
  const left = example.actions.filter(([seat, code, total]) => !(code === "bring-in" && total === 0 && short[seat] === 0));
  let opening: readonly Option[] = [];
  let raiseOpen = false;
  let tooSmall: Action | null = null;
  const act: Play["act"] = (seat, options, round) => {
    if (round.street < example.street) return stay(options);
    if (round.betting.last === null) opening = options;
    const next = left.shift();
    if (next === undefined) {
      raiseOpen = options.some(isWager);
      return null;
    }
    const made = next[0] === seat ? chosen(next, options, round) : null;
    if (made === null) tooSmall = next;
    return made;
  };
  const round = play(rules, seats, hands(seats, example, rules), { stacks, act }).table.played?.round as Round | undefined;
  const played: Played | null = left.length > 0 || round === undefined ? null : { round, opening, raiseOpen };
  return { played, tooSmall: tooSmall as Action | null };
}

const isWager = ({ code }: { readonly code: string }): boolean => code === "bet" || code === "complete" || code === "raise";

/** The action as a decision, or null if the seat is not allowed such an amount. */
function chosen([seat, code, total]: Action, options: readonly Option[], round: Round): Act | null {
  // What completes a short all-in is a raise to some.
  const option = options.find((one) => one.code === actions[code]) ?? (isWager({ code }) ? options.find(isWager) : undefined);
  if (option === undefined) return null;
  if (option.amount === undefined) return { code: option.code };
  const amount = code === "call" ? total - putIn(round, seat) : total;
  return within(option.amount, amount) ? { code: option.code, amount } : null;
}

/** Hands that make the first to act of the example first: the low card, or the highest board with an open pair. */
function hands(seats: readonly number[], example: Example, rules: Rules): Readonly<Record<Place, readonly Card[]>> {
  const first = example.actions.find(([, code, total]) => code !== "bring-in" || total > 0)?.[0] ?? seats[0] ?? 1;
  const low = `2${rules.suitOrderLowToHigh[0] ?? "c"}` as Card;
  const pair: readonly Card[] = ["As", "Ad", "Ah", "Ac"];
  const rest = otherCards([pair, example.street === 3 ? [low] : []]).sort((a, b) => rankIndex(a) - rankIndex(b));
  const others = seats.filter((seat) => seat !== first);
  const door = (seat: number): readonly Card[] => {
    if (example.street === 3) return seat === first ? [low] : [rest.pop() as Card];
    return seat === first ? pair : apart(rest, others.indexOf(seat));
  };
  const up = seats.map((seat) => [seat, door(seat)] as const);
  const down = seats.map(() => rest.splice(0, 2));
  const burns = rules.burns ? rest.splice(0, example.street - 3) : [];
  const common = rest.slice(0, 1);
  // No card beyond the street: what the example asks is how its betting stands.
  return Object.fromEntries([
    ...up.map(([seat, cards], i) => {
      const seventh = example.street === 7 ? rest.splice(0, 1) : [];
      return [handOf(seat), [...(down[i] ?? []), ...cards.slice(0, example.street - 2), ...seventh]];
    }),
    [burnPile, burns],
    [board, common],
  ]);
}

/** Four up cards without a pair: of the same four ranks for four seats, of four others for the next. */
function apart(rest: Card[], n: number): readonly Card[] {
  const ranks: readonly Rank[] = n < 4 ? ["9", "T", "J", "Q"] : ["6", "7", "8", "K"];
  return ranks.map(
    (rank) =>
      rest.splice(
        rest.findIndex((one) => one.startsWith(rank)),
        1,
      )[0] as Card,
  );
}
