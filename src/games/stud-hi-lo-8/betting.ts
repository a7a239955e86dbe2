// The betting: what a seat may do, and what its action does. Every amount is a total of the street ("raise to 12"), except that
// a call names the chips that are added.

import type { Felt } from "#core/felt";
import { type Bounds, exactly, type Minor } from "#core/money";
import type { Option } from "#core/opening";
import { openPair } from "./order.ts";
import { type Betting, bettors, chipsLeft, freshBetting, owes, potTotal, putIn, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";

function streetBet(round: Round, rules: Rules): Minor {
  return round.street <= 4 ? rules.smallBet : rules.bigBet;
}

/** From where the next full bet or raise is measured. */
function baseOf(round: Round, rules: Rules): Minor {
  if (round.betting.made) return round.betting.full;
  return round.street === 3 ? rules.bringIn : 0;
}

/** Totals of the next full bet, completion or raise of this seat, whatever its chips. */
function fullSizes(round: Round, seat: number, felt: Felt, rules: Rules): Bounds {
  const { made, full, level, step } = round.betting;
  const from = made ? full : 0;
  if (rules.betting === "fixed") {
    const bet = streetBet(round, rules);
    if (!rules.openPairDoubleBet || round.street !== 4) return exactly(from + bet);
    // Once somebody has bet or raised the big bet, raises are big bets too, even if the pair has folded.
    if (step >= rules.bigBet) return exactly(from + rules.bigBet);
    if (!openPair(round, felt)) return exactly(from + bet);
    return { min: from + bet, max: from + rules.bigBet, step: Math.max(1, rules.bigBet - bet) };
  }
  if (rules.betting === "spread") {
    const { min, max } = rules.spread ?? { min: rules.smallBet, max: rules.bigBet };
    const least = Math.max(min, step);
    return { min: Math.max(from + least, level + rules.chip), max: Math.max(from + max, from + least), step: rules.chip };
  }
  const least = from + Math.max(rules.smallBet, step);
  return { min: least, max: Math.max(least, level + potTotal(round) + owes(round, seat)), step: rules.chip };
}

/** The same within the seat's chips; null if they don't reach beyond a call. */
function sizes(round: Round, seat: number, felt: Felt, rules: Rules): Bounds | null {
  const all = putIn(round, seat) + chipsLeft(round, seat);
  if (all <= round.betting.level) return null;
  const { min, max, step } = fullSizes(round, seat, felt, rules);
  if (all <= min) return exactly(all);
  if (all >= max) return { min, max, step: (max - min) % step === 0 ? step : 1 };
  return { min, max: all, step: (all - min) % step === 0 ? step : rules.betting === "fixed" ? all - min : 1 };
}

function isCapped(round: Round, rules: Rules): boolean {
  const { raises, made, capped } = round.betting;
  if (!made || rules.betting === "pot" || raises < rules.maxRaises) return false;
  return !(rules.unlimitedHeadsUp && !capped && bettors(round).length === 2);
}

/** Whether the seat has the right to bet or raise: it has not answered the last full bet or raise, and the cap is not reached. */
export function mayRaise(round: Round, seat: number, rules: Rules): boolean {
  const { made, answered } = round.betting;
  return !isCapped(round, rules) && !(made && answered.includes(seat));
}

function wagerCode(round: Round): "bet" | "complete" | "raise" {
  if (round.betting.made) return "raise";
  return round.street === 3 || round.betting.level > 0 ? "complete" : "bet";
}

/** What the opener of third street may do: the bring-in, or a full bet at once. */
export function openingOptions(round: Round, seat: number, felt: Felt, rules: Rules): readonly Option[] {
  const left = chipsLeft(round, seat);
  const full = left > rules.bringIn && rules.bringIn < rules.smallBet ? sizes(round, seat, felt, rules) : null;
  return [
    ...lastChipsOption(round, seat, full?.max ?? rules.bringIn),
    ...(full === null ? [] : [{ code: "complete", amount: full }]),
    { code: "bringIn", amount: exactly(Math.min(rules.bringIn, left)) },
  ];
}

/** What the seat whose turn it is may do, the usual last. A hand may be given up at any time. */
export function options(round: Round, seat: number, felt: Felt, rules: Rules): readonly Option[] {
  const owed = owes(round, seat);
  // Nobody raises players who have no chips to call with.
  const opposed = bettors(round).some((other) => other !== seat);
  const full = opposed && mayRaise(round, seat, rules) ? sizes(round, seat, felt, rules) : null;
  return [
    ...lastChipsOption(round, seat, full?.max ?? round.betting.level),
    { code: "fold" },
    ...(full === null ? [] : [{ code: wagerCode(round), amount: full }]),
    owed > 0 ? { code: "call", amount: exactly(Math.min(owed, chipsLeft(round, seat))) } : { code: "check" },
  ];
}

/** A seat whose chips nobody counted may say that these are its last. */
function lastChipsOption(round: Round, seat: number, most: Minor): readonly Option[] {
  if (chipsLeft(round, seat) !== Number.POSITIVE_INFINITY) return [];
  return [{ code: "allIn", amount: { min: putIn(round, seat), max: most, step: 1 } }];
}

/** Puts chips in, up to a total of this street. */
function put(round: Round, seat: number, total: Minor): Round {
  const added = total - putIn(round, seat);
  const { betting, bets } = round;
  return {
    ...round,
    bets: { ...bets, [seat]: (bets[seat] ?? 0) + added },
    betting: { ...betting, put: { ...betting.put, [seat]: total } },
  };
}

function including(list: readonly number[], seat: number): readonly number[] {
  return list.includes(seat) ? list : [...list, seat];
}

function hasActed(round: Round, seat: number, changes: Partial<Betting> = {}): Round {
  const { betting } = round;
  const { acted, answered } = betting;
  return {
    ...round,
    betting: { ...betting, acted: including(acted, seat), answered: including(answered, seat), last: seat, ...changes },
  };
}

/** The forced bet. Whoever has less posts that; the others owe the whole bring-in all the same. */
export function bringIn(round: Round, seat: number, total: Minor, rules: Rules): Round {
  // A bring-in of a whole small bet leaves nothing to complete.
  const whole = rules.bringIn >= rules.smallBet ? { made: true, full: rules.bringIn, step: rules.bringIn } : {};
  return hasActed(put(round, seat, total), seat, { level: rules.bringIn, opener: seat, ...whole });
}

/** Takes back a bring-in that the wrong seat posted. */
export function takeBackBringIn(round: Round): Round {
  const { opener } = round.betting;
  if (opener === null) return round;
  const back = put(round, opener, 0);
  return { ...back, betting: freshBetting };
}

/** A bet, completion or raise to a total; an all-in below the full amount counts as one from half of it on. */
export function wager(round: Round, seat: number, total: Minor, felt: Felt, rules: Rules): Round {
  const { betting } = round;
  const { min } = fullSizes(round, seat, felt, rules);
  const base = baseOf(round, rules);
  const half = rules.betting === "fixed" && rules.halfBetRule && 2 * (total - base) >= min - base;
  const opener = betting.opener ?? seat;
  const level = Math.max(betting.level, total);
  if (total < min && !half) return hasActed(put(round, seat, total), seat, { level, opener, aggressor: seat });
  const raises = betting.raises + (betting.made ? 1 : 0);
  return hasActed(put(round, seat, total), seat, {
    level,
    opener,
    raises,
    full: total,
    step: betting.made ? total - betting.full : total,
    made: true,
    capped: raises >= rules.maxRaises && (betting.capped || bettors(round).length > 2),
    answered: [seat],
    aggressor: seat,
  });
}

export function call(round: Round, seat: number): Round {
  return hasActed(put(round, seat, putIn(round, seat) + Math.min(owes(round, seat), chipsLeft(round, seat))), seat);
}

export function check(round: Round, seat: number): Round {
  return hasActed(round, seat);
}

export function fold(round: Round, seat: number): Round {
  return hasActed({ ...round, out: { ...round.out, [seat]: "folded" } }, seat);
}

/** The console says that these are the seat's last chips on this street. */
export function allIn(round: Round, seat: number, total: Minor, felt: Felt, rules: Rules): Round {
  return { ...lastChips(round, seat, total, felt, rules), broke: including(round.broke, seat) };
}

function lastChips(round: Round, seat: number, total: Minor, felt: Felt, rules: Rules): Round {
  if (round.street === 3 && round.betting.last === null) {
    // No chips for the bring-in: the next seat to the left opens.
    if (total === 0) return round;
    if (total <= rules.bringIn) return bringIn(round, seat, total, rules);
  }
  return total > round.betting.level ? wager(round, seat, total, felt, rules) : hasActed(put(round, seat, total), seat);
}
