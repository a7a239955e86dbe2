// A battle: one player bets against another, who folds, calls or raises; who called last examines both hands. The two hands
// are compared by the vault, so that nobody but the fighters sees a palace card.

import { type Felt, pile } from "#core/felt";
import type { Accepted, Move } from "#core/game";
import { type Bounds, exactly, type Minor } from "#core/money";
import type { Expectation, Happening, Opening, Option } from "#core/opening";
import type { Reason } from "#core/settlement";
import {
  aliveOf,
  type Battle,
  bannerOf,
  bannerPlace,
  chipsOf,
  complete,
  discardAll,
  discardPile,
  end,
  endingOf,
  formulaOf,
  goOut,
  type Phase,
  palacePlace,
  pay,
  type Result,
  type Round,
  seatPlace,
  soldiersOf,
  soldiersPlace,
} from "./round.ts";
import { type Rules, raiseOf } from "./rules.ts";
import type { BattleParams, Verdict } from "./verdict.ts";

const otherOf = (battle: Battle, seat: number): number => (seat === battle.attacker ? battle.defender : battle.attacker);

/** Rules 9 and 10. What a Bet may be; null where the chips do not allow one. */
export function betBounds(round: Round, felt: Felt, rules: Rules, attacker: number): Bounds | null {
  const chips = chipsOf(round, attacker);
  const formula = formulaOf(felt, attacker, rules);
  if (chips < formula) return rules.attackNeedsFullAmount || chips === 0 ? null : exactly(chips);
  return rules.limit === "limit" ? exactly(formula) : { min: formula, max: chips, step: 1 };
}

/** Opens a battle. Rule 11: what the defender cannot match above the formula goes back at once; the formula never does. */
export function attack(
  round: Round,
  felt: Felt,
  rules: Rules,
  made: { attacker: number; defender: number; amount: Minor },
): Accepted<Round> {
  const { attacker, defender, amount } = made;
  const own = Math.min(amount, formulaOf(felt, attacker, rules));
  const call = rules.callAmount === "own formula" ? formulaOf(felt, defender, rules) : own;
  const above = amount - own;
  const matched = Math.max(0, Math.min(above, chipsOf(round, defender) - call));
  const bet = pay({ ...round, passed: [], battles: round.battles + 1, last: null }, attacker, own + matched);
  const unmatched = above > matched ? { seat: attacker, amount: above - matched } : null;
  const battle: Battle = { attacker, defender, toAct: defender, owed: call + matched, raises: 0, unmatched };
  const opened: Round = { ...bet, phase: { kind: "battle", battle } };
  return round.bound.includes(defender) ? withdraw(opened, battle, defender, { code: "folded" }, felt, rules) : { round: opened };
}

export function expectBattle(round: Round, battle: Battle, felt: Felt, rules: Rules): Opening {
  const options: Option[] = [{ code: "fold" }];
  const { toAct, owed } = battle;
  const chips = chipsOf(round, toAct);
  if (chips >= owed || rules.defenderMayCallAllIn) options.push({ code: "call", amount: exactly(Math.min(chips, owed)) });
  const raise = raiseBounds(round, battle, felt, rules);
  if (raise !== null) options.push({ code: "raise", amount: raise });
  return { kind: "decision", by: seatPlace(toAct), options, ...(rules.decisionMs && { withinMs: rules.decisionMs }) };
}

/** Rules 10 and 11. What a raise may be on top of the call; null where none is possible. */
function raiseBounds(round: Round, battle: Battle, felt: Felt, rules: Rules): Bounds | null {
  const { toAct, owed, raises } = battle;
  const left = chipsOf(round, toAct) - owed;
  const least = raiseOf(rules, soldiersOf(felt, toAct).length);
  const capped = rules.maxRaises !== "unlimited" && raises >= rules.maxRaises;
  if (capped || left < least || chipsOf(round, otherOf(battle, toAct)) === 0) return null;
  return rules.limit === "limit" ? exactly(least) : { min: least, max: left, step: 1 };
}

type Decision = Extract<Happening, { kind: "decision" }>;

/** Rule 14. Who runs out of time folds. */
export function answerBattle(round: Round, battle: Battle, made: Decision, felt: Felt, rules: Rules): Accepted<Round> {
  const { toAct, owed } = battle;
  if (made.code === "call") {
    const paid = pay(round, toAct, Math.min(chipsOf(round, toAct), owed));
    return { round: { ...paid, phase: { kind: "asking", battle: { ...battle, unmatched: null }, judge: toAct } } };
  }
  if (made.code !== "raise") return withdraw(round, battle, toAct, { code: "folded" }, felt, rules);
  const amount = made.amount ?? 0;
  const other = otherOf(battle, toAct);
  const matched = Math.min(amount, chipsOf(round, other));
  const unmatched = amount > matched ? { seat: toAct, amount: amount - matched } : null;
  const raised: Battle = { ...battle, toAct: other, owed: matched, raises: battle.raises + 1, unmatched };
  return { round: { ...pay(round, toAct, owed + matched), phase: { kind: "battle", battle: raised } } };
}

/** The question to the vault; its parameters lie open on the table. */
export function askVerdict(round: Round, battle: Battle, felt: Felt, rules: Rules): Expectation {
  const hand = (seat: number) => [palacePlace(seat), bannerPlace(seat), soldiersPlace(seat)];
  const params: BattleParams = {
    attackerBanner: bannerOf(felt, battle.attacker),
    defenderBanner: bannerOf(felt, battle.defender),
    rules: { traitorRule: rules.traitorRule, tieBreak: rules.tieBreak, wheel: rules.wheel },
  };
  return [{ kind: "ask", id: askId(round), question: "battle", of: [hand(battle.attacker), hand(battle.defender)], params }];
}

export function askId(round: Round): string {
  return `battle-${round.battles}`;
}

/** The vault's answer. Hands equal in every respect are both out, unless they are the last two: those split the pot. */
export function judged(
  round: Round,
  phase: Extract<Phase, { kind: "asking" }>,
  verdict: Verdict,
  felt: Felt,
  rules: Rules,
): Accepted<Round> {
  const { attacker, defender } = phase.battle;
  const { decidedBy } = verdict;
  if (verdict.winner !== "tie") {
    const winner = verdict.winner === "attacker" ? attacker : defender;
    const loser = otherOf(phase.battle, winner);
    const why: Reason = { code: decidedBy === "hand" ? "lostBattle" : "lostBySuit", params: { seat: winner } };
    return capture(round, { attacker, defender, winner, decidedBy, judge: phase.judge }, loser, why, felt, rules);
  }
  const tied: Round = { ...round, last: { attacker, defender, winner: null, decidedBy, judge: phase.judge } };
  if (aliveOf(round).length === 2) return { round: end(tied, "battleTie") };
  const gone = goOut(goOut(tied, attacker, { code: "doubleTie", params: { seat: defender } }), defender, {
    code: "doubleTie",
    params: { seat: attacker },
  });
  const next = complete(gone, felt);
  return { round: next.round, moves: [...discardAll(felt, attacker), ...discardAll(felt, defender), ...next.moves] };
}

/** A fighter folds, or his hand is dead: the other takes his face-up cards, nobody sees a palace. */
export function withdraw(round: Round, battle: Battle, loser: number, why: Reason, felt: Felt, rules: Rules): Accepted<Round> {
  const { attacker, defender } = battle;
  return capture(round, { attacker, defender, winner: otherOf(battle, loser), decidedBy: "fold", judge: null }, loser, why, felt, rules);
}

/**
 * The loser's banner and soldiers go to the winner as soldiers, his palace to the discard pile. The winner then chooses which
 * soldiers stay; not so if the hand is over: no turn comes in which their number could matter.
 */
function capture(round: Round, last: Result, loser: number, why: Reason, felt: Felt, rules: Rules): Accepted<Round> {
  const winner = last.winner as number;
  const banner = pile(felt, bannerPlace(loser));
  const taken = [...(rules.capturedBannerBecomesSoldier ? banner : []), ...soldiersOf(felt, loser)];
  const left = [...pile(felt, palacePlace(loser)), ...(rules.capturedBannerBecomesSoldier ? [] : banner)];
  const moves: Move[] = [
    { cards: left, to: discardPile },
    { cards: taken, to: soldiersPlace(winner) },
  ];
  const won = goOut({ ...round, last }, loser, why);
  if (taken.length > 0 && endingOf(won, felt) === null) return { round: { ...won, phase: { kind: "keep", seat: winner } }, moves };
  const next = complete(won, felt);
  return { round: next.round, moves: [...moves, ...next.moves] };
}
