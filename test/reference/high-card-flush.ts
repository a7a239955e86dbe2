// High Card Flush settled once more, from the rule sheet and the dossier, slowly and in one place: nothing from src, no shared
// evaluator. It follows the dealer: folded stakes in, then seat by seat to the left of the last, money counted as it moves.

import { slowFlush, slowRun } from "./hand.ts";

export type SlowWager = "ante" | "raise" | "straightFlush" | "flush";
type Charge = { readonly perSeat: number } | { readonly ofStakes: number; readonly rounding: "down" | "up" | "half-up" };

export interface SlowRules {
  readonly raiseCaps: Readonly<Record<string, number>>;
  readonly qualifier: { readonly length: number; readonly minHigh: string };
  readonly paySF: Readonly<Record<string, number | undefined>>;
  readonly payFlush: Readonly<Record<string, number | undefined>>;
  readonly aceLowInSF: boolean;
  readonly bonusContested: boolean;
  readonly foldLosesBonus: boolean;
  readonly mainTiePushesBonuses: boolean;
  readonly shortfall: "partial" | "all-or-nothing";
  readonly collectedLossesFundBank: boolean;
  readonly dpMaxWin: "none" | "money in action";
  readonly aggregateCap: "none" | { readonly perHand: number } | { readonly perRound: number };
  readonly withinHandOrder: readonly string[];
  readonly rake: { readonly method: "none" } | { readonly method: "all" | "players" | "designated player"; readonly charge: Charge };
}

export interface SlowSeat {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly ante: number;
  readonly straightFlush: number;
  readonly flush: number;
  /** null: folded. */
  readonly raise: number | null;
}

export interface SlowRound {
  readonly rules: SlowRules;
  readonly seats: readonly SlowSeat[];
  readonly designated: { readonly seat: number; readonly cards: readonly string[]; readonly funds: number };
}

export interface SlowResult {
  /** By spot: "3/ante" ends as "win 10". */
  readonly ends: Readonly<Record<string, string>>;
  readonly fundsAfter: number;
  /** By seat. */
  readonly rake: Readonly<Record<string, number>>;
  readonly order: readonly number[];
}

const order = "23456789TJQKA";
const weight = (rank: string): number => order.indexOf(rank) + 2;

/** More cards first, then rank by rank: positive when `a` is higher. */
function compareFlushes(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const step = weight(a.charAt(i)) - weight(b.charAt(i));
    if (step !== 0) return step;
  }
  return 0;
}

function compareRuns(a: Run, b: Run): number {
  if (a.length !== b.length) return a.length - b.length;
  return a.top === null || b.top === null ? 0 : weight(a.top) - weight(b.top);
}

type Run = ReturnType<typeof slowRun>;

function doesQualify(flush: string, { length, minHigh }: SlowRules["qualifier"]): boolean {
  if (flush.length > length) return true;
  return flush.length === length && weight(flush.charAt(0)) >= weight(minHigh);
}

/** The order of comparison: the seat to the right of the button first, then counter-clockwise. */
export function slowOrder(seats: readonly number[], button: number): readonly number[] {
  const found: number[] = [];
  let seat = button;
  do {
    seat = seat === 1 ? Math.max(...seats, button) : seat - 1;
    if (seats.includes(seat) && seat !== button) found.push(seat);
  } while (seat !== button);
  return found;
}

type Verdict = { readonly word: "win" | "lose" | "push"; readonly profit: number };

function judgeMain(wager: "ante" | "raise", stake: number, own: string, against: string, rules: SlowRules): Verdict {
  if (!doesQualify(against, rules.qualifier)) return wager === "ante" ? { word: "win", profit: stake } : { word: "push", profit: 0 };
  const higher = compareFlushes(own, against);
  if (higher === 0) return { word: "push", profit: 0 };
  return higher > 0 ? { word: "win", profit: stake } : { word: "lose", profit: 0 };
}

function judgeBonus(length: number, table: SlowRules["paySF"], stake: number, higher: number, rules: SlowRules): Verdict {
  const odds = table[String(length)] ?? 0;
  if (odds === 0) return { word: "lose", profit: 0 };
  const win: Verdict = { word: "win", profit: odds * stake };
  if (!rules.bonusContested || higher > 0) return win;
  return { word: higher === 0 ? "push" : "lose", profit: 0 };
}

/** The designated player's purse, and what has become of each wager. */
interface Purse {
  b: number;
  collected: number;
  paid: number;
  bonusesPaid: number;
  readonly ends: Record<string, string>;
  /** By seat: chips that were played for. */
  readonly played: Record<number, number>;
}

function end(purse: Purse, seat: number, wager: SlowWager, word: string, net: number, inAction: number): void {
  purse.ends[`${seat}/${wager}`] = `${word} ${net}`;
  purse.played[seat] = (purse.played[seat] ?? 0) + inAction;
}

function take(purse: Purse, round: SlowRound, seat: number, wager: SlowWager, stake: number): void {
  const { rules, designated } = round;
  let taken = stake;
  if (rules.dpMaxWin === "money in action") {
    const ahead = purse.collected - purse.paid;
    while (taken > 0 && ahead + taken > designated.funds) taken--;
  }
  purse.collected += taken;
  if (rules.collectedLossesFundBank) purse.b += taken;
  if (taken === 0) end(purse, seat, wager, "returned", 0, 0);
  else end(purse, seat, wager, "lose", -taken, taken);
}

function payWinner(purse: Purse, rules: SlowRules, at: { seat: number; wager: SlowWager; stake: number }, due: number): number {
  const { seat, wager, stake } = at;
  let paid = due;
  if (paid > purse.b) paid = rules.shortfall === "partial" ? purse.b : 0;
  if (paid === 0) {
    end(purse, seat, wager, "returned", 0, 0);
    return 0;
  }
  purse.b -= paid;
  purse.paid += paid;
  end(purse, seat, wager, paid < due ? "win-partial" : "win", paid, stake);
  return paid;
}

function verdictsOf(
  round: SlowRound,
  one: SlowSeat,
): { readonly stakes: Map<SlowWager, number>; readonly verdicts: Map<SlowWager, Verdict> } {
  const { rules, designated } = round;
  const own = slowFlush(one.cards);
  const against = slowFlush(designated.cards);
  const run = slowRun(one.cards, rules.aceLowInSF);
  const stakes = new Map<SlowWager, number>();
  const verdicts = new Map<SlowWager, Verdict>();
  if (one.raise !== null) {
    stakes.set("ante", one.ante);
    stakes.set("raise", Math.min(one.raise, (rules.raiseCaps[String(own.length)] ?? 1) * one.ante));
  }
  if (one.raise !== null || !rules.foldLosesBonus) {
    if (one.straightFlush > 0) stakes.set("straightFlush", one.straightFlush);
    if (one.flush > 0) stakes.set("flush", one.flush);
  }
  const isTied = doesQualify(against, rules.qualifier) && compareFlushes(own, against) === 0;
  for (const [wager, stake] of stakes) {
    if (wager === "ante" || wager === "raise") verdicts.set(wager, judgeMain(wager, stake, own, against, rules));
    else if (isTied && rules.mainTiePushesBonuses) verdicts.set(wager, { word: "push", profit: 0 });
    else if (wager === "flush") verdicts.set(wager, judgeBonus(own.length, rules.payFlush, stake, compareFlushes(own, against), rules));
    else {
      const higher = compareRuns(run, slowRun(designated.cards, rules.aceLowInSF));
      verdicts.set(wager, judgeBonus(run.length, rules.paySF, stake, higher, rules));
    }
  }
  return { stakes, verdicts };
}

function settleSeat(purse: Purse, round: SlowRound, one: SlowSeat): void {
  const { rules } = round;
  const { seat } = one;
  const { stakes, verdicts } = verdictsOf(round, one);
  if (stakes.size === 0) return;
  if (purse.b === 0) {
    for (const wager of stakes.keys()) end(purse, seat, wager, "returned", 0, 0);
    return;
  }
  const cap = rules.aggregateCap;
  let thisHand = 0;
  for (const step of rules.withinHandOrder) {
    for (const [wager, stake] of stakes) {
      const { word, profit } = verdicts.get(wager) as Verdict;
      if (step === "losing wagers" && word === "lose") take(purse, round, seat, wager, stake);
      if (step !== wager || word === "lose") continue;
      if (word === "push") {
        end(purse, seat, wager, "push", 0, stake);
        continue;
      }
      if (wager === "ante" || wager === "raise" || cap === "none") {
        payWinner(purse, rules, { seat, wager, stake }, profit);
        continue;
      }
      const left = "perHand" in cap ? cap.perHand - thisHand : cap.perRound - purse.bonusesPaid;
      if (left === 0) end(purse, seat, wager, "push", 0, stake);
      else {
        const paid = payWinner(purse, rules, { seat, wager, stake }, Math.min(profit, left));
        thisHand += paid;
        purse.bonusesPaid += paid;
      }
    }
  }
}

function chargeOn(stakes: number, charge: Charge): number {
  if ("perSeat" in charge) return charge.perSeat;
  const hundredths = stakes * charge.ofStakes;
  const rest = hundredths % 10_000;
  const down = (hundredths - rest) / 10_000;
  if (charge.rounding === "up") return rest > 0 ? down + 1 : down;
  return charge.rounding === "half-up" && rest >= 5000 ? down + 1 : down;
}

function rakeOf(purse: Purse, round: SlowRound): Record<string, number> {
  const { rake } = round.rules;
  const found: Record<string, number> = {};
  if (rake.method === "none") return found;
  const inAction = Object.entries(purse.played).filter(([, stakes]) => stakes > 0);
  if (rake.method !== "designated player") for (const [seat, stakes] of inAction) found[seat] = chargeOn(stakes, rake.charge);
  const all = inAction.reduce((sum, [, stakes]) => sum + stakes, 0);
  if (rake.method !== "players" && all > 0) found[round.designated.seat] = chargeOn(all, rake.charge);
  return Object.fromEntries(Object.entries(found).filter(([, amount]) => amount > 0));
}

/** One round from the close of bets to the last payment; nobody's hand is void. */
export function slowRound(round: SlowRound): SlowResult {
  const { rules, designated } = round;
  const purse: Purse = { b: designated.funds, collected: 0, paid: 0, bonusesPaid: 0, ends: {}, played: {} };
  const seats = slowOrder(
    round.seats.map(({ seat }) => seat),
    designated.seat,
  );
  const at = (seat: number): SlowSeat => round.seats.find((one) => one.seat === seat) as SlowSeat;
  for (const one of seats.map(at)) {
    if (one.raise !== null) continue;
    take(purse, round, one.seat, "ante", one.ante);
    if (rules.foldLosesBonus && one.straightFlush > 0) take(purse, round, one.seat, "straightFlush", one.straightFlush);
    if (rules.foldLosesBonus && one.flush > 0) take(purse, round, one.seat, "flush", one.flush);
  }
  for (const one of seats.map(at)) settleSeat(purse, round, one);
  const fundsAfter = designated.funds + purse.collected - purse.paid;
  return { ends: purse.ends, fundsAfter, rake: rakeOf(purse, round), order: seats };
}
