// The rules of ranking hands once more, slowly: every choice of five cards is sorted and counted. No tables, no bit masks,
// nothing from src; the evaluator is compared with this.

const order = "23456789TJQKA";
const categories = [
  "high-card",
  "pair",
  "two-pair",
  "three-of-a-kind",
  "straight",
  "flush",
  "full-house",
  "four-of-a-kind",
  "straight-flush",
  "royal-flush",
] as const;

export interface SlowHand {
  readonly category: (typeof categories)[number];
  /** Deciding rank first. */
  readonly ranks: string;
}

function weight(rank: string): number {
  return order.indexOf(rank) + 2;
}

const written = new Map<string, readonly (readonly number[])[]>();

/** Every choice of so many positions; written down once. */
function positions(of: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  const key = `${of} ${size} ${from}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const all: (readonly number[])[] = [];
  for (let first = from; first < of; first++) for (const rest of positions(of, size - 1, first + 1)) all.push([first, ...rest]);
  written.set(key, all);
  return all;
}

function choices<T>(items: readonly T[], size: number): T[][] {
  return positions(items.length, size).map((chosen) => chosen.map((i) => items[i] as T));
}

/** The ranks, most frequent first, then highest first: "KKK77", "AT852". */
function grouped(cards: readonly string[]): string {
  const times = new Map<string, number>();
  for (const card of cards) times.set(card.charAt(0), (times.get(card.charAt(0)) ?? 0) + 1);
  const ranks = [...times].sort(([a, n], [b, m]) => m - n || weight(b) - weight(a));
  return ranks.map(([rank, n]) => rank.repeat(n)).join("");
}

/** Exactly the cards given, at most five. */
function rankAll(cards: readonly string[]): SlowHand {
  const ranks = grouped(cards);
  const shape = ranks.replace(/(.)\1*/g, (same) => String(same.length));
  const complete = cards.length === 5;
  const sameSuit = complete && cards.every((card) => card.charAt(1) === cards[0]?.charAt(1));
  const wheel = ranks === "A5432";
  const run = complete && shape === "11111" && (wheel || weight(ranks.charAt(0)) - weight(ranks.charAt(4)) === 4);
  const shown = wheel ? "5432A" : ranks;
  if (run && sameSuit) return { category: ranks === "AKQJT" ? "royal-flush" : "straight-flush", ranks: shown };
  if (shape.startsWith("4")) return { category: "four-of-a-kind", ranks };
  if (shape === "32") return { category: "full-house", ranks };
  if (sameSuit) return { category: "flush", ranks };
  if (run) return { category: "straight", ranks: shown };
  if (shape.startsWith("3")) return { category: "three-of-a-kind", ranks };
  if (shape.startsWith("22")) return { category: "two-pair", ranks };
  if (shape.startsWith("2")) return { category: "pair", ranks };
  return { category: "high-card", ranks };
}

/** Negative if `a` is the lower hand, 0 for a tie; a missing kicker is below any card. */
export function compareSlow(a: SlowHand, b: SlowHand): number {
  const step = categories.indexOf(a.category) - categories.indexOf(b.category);
  if (step !== 0) return step;
  for (let i = 0; i < 5; i++) {
    const one = a.ranks.charAt(i);
    const other = b.ranks.charAt(i);
    if (one === other) continue;
    if (one === "") return -1;
    if (other === "") return 1;
    return weight(one) - weight(other);
  }
  return 0;
}

/** The best five cards of a hand, or all of them if there are fewer. */
export function slowHigh(cards: readonly string[]): SlowHand {
  const hands = choices(cards, Math.min(5, cards.length)).map(rankAll);
  return hands.reduce((best, hand) => (compareSlow(hand, best) > 0 ? hand : best));
}

/** The best ace-to-five low up to a rank, highest card first, or null. */
export function slowLow(cards: readonly string[], qualifier: string): string | null {
  const lowOrder = "A23456789TJQK";
  const limit = lowOrder.indexOf(qualifier);
  const held = [...new Set(cards.map((card) => lowOrder.indexOf(card.charAt(0))))].filter((rank) => rank <= limit);
  if (held.length < 5) return null;
  const lowest = held.sort((a, b) => a - b).slice(0, 5);
  return lowest
    .reverse()
    .map((rank) => lowOrder.charAt(rank))
    .join("");
}

function suited(cards: readonly string[]): number[][] {
  return ["c", "d", "h", "s"].map((suit) =>
    cards
      .filter((card) => card.charAt(1) === suit)
      .map((card) => weight(card.charAt(0)))
      .sort((a, b) => b - a),
  );
}

/** The ranks of the longest (then highest) single-suit group. */
export function slowFlush(cards: readonly string[]): string {
  const key = (ranks: readonly number[]): string => [ranks.length, ...ranks].map((n) => String(n).padStart(2, "0")).join("");
  const best = suited(cards).reduce((a, b) => (key(b) > key(a) ? b : a));
  return best.map((rank) => order.charAt(rank - 2)).join("");
}

/** Length and top of the longest (then highest) run of three or more in a suit. */
export function slowRun(cards: readonly string[], aceLow: boolean): { length: number; top: string | null } {
  let best = { length: 0, top: 0 };
  for (const held of suited(cards)) {
    for (let top = 14; top >= 3; top--) {
      let length = 0;
      while (length < 13 && (held.includes(top - length) || (aceLow && top - length === 1 && held.includes(14)))) length++;
      if (length >= 3 && (length > best.length || (length === best.length && top > best.top))) best = { length, top };
    }
  }
  return { length: best.length, top: best.length === 0 ? null : order.charAt(best.top - 2) };
}
