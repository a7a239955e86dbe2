// Worked examples of Palace Poker, played through the engine. The format is described in the example files.

import { z } from "zod";
import { type Card, deck52 } from "#core/card";
import type { ExampleRunner } from "#core/example";
import { clockwise, type Place, pile } from "#core/felt";
import { battle, battleMoney, foldCapture } from "./examples-battle.ts";
import { end, passiveRound, showdown, sidePots } from "./examples-hand.ts";
import { bannerOf, bannerPlace, drawOf, paidBy, setAside, soldiersPlace } from "./round.ts";
import { anteOf, playersMax, type Rules } from "./rules.ts";
import { card, isKeep, keepSoldiers, least, mustDiscard, optionOf, plenty, type Scene, setScene, widen } from "./scene.ts";

const seat = z.int().positive();
const count = z.int().nonnegative();

const bannerExample = z.looseObject({ players: z.int().min(2).max(playersMax), deck: z.array(card) });
const targetsExample = z.looseObject({ attacker: seat, banners: z.record(z.string(), card) });
const costExample = z.looseObject({ soldierCounts: z.array(count) });
const buyExample = z.looseObject({ drawPile: count, discardPile: count, soldiers: count, stack: count.default(plenty) });
const drawExample = z.looseObject({ rounds: z.array(z.record(z.string(), card)).min(1) });
const affordExample = z.looseObject({ stack: count, soldiers: count, role: z.enum(["attacker", "defender"]) });

const seatsTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

/** Two players of different suits; the first one acts. */
function setTwo(rules: Rules, chips: (seat: number) => number): Scene {
  const cards = { [bannerPlace(1)]: ["Ac"], [bannerPlace(2)]: ["Ad"] } as const;
  return setScene({ rules: widen(rules), seats: [1, 2], dealer: 2, chips, cards });
}

function ante(_input: unknown, rules: Rules): unknown {
  return { expect: { ante: paidBy(setTwo(rules, () => plenty).round(), 1) } };
}

/** Cards as they come off the deck, seat 1 to the left of the dealer. */
function bannerDeal(input: unknown, rules: Rules): unknown {
  const { players, deck } = bannerExample.parse(input);
  const seats = seatsTo(players);
  const scene = setScene({
    rules: { ...widen(rules), bannerGroups: rules.bannerGroups },
    seats,
    dealer: players,
    chips: () => plenty,
    cards: {},
  });
  const { on } = scene;
  const rejected: Card[] = [];
  let cardsTurned = 0;
  for (const turned of deck) {
    if (on.openings().some((opening) => opening.kind === "shuffle")) on.command({ kind: "shuffle" });
    if (!on.openings().some((opening) => opening.kind === "card" && opening.face === "up")) break;
    const before = pile(on.table.felt, setAside).length;
    on.card(turned);
    cardsTurned++;
    if (pile(on.table.felt, setAside).length > before) rejected.push(turned);
  }
  const banners = Object.fromEntries(seats.map((one) => [one, bannerOf(on.table.felt, one)]));
  return { expect: { banners, rejected, cardsTurned } };
}

function targets(input: unknown, rules: Rules): unknown {
  const { attacker, banners } = targetsExample.parse(input);
  const seats = Object.keys(banners)
    .map(Number)
    .sort((a, b) => a - b);
  const dealer = [...clockwise(seats, attacker)].filter((one) => one !== attacker).at(-1) as number;
  const cards = Object.fromEntries(Object.entries(banners).map(([one, banner]) => [bannerPlace(Number(one)), [banner]]));
  const scene = setScene({ rules: widen(rules), seats, dealer, chips: () => plenty, cards });
  let legalTargets: number[] = [];
  scene.play((_, turn) => {
    legalTargets = (optionOf(turn, "bet")?.targets ?? []).map((place) => Number.parseInt(place, 10)).sort((a, b) => a - b);
    return null;
  });
  return { expect: { legalTargets } };
}

/** What a bet costs, read from the turns of a player who buys soldier after soldier. */
function cost(input: unknown, rules: Rules): unknown {
  const { soldierCounts } = costExample.parse(input);
  const scene = setTwo(rules, () => plenty);
  const costs = new Map<number, number>();
  const most = Math.max(...soldierCounts);
  scene.play((now, turn) => {
    if (isKeep(turn)) return keepSoldiers(scene, turn);
    if (now !== 1) return { code: "stay" };
    const has = scene.cardsAt(soldiersPlace(1)).length;
    costs.set(has, optionOf(turn, "bet")?.amount?.min ?? 0);
    return has < most ? least(turn, "buy") : null;
  });
  return { expect: { amounts: soldierCounts.map((soldiers) => costs.get(soldiers) ?? null) } };
}

/** Players, and soldiers of the others, so that the two piles are as the example says. */
function sizesFor({ drawPile, discardPile: discards, soldiers }: z.infer<typeof buyExample>, rules: Rules) {
  const others = (players: number): number => deck52.length - drawPile - discards - soldiers - 4 * players;
  const players = seatsTo(playersMax).find((n) => n >= 2 && others(n) >= 0 && others(n) <= (n - 1) * rules.maxSoldiers);
  if (players === undefined) throw new Error(`no table has ${drawPile} cards to draw and ${discards} discards`);
  return { players, others: others(players) };
}

/** The others buy what they hold and what lies on the discard pile; seat 1 buys its soldiers and comes to its turn. */
function buy(input: unknown, pack: Rules): unknown {
  const example = buyExample.parse(input);
  const rules = widen(pack);
  const { players, others } = sizesFor(example, rules);
  const seats = seatsTo(players);
  const own = anteOf(rules) + example.soldiers * rules.smallBet + example.stack;
  const cards = Object.fromEntries(seats.map((one) => [bannerPlace(one), [deck52[(one * 14) % 52] as Card]]));
  const scene = setScene({ rules, seats, dealer: players, chips: (one) => (one === 1 ? own : plenty), cards });
  let toKeep = others;
  let toDiscard = example.discardPile;
  const has = (one: number): number => scene.cardsAt(soldiersPlace(one)).length;
  scene.play((now, turn) => {
    if (isKeep(turn)) {
      if (now === 1 || (toKeep > 0 && mustDiscard(turn) === 0)) {
        if (now !== 1) toKeep--;
        return keepSoldiers(scene, turn);
      }
      toDiscard--;
      return keepSoldiers(scene, turn, 1);
    }
    if (now === 1) {
      if (has(1) < example.soldiers) return least(turn, "buy");
      return toKeep === 0 && toDiscard === 0 ? null : { code: "stay" };
    }
    const room = toKeep > 0 && has(now) < rules.maxSoldiers;
    return room || toDiscard > 0 ? least(turn, "buy") : { code: "stay" };
  });
  return { expect: bought(scene, rules) };
}

function bought(scene: Scene, rules: Rules): unknown {
  let legal = false;
  let price: number = rules.smallBet;
  let mustDiscardAtLeast = 0;
  scene.play((_, turn) => {
    if (isKeep(turn)) {
      mustDiscardAtLeast = mustDiscard(turn);
      return null;
    }
    const option = optionOf(turn, "buy");
    legal = option !== undefined;
    price = option?.amount?.min ?? price;
    return legal ? least(turn, "buy") : null;
  });
  return { legal, cost: price, mustDiscardAtLeast };
}

function dealerDraw(input: unknown, rules: Rules): unknown {
  const { rounds } = drawExample.parse(input);
  const seats = Object.keys(rounds[0] ?? {}).map(Number);
  const drawn = (one: number): Card[] => rounds.flatMap((round) => round[String(one)] ?? []);
  const cards: Record<Place, readonly Card[]> = Object.fromEntries(seats.map((one) => [drawOf(one), drawn(one)]));
  const scene = setScene({
    rules: { ...widen(rules), firstDealer: "highest card" },
    seats: seats.sort((a, b) => a - b),
    dealer: null,
    chips: () => plenty,
    cards,
  });
  scene.play(() => null);
  return { expect: { dealer: scene.round().dealer } };
}

/** A player comes to his bet, or is attacked, with so many soldiers and so many chips left. */
function afford(input: unknown, pack: Rules): unknown {
  const { stack, soldiers, role } = affordExample.parse(input);
  // Only who pays an ante is dealt in; how much it is changes nothing here.
  const rules: Rules = { ...widen(pack), ante: 1 };
  const subject = role === "attacker" ? 1 : 2;
  const own = anteOf(rules) + soldiers * rules.smallBet + stack;
  const scene = setTwo(rules, (one) => (one === subject ? own : plenty));
  const has = (): number => scene.cardsAt(soldiersPlace(subject)).length;
  let answer: unknown = null;
  scene.play((now, turn) => {
    if (isKeep(turn)) return keepSoldiers(scene, turn);
    const option = optionOf(turn, role === "attacker" ? "bet" : "call");
    const facing = optionOf(turn, "stay") === undefined;
    if (now === subject && has() < soldiers) return least(turn, "buy");
    if (now === subject && (role === "attacker" || facing)) {
      const pays = option?.amount?.min ?? 0;
      const legal = option !== undefined;
      answer = { [role === "attacker" ? "attackLegal" : "callLegal"]: legal, pays, allIn: legal && pays === stack };
      return null;
    }
    if (now !== subject && role === "defender" && has() === soldiers) return { ...least(turn, "bet"), target: bannerPlace(subject) };
    return { code: "stay" };
  });
  return { expect: answer };
}

export const examples: ExampleRunner<Rules> = {
  ante,
  "banner-deal": bannerDeal,
  targets,
  cost,
  battle,
  "fold-capture": foldCapture,
  "battle-money": battleMoney,
  end,
  showdown,
  "passive-round": passiveRound,
  buy,
  "dealer-draw": dealerDraw,
  afford,
  "side-pots": sidePots,
};
