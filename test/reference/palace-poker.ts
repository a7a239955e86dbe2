// Palace Poker once more, slowly and from the rules alone: a table of texts and numbers that says who acts, what he may do and
// who gets the chips. Nothing from src; the engine is compared with it decision by decision.

import { compareSlow, type SlowHand, slowHigh } from "./hand.ts";

export interface SlowRules {
  readonly smallBet: number;
  readonly bigBet: number;
  readonly noLimit: boolean;
  readonly ante: number;
  readonly maxSoldiers: number;
  readonly traitors: "suit" | "rank" | "none";
  readonly tieBreak: "all" | "counted" | "none";
  readonly bannerCaptured: boolean;
  readonly discardCost: number;
  readonly callByAttacker: boolean;
  readonly twoSmallWithoutSoldiers: boolean;
  readonly maxRaises: number;
  readonly showdownExclusions: boolean;
  readonly attackShort: boolean;
  readonly callShort: boolean;
  readonly wheel: boolean;
}

/** What one may do: "stay", "fold", "buy 2", "discard 1-3 for 0", "bet 2-40 at 3,5", "call 4", "raise 4-30", "keep 0-2". */
export interface SlowAsk {
  readonly seat: number;
  readonly options: readonly string[];
}

export interface SlowDeed {
  readonly seat: number;
  readonly does: "stay" | "fold" | "buy" | "discard" | "bet" | "call" | "raise" | "drop" | "foldAhead";
  readonly amount?: number;
  readonly target?: number;
  /** Drawn by a Buy. */
  readonly card?: string;
  /** Soldiers that go. */
  readonly gone?: readonly string[];
}

export interface SlowResult {
  readonly how: "last" | "suits" | "tie" | "showdown";
  /** Chips of each seat when all is paid. */
  readonly chips: Readonly<Record<number, number>>;
}

interface Player {
  readonly seat: number;
  chips: number;
  paid: number;
  readonly banner: string;
  readonly palace: readonly string[];
  soldiers: string[];
  alive: boolean;
  passed: boolean;
  willFold: boolean;
}

interface Fight {
  readonly by: Player;
  readonly on: Player;
  answering: Player;
  toCall: number;
  raised: number;
}

export interface SlowTable {
  asks(): SlowAsk | null;
  does(deed: SlowDeed): void;
  result(): SlowResult | null;
  /** Cards that a Buy may still draw. */
  cardsLeft: number;
}

const suit = (card: string): string => card.charAt(1);
const rank = (card: string): string => card.charAt(0);

/** `order`: seats from the dealer's left; the antes are not yet paid. */
export function slowTable(
  rules: SlowRules,
  order: readonly number[],
  given: {
    readonly chips: Readonly<Record<number, number>>;
    readonly banners: Readonly<Record<number, string>>;
    readonly palaces: Readonly<Record<number, readonly string[]>>;
  },
): SlowTable {
  const players: Player[] = order.map((seat) => ({
    seat,
    chips: (given.chips[seat] as number) - rules.ante,
    paid: rules.ante,
    banner: given.banners[seat] as string,
    palace: given.palaces[seat] as readonly string[],
    soldiers: [],
    alive: true,
    passed: false,
    willFold: false,
  }));
  let cardsLeft = 52 - 4 * order.length;
  let turn = players[0] as Player;
  let fight: Fight | null = null;
  let keeper: Player | null = null;
  let done: SlowResult | null = null;

  const living = (): Player[] => players.filter((player) => player.alive);
  const find = (seat: number): Player => players.find((player) => player.seat === seat) as Player;
  const formula = (player: Player): number => (1 + player.soldiers.length) * rules.smallBet;
  const put = (player: Player, amount: number): void => {
    player.chips -= amount;
    player.paid += amount;
  };

  /** Cards gone from a player's hands come back through the discards. */
  const giveUp = (player: Player): void => {
    player.alive = false;
    cardsLeft += player.palace.length + 1 + player.soldiers.length;
    player.soldiers = [];
  };

  function afterAction(): void {
    fight = null;
    keeper = null;
    for (;;) {
      const left = living();
      if (left.length === 1) return pay("last");
      if (left.length > 1 && left.every((player) => suit(player.banner) === suit((left[0] as Player).banner))) return pay("suits");
      if (left.every((player) => player.passed)) return pay("showdown");
      const ring = [...players, ...players];
      turn = ring.slice(players.indexOf(turn) + 1).find((player) => player.alive) as Player;
      if (!turn.willFold) return;
      giveUp(turn);
    }
  }

  function pay(how: SlowResult["how"]): void {
    const left = living();
    const chips = Object.fromEntries(players.map((player) => [player.seat, player.chips]));
    const broke = how === "last" ? [] : left.filter((player) => player.chips === 0);
    const best = (among: readonly Player[]): readonly Player[] => {
      if (how !== "showdown") return among;
      const hands = among.map((player) => [player, shown(player, left)] as const);
      return hands.filter(([, hand]) => hands.every(([, other]) => compareSlow(hand, other) >= 0)).map(([player]) => player);
    };
    for (const { amount, among } of slowPots(players, left, broke)) {
      const winners = best(among);
      for (let chip = 0; chip < amount; chip++) {
        const seat = (winners[chip % winners.length] as Player).seat;
        chips[seat] = (chips[seat] as number) + 1;
      }
    }
    done = { how, chips };
  }

  function shown(player: Player, left: readonly Player[]): SlowHand {
    const all = [player.banner, ...player.palace, ...player.soldiers];
    if (!rules.showdownExclusions) return bestOf(all, rules.wheel);
    const against = left.filter((other) => other !== player && loyal([player.banner], other.banner, rules).length === 1);
    return bestOf(
      against.reduce<readonly string[]>((cards, other) => loyal(cards, other.banner, rules), all),
      rules.wheel,
    );
  }

  function wins(winner: Player, loser: Player): void {
    cardsLeft += loser.palace.length + (rules.bannerCaptured ? 0 : 1);
    const taken = [...(rules.bannerCaptured ? [loser.banner] : []), ...loser.soldiers];
    loser.alive = false;
    loser.soldiers = [];
    winner.soldiers.push(...taken);
    const left = living();
    const over = left.length === 1 || left.every((player) => suit(player.banner) === suit((left[0] as Player).banner));
    fight = null;
    if (taken.length > 0 && !over) keeper = winner;
    else afterAction();
  }

  function compare({ by, on }: Fight): void {
    const verdict = slowBattle(by, on, rules);
    if (verdict > 0) return wins(by, on);
    if (verdict < 0) return wins(on, by);
    if (living().length === 2) {
      fight = null;
      return pay("tie");
    }
    giveUp(by);
    giveUp(on);
    afterAction();
  }

  function answer(deed: SlowDeed, now: Fight): void {
    const player = now.answering;
    const other = player === now.by ? now.on : now.by;
    if (deed.does === "fold") return wins(other, player);
    if (deed.does === "call") {
      put(player, Math.min(player.chips, now.toCall));
      return compare(now);
    }
    const more = deed.amount as number;
    const answerable = Math.min(more, other.chips);
    put(player, now.toCall + answerable);
    fight = { ...now, answering: other, toCall: answerable, raised: now.raised + 1 };
  }

  function act(deed: SlowDeed): void {
    switch (deed.does) {
      case "fold":
        giveUp(turn);
        return afterAction();
      case "stay":
        turn.passed = true;
        return afterAction();
      case "discard":
        put(turn, rules.discardCost);
        turn.passed = true;
        drop(turn, deed.gone ?? []);
        return afterAction();
      case "buy":
        for (const player of players) player.passed = false;
        put(turn, rules.smallBet);
        cardsLeft--;
        turn.soldiers.push(deed.card as string);
        keeper = turn;
        return;
      default:
        return attack(deed);
    }
  }

  function attack(deed: SlowDeed): void {
    for (const player of players) player.passed = false;
    const on = find(deed.target as number);
    const own = Math.min(deed.amount as number, formula(turn));
    const base = rules.callByAttacker ? own : formula(on);
    const extra = Math.max(0, Math.min((deed.amount as number) - own, on.chips - base));
    put(turn, own + extra);
    const opened: Fight = { by: turn, on, answering: on, toCall: base + extra, raised: 0 };
    fight = opened;
    if (on.willFold) wins(turn, on);
  }

  function drop(player: Player, gone: readonly string[]): void {
    for (const card of gone) {
      if (!player.soldiers.includes(card)) throw new Error(`seat ${player.seat} has no soldier ${card}`);
      player.soldiers = player.soldiers.filter((soldier) => soldier !== card);
      cardsLeft++;
    }
  }

  return {
    get cardsLeft() {
      return cardsLeft;
    },
    asks: () => {
      if (done !== null) return null;
      if (keeper !== null) return { seat: keeper.seat, options: [keepOption(keeper, rules)] };
      if (fight !== null) return { seat: fight.answering.seat, options: answers(fight, rules) };
      return { seat: turn.seat, options: turnOptions(turn, living(), cardsLeft, rules) };
    },
    does: (deed) => {
      if (deed.does === "foldAhead") {
        find(deed.seat).willFold = true;
        return;
      }
      if (keeper !== null) {
        drop(keeper, deed.gone ?? []);
        afterAction();
      } else if (fight !== null) answer(deed, fight);
      else act(deed);
    },
    result: () => done,
  };
}

function keepOption(player: Player, rules: SlowRules): string {
  return `drop ${Math.max(0, player.soldiers.length - rules.maxSoldiers)}-${player.soldiers.length}`;
}

function answers(fight: Fight, rules: SlowRules): readonly string[] {
  const player = fight.answering;
  const other = player === fight.by ? fight.on : fight.by;
  const options = ["fold"];
  if (player.chips >= fight.toCall || rules.callShort) options.push(`call ${Math.min(player.chips, fight.toCall)}`);
  const left = player.chips - fight.toCall;
  const poor = rules.twoSmallWithoutSoldiers && !rules.noLimit && player.soldiers.length === 0;
  const least = poor ? 2 * rules.smallBet : rules.bigBet;
  if (left >= least && other.chips > 0 && fight.raised < rules.maxRaises) options.push(`raise ${least}-${rules.noLimit ? left : least}`);
  return options.sort();
}

function turnOptions(player: Player, left: readonly Player[], cardsLeft: number, rules: SlowRules): readonly string[] {
  const options = ["stay", "fold"];
  const held = player.soldiers.length;
  if (player.chips >= rules.smallBet && cardsLeft > 0) options.push(`buy ${rules.smallBet}`);
  if (held > 0 && player.chips >= rules.discardCost) options.push(`discard 1-${held} for ${rules.discardCost}`);
  const enemies = left.filter((other) => other !== player && suit(other.banner) !== suit(player.banner)).map((other) => other.seat);
  const cost = (held + 1) * rules.smallBet;
  const whole = player.chips >= cost;
  if (enemies.length > 0 && (whole || (rules.attackShort && player.chips > 0))) {
    const least = Math.min(cost, player.chips);
    options.push(`bet ${least}-${whole && rules.noLimit ? player.chips : least} at ${enemies.sort((a, b) => a - b).join()}`);
  }
  return options.sort();
}

/** Cards that count against a banner. */
function loyal(cards: readonly string[], banner: string, rules: SlowRules): readonly string[] {
  if (rules.traitors === "none") return cards;
  const same = rules.traitors === "suit" ? suit : rank;
  return cards.filter((card) => same(card) !== same(banner));
}

function bestOf(cards: readonly string[], wheel: boolean): SlowHand {
  if (wheel || cards.length < 5) return slowHigh(cards);
  let best: SlowHand | null = null;
  for (const five of fives(cards)) {
    const hand = slowHigh(five);
    const low = hand.ranks === "5432A" && hand.category.startsWith("straight");
    const counted: SlowHand = low ? { category: hand.category === "straight" ? "high-card" : "flush", ranks: "A5432" } : hand;
    if (best === null || compareSlow(counted, best) > 0) best = counted;
  }
  return best as SlowHand;
}

function fives(cards: readonly string[], size = 5): string[][] {
  if (size === 0) return [[]];
  return cards.flatMap((card, i) => fives(cards.slice(i + 1), size - 1).map((rest) => [card, ...rest]));
}

/** Above 0: the attacker wins; 0: nobody. */
function slowBattle(by: Player, on: Player, rules: SlowRules): number {
  const all = (player: Player): readonly string[] => [player.banner, ...player.palace, ...player.soldiers];
  const [one, other] = [loyal(all(by), on.banner, rules), loyal(all(on), by.banner, rules)];
  const byHand = compareSlow(bestOf(one, rules.wheel), bestOf(other, rules.wheel));
  if (byHand !== 0 || rules.tieBreak === "none") return byHand;
  const mine = (cards: readonly string[], player: Player): number => cards.filter((card) => suit(card) === suit(player.banner)).length;
  return rules.tieBreak === "all" ? mine(all(by), by) - mine(all(on), on) : mine(one, by) - mine(other, on);
}

/** Chip by chip: a player without chips has a share of every chip up to his own total, from everybody. */
function slowPots(players: readonly Player[], left: readonly Player[], broke: readonly Player[]) {
  const levels = [...new Set(broke.map((player) => player.paid))].sort((a, b) => a - b);
  const pots: { amount: number; among: readonly Player[] }[] = [];
  const most = Math.max(...players.map((player) => player.paid));
  for (let chip = 1; chip <= most; chip++) {
    const payers = players.filter((player) => player.paid >= chip).length;
    const level = levels.find((one) => chip <= one) ?? Number.POSITIVE_INFINITY;
    const among = left.filter((player) => !broke.includes(player) || player.paid >= level);
    const last = pots.at(-1);
    if (last !== undefined && (among.length === 0 || sameSeats(last.among, among))) last.amount += payers;
    else pots.push({ amount: payers, among });
  }
  return pots;
}

function sameSeats(one: readonly Player[], other: readonly Player[]): boolean {
  return one.length === other.length && one.every((player) => other.includes(player));
}

/** Who gets which banner from cards turned in this order, and which are set aside; as far as the cards go. */
export function slowBanners(turned: readonly string[], order: readonly number[], groups: readonly number[]) {
  const banners: Record<number, string> = {};
  const aside: string[] = [];
  let next = 0;
  for (const card of turned) {
    if (next === order.length) break;
    let first = 0;
    let group = 0;
    while (next >= first + (groups[group] as number)) first += groups[group++] as number;
    const taken = order.slice(first, next).map((seat) => suit(banners[seat] as string));
    if (taken.includes(suit(card))) aside.push(card);
    else banners[order[next++] as number] = card;
  }
  return { banners, aside };
}

/** Who deals first: the highest card, ties drawing again. `cards`: as they were drawn, seats in `order`. */
export function slowDealer(cards: readonly string[], order: readonly number[]): number | null {
  let left = [...order];
  let at = 0;
  while (left.length > 1) {
    const drawn = left.map((_, i) => cards[at + i]);
    if (drawn.includes(undefined)) return null;
    at += left.length;
    const height = (drawn as string[]).map((card) => "23456789TJQKA".indexOf(rank(card)));
    left = left.filter((_, i) => height[i] === Math.max(...height));
  }
  return left[0] ?? null;
}
