// Worked examples of High Card Flush, played through the engine. The format is described in the example files.

import { z } from "zod";
import { type Card, deck52, isCard } from "#core/card";
import type { ExampleRunner } from "#core/example";
import type { Opening } from "#core/opening";
import { rehearse, type Script, stage } from "#core/rehearse";
import type { Settlement } from "#core/settlement";
import { highCardFlush } from "./game.ts";
import { comparedOrder, handOf, handSize, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { qualifies, raiseCap, readHand, type WagerName } from "./settle.ts";

const card = z.string().refine(isCard, "is no card: write rank and suit, for example Ts") as unknown as z.ZodType<Card>;
const cards = z.array(card).superRefine((given, context) => {
  if (given.length !== handSize) context.addIssue({ code: "custom", message: `a hand has ${handSize} cards; ${given.length} are given` });
});
const seat = z.int().nonnegative();
const money = z.int().nonnegative();
const wagers = z.strictObject({
  ante: money.positive(),
  raise: money.default(0),
  straightFlush: money.default(0),
  flush: money.default(0),
});

const settlementExample = z
  .looseObject({
    buttonSeat: seat,
    designatedPlayer: z.looseObject({ seat, cards, funds: money }),
    players: z.array(z.looseObject({ seat, cards, action: z.enum(["raise", "fold"]), wagers })).min(1),
  })
  .superRefine(({ buttonSeat, designatedPlayer, players }, context) => {
    if (buttonSeat !== designatedPlayer.seat)
      context.addIssue({ code: "custom", path: ["buttonSeat"], message: `the button lies at the bank, seat ${designatedPlayer.seat}` });
    const seats = [designatedPlayer.seat, ...players.map((player) => player.seat)];
    const twice = seats.find((one, i) => seats.indexOf(one) !== i);
    if (twice !== undefined) context.addIssue({ code: "custom", path: ["players"], message: `seat ${twice} is there twice` });
  });
const misdealExample = z
  .looseObject({
    cardCounts: z.record(z.string().regex(/^(dp|\d+)$/, 'a hand is "dp" or a seat'), z.int().nonnegative()).default({}),
    shufflerRed: z.boolean().default(false),
    wagers: z.record(z.string().regex(/^\d+$/, "a seat is a number"), wagers),
  })
  .superRefine(({ cardCounts, wagers: placed }, context) => {
    const hands = ["dp", ...Object.keys(placed)];
    for (const hand of Object.keys(cardCounts))
      if (!hands.includes(hand))
        context.addIssue({ code: "custom", path: ["cardCounts", hand], message: "there is no wager at this seat" });
    const dealt = hands.reduce((sum, hand) => sum + (cardCounts[hand] ?? handSize), 0);
    if (dealt > deck52.length)
      context.addIssue({ code: "custom", path: ["cardCounts"], message: `${dealt} cards are more than the deck has` });
  });
const raiseExample = z.looseObject({ cards, ante: money.positive(), raise: money });

type SettlementExample = z.infer<typeof settlementExample>;
type Wagers = Partial<Record<WagerName, number>>;

/** Examples count in chips of any value. */
const anyStake = { min: 1, max: 1_000_000_000, step: 1 };

function widen(rules: Rules): Rules {
  // The examples' tables have a designated player, and count.
  const table = { bank: "designated player", stakes: "tracked" } as const;
  return { ...rules, ...table, ante: anyStake, straightFlush: anyStake, flush: anyStake, funds: { ...anyStake, min: 0 }, raiseStep: 1 };
}

/** Gives the bank to one seat, places the wagers, closes the bets, turns every hand up. */
function policy(
  bank: number,
  funds: number,
  wagersOf: (seat: number) => Wagers,
  act: (seat: number) => "raise" | "fold",
): Script["policy"] {
  return (openings) => {
    for (const opening of openings) {
      if (opening.kind === "decision" && opening.by.endsWith("/seat")) {
        const { by } = opening;
        return Number.parseInt(by, 10) === bank
          ? { kind: "decision", by, code: "bank", amount: funds }
          : { kind: "decision", by, code: "waive" };
      }
      if (opening.kind === "wager" && opening.placed === 0) {
        const [seat, name] = opening.spot.split("/") as [string, WagerName];
        const stake = wagersOf(Number(seat))[name] ?? 0;
        if (stake > 0) return { kind: "wager", spot: opening.spot, stake };
      }
      if (opening.kind === "close" && opening.blocked === null) return { kind: "close" };
      if (opening.kind === "decision") return decision(opening, wagersOf, act);
      if (opening.kind === "reveal") return { kind: "reveal", place: opening.place };
    }
    return null;
  };
}

function decision(
  opening: Extract<Opening, { kind: "decision" }>,
  wagersOf: (seat: number) => Wagers,
  act: (seat: number) => "raise" | "fold",
) {
  const seat = Number.parseInt(opening.by, 10);
  if (act(seat) === "fold") return { kind: "decision", by: opening.by, code: "fold" } as const;
  return { kind: "decision", by: opening.by, code: "raise", amount: wagersOf(seat).raise ?? 0 } as const;
}

function settlement(input: unknown, pack: Rules): unknown {
  const example = settlementExample.parse(input);
  const { seat: bank, funds } = example.designatedPlayer;
  const seats = [bank, ...example.players.map((player) => player.seat)].sort((a, b) => a - b);
  const player = (seat: number) => example.players.find((one) => one.seat === seat);
  const hands = Object.fromEntries([...example.players, example.designatedPlayer].map((one) => [handOf(one.seat), one.cards]));
  const rules = widen(pack);
  const played = rehearse({
    game: highCardFlush,
    rules,
    seats,
    carry: null,
    hands,
    policy: policy(
      bank,
      funds,
      (seat) => player(seat)?.wagers ?? {},
      (seat) => player(seat)?.action ?? "fold",
    ),
  });
  const round = played.table.played?.round as Round | undefined;
  if (played.settlement === null || round === undefined) return { refused: played.refused.map(({ reply }) => reply) };
  return described(example, played.settlement, comparedOrder(round), rules);
}

function hand(dealt: readonly Card[], rules: Rules) {
  const { flush, run } = readHand(dealt, rules);
  return {
    best: { length: flush.length, ranks: flush.ranks },
    straightFlush: { length: run.length, top: run.top },
  };
}

function described(example: SettlementExample, settled: Settlement, order: readonly number[], rules: Rules): unknown {
  const { designatedPlayer, players } = example;
  const moved = settled.transfers.reduce(
    (sum, { from, to, amount }) => sum + (to === "designated" ? amount : 0) - (from === "designated" ? amount : 0),
    0,
  );
  return {
    designatedPlayer: {
      expect: {
        ...hand(designatedPlayer.cards, rules),
        qualifies: qualifies(readHand(designatedPlayer.cards, rules), rules),
        fundsAfter: designatedPlayer.funds + moved,
      },
    },
    players: players.map((player) => {
      const mine = settled.results.filter((result) => result.seat === player.seat && !result.spot.endsWith("/rake"));
      const results = Object.fromEntries(mine.map(({ spot, outcome, net }) => [spot.split("/")[1], { outcome, net }]));
      const cap = raiseCap(readHand(player.cards, rules).flush.length, rules) * player.wagers.ante;
      const net = mine.reduce((sum, result) => sum + result.net, 0);
      return { seat: player.seat, expect: { ...hand(player.cards, rules), maxRaise: cap, results, net } };
    }),
    expect: { settlementOrder: order },
  };
}

const shuffler = { id: "shuffler", roles: ["shuffler"], required: false, holds: "thisDeck" } as const;

/** Cards as counted by the antennas of the seats; the button is a seat of its own, the highest. */
function misdeal(input: unknown, pack: Rules): unknown {
  const example = misdealExample.parse(input);
  const players = Object.keys(example.wagers).map(Number);
  const bank = Math.max(...players) + 1;
  const rules = widen(pack);
  const on = stage({ game: highCardFlush, rules, seats: [...players, bank], carry: null, dealtBy: "antennas", devices: [shuffler] });
  const light = (lamp: "red" | "green" | "mains"): void =>
    on.event({ kind: "reading", at: on.table.at + 1, device: shuffler.id, reading: { kind: "light", lamp, state: "on" } });
  light("mains");
  light("green");
  const act = policy(
    bank,
    1_000_000,
    (seat) => example.wagers[String(seat)] ?? {},
    () => "fold",
  );
  on.command({ kind: "confirm", code: "openRound" });
  const decided = (): boolean => on.table.played?.betsClosed === true;
  for (let asked = act(on.openings(), on.table); asked !== null && !decided(); asked = act(on.openings(), on.table)) on.command(asked);
  dealCounted(on, (seat) => example.cardCounts[seat === bank ? "dp" : String(seat)] ?? handSize, [...players, bank]);
  if (example.shufflerRed) light("red");
  const settled = on.table.played?.settlement ?? null;
  const net = (seat: number) =>
    (settled?.results ?? []).filter((result) => result.seat === seat).reduce((sum, result) => sum + result.net, 0);
  return { expect: { misdeal: settled?.outcome === "void", net: Object.fromEntries(players.map((seat) => [seat, net(seat)])) } };
}

/** Deals to each seat in turn as many cards as it was given. A hand that waits for a card which does not come is called. */
function dealCounted(on: ReturnType<typeof stage>, count: (seat: number) => number, order: readonly number[]): void {
  const deck = [...deck52];
  const highest = Math.max(...order.map(count));
  for (let round = 0; round < highest; round++) {
    for (const seat of order) if (round < count(seat)) on.card(deck.shift() as Card, handOf(seat));
  }
  on.event({ kind: "deadline", at: on.table.at + 10_000 });
  if (on.openings().some((opening) => opening.kind === "card")) {
    on.command({ kind: "confirm", code: "misdeal", reason: "a hand is short of cards" });
  }
}

/** A Raise judged against the hand as it is shown. */
function raiseValidation(input: unknown, pack: Rules): unknown {
  const { cards: own, ante, raise } = raiseExample.parse(input);
  const rules = widen(pack);
  const against = otherCards(own);
  const played = rehearse({
    game: highCardFlush,
    rules,
    seats: [1, 2],
    carry: null,
    hands: { [handOf(1)]: own, [handOf(2)]: against },
    policy: policy(
      2,
      1_000_000_000,
      () => ({ ante, raise }),
      () => "raise",
    ),
  });
  const cap = raiseCap(readHand(own, rules).flush.length, rules) * ante;
  const cut = played.settlement?.transfers.some((transfer) => transfer.why.code === "overCap") === true;
  const refused = played.refused.length > 0;
  const error = raise < ante ? "RAISE_BELOW_ANTE" : "RAISE_ABOVE_CAP";
  const legal = !cut && !refused;
  return { expect: { legal, minRaise: ante, maxRaise: cap, error: legal ? null : error } };
}

function otherCards(own: readonly Card[]): readonly Card[] {
  return deck52.filter((one) => !own.includes(one)).slice(0, handSize);
}

export const examples: ExampleRunner<Rules> = { settlement, misdeal, "raise-validation": raiseValidation };
