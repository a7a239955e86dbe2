// Worked examples of High Card Flush, played through the engine. The format is described in the example files.

import { z } from "zod";
import type { Card } from "#core/card";
import type { ExampleRunner } from "#core/example";
import type { Opening } from "#core/opening";
import { rehearse, type Script, stage } from "#core/rehearse";
import type { Settlement } from "#core/settlement";
import { highCardFlush } from "./game.ts";
import { comparedOrder, handOf, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { qualifies, raiseCap, readHand, type WagerName } from "./settle.ts";

const cards = z.array(z.string() as unknown as z.ZodType<Card>);
const money = z.int().nonnegative();
const wagers = z.strictObject({ ante: money, raise: money.default(0), straightFlush: money.default(0), flush: money.default(0) });

const settlementExample = z.looseObject({
  buttonSeat: z.int(),
  designatedPlayer: z.looseObject({ seat: z.int(), cards, funds: money }),
  players: z.array(z.looseObject({ seat: z.int(), cards, action: z.enum(["raise", "fold"]), wagers })),
});
const misdealExample = z.looseObject({
  cardCounts: z.record(z.string(), z.int()),
  shufflerRed: z.boolean(),
  wagers: z.record(z.string(), wagers.partial({ ante: true })),
});
const raiseExample = z.looseObject({ cards, ante: money, raise: money });

type SettlementExample = z.infer<typeof settlementExample>;
type Wagers = Partial<Record<WagerName, number>>;

/** Examples count in chips of any value. */
const anyStake = { min: 1, max: 1_000_000_000, step: 1 };

function widen(rules: Rules): Rules {
  return { ...rules, ante: anyStake, straightFlush: anyStake, flush: anyStake, funds: { ...anyStake, min: 0 }, raiseStep: 1 };
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

/** Cards as counted by the antennas of the seats; the button is a seat of its own, the highest. */
function misdeal(input: unknown, pack: Rules): unknown {
  const example = misdealExample.parse(input);
  const players = Object.keys(example.wagers).map(Number);
  const bank = Math.max(...players) + 1;
  const rules = widen(pack);
  const on = stage({ game: highCardFlush, rules, seats: [...players, bank], carry: null, dealtBy: "antennas" });
  const act = policy(
    bank,
    1_000_000,
    (seat) => example.wagers[String(seat)] as Wagers,
    () => "fold",
  );
  on.command({ kind: "confirm", code: "openRound" });
  for (let asked = act(on.openings(), on.table); asked !== null; asked = act(on.openings(), on.table)) on.command(asked);
  dealCounted(on, (seat) => example.cardCounts[seat === bank ? "dp" : String(seat)] ?? 0, [...players, bank]);
  if (example.shufflerRed) {
    on.event({ kind: "reading", at: on.table.at + 1, device: "shuffler", reading: { kind: "light", lamp: "red", state: "on" } });
  }
  on.event({ kind: "deadline", at: on.table.at + 10_000 });
  const settled = on.table.played?.settlement ?? null;
  const net = (seat: number) =>
    (settled?.results ?? []).filter((result) => result.seat === seat).reduce((sum, result) => sum + result.net, 0);
  return { expect: { misdeal: settled?.outcome === "void", net: Object.fromEntries(players.map((seat) => [seat, net(seat)])) } };
}

function dealCounted(on: ReturnType<typeof stage>, count: (seat: number) => number, order: readonly number[]): void {
  const ranks = "23456789TJQKA";
  let n = 0;
  const highest = Math.max(...order.map(count));
  for (let card = 0; card < highest; card++) {
    for (const seat of order) {
      if (card >= count(seat)) continue;
      on.card(`${ranks[n % 13]}${"cdhs"[Math.floor(n / 13)]}` as Card, handOf(seat));
      n++;
    }
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
  const all = ["2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c", "4d", "4h", "4s", "5c", "5d"] as readonly Card[];
  return all.filter((card) => !own.includes(card)).slice(0, 7);
}

export const examples: ExampleRunner<Rules> = { settlement, misdeal, "raise-validation": raiseValidation };
