// Worked examples of battles: cards, captures, money.

import { z } from "zod";
import { type Card, deck52, suitOf } from "#core/card";
import type { Place } from "#core/felt";
import { bannerPlace, palacePlace, palaceSize, type Round, soldiersPlace } from "./round.ts";
import type { Rules } from "./rules.ts";
import {
  card,
  isKeep,
  keepSoldiers,
  least,
  type Made,
  mustDiscard,
  optionOf,
  plenty,
  potOf,
  type Scene,
  setScene,
  type Turn,
  widen,
} from "./scene.ts";
import { countedCards, type Verdict } from "./verdict.ts";

const cards = z.array(card);
const count = z.int().nonnegative();
const side = z.looseObject({ banner: card, palace: cards.default([]), soldiers: cards.default([]) });
type Side = z.infer<typeof side>;

const battleExample = z.looseObject({ attacker: side, defender: side, otherPlayersAlive: count.default(1) });
const foldExample = z.looseObject({ attacker: side, defender: side });
const moneyExample = z.looseObject({
  attackerSoldiers: count,
  defenderSoldiers: count,
  actions: z.array(z.tuple([z.enum(["attacker", "defender"]), z.enum(["bet", "call", "raise", "fold"])], z.int())),
});

const attacker = 1;
const defender = 2;

/** Fills the palaces up, and gives the others banners that can end nothing: of a suit no fighter has. */
function fillUp(fighters: readonly Side[], others: number): Record<Place, readonly Card[]> {
  const taken = new Set(fighters.flatMap((one) => [one.banner, ...one.palace, ...one.soldiers]));
  const free = deck52.filter((one) => !taken.has(one));
  const suits = fighters.map((one) => suitOf(one.banner));
  const strangers = free.filter((one) => !suits.includes(suitOf(one)));
  const planned: Record<Place, readonly Card[]> = {};
  for (let seat = defender + 1; seat <= defender + others; seat++) {
    const banner = strangers.shift() as Card;
    free.splice(free.indexOf(banner), 1);
    planned[bannerPlace(seat)] = [banner];
  }
  fighters.forEach((one, i) => {
    planned[bannerPlace(i + 1)] = [one.banner];
    planned[palacePlace(i + 1)] = [...one.palace, ...free.splice(0, palaceSize - one.palace.length)];
    planned[soldiersPlace(i + 1)] = one.soldiers;
  });
  return planned;
}

/** Two fighters with the soldiers they bought, the attacker to act. */
function setFight(rules: Rules, fighters: readonly [Side, Side], soldiers: readonly [number, number], others: number): Scene {
  const seats = Array.from({ length: defender + others }, (_, i) => i + 1);
  const planned = fillUp(fighters, others);
  const scene = setScene({ rules: widen(rules), seats, dealer: seats.length, chips: () => plenty, cards: planned });
  const wanted = (seat: number): number => soldiers[seat - 1] ?? 0;
  const has = (seat: number): number => scene.cardsAt(soldiersPlace(seat)).length;
  scene.play((seat, turn) => {
    if (isKeep(turn)) return keepSoldiers(scene, turn);
    if (has(seat) < wanted(seat)) return least(turn, "buy");
    return seat === attacker && has(defender) === wanted(defender) ? null : { code: "stay" };
  });
  return scene;
}

const betOn = (turn: Turn): Made => ({ ...least(turn, "bet"), target: bannerPlace(defender) });

/** What the winner takes and has to let go. */
function capture(scene: Scene, winner: number, own: number, rules: Rules) {
  const before = scene.cardsAt(soldiersPlace(winner));
  const captured = before.slice(own);
  let drop = Math.max(0, before.length - rules.maxSoldiers);
  let after = before.length - drop;
  scene.play((_, turn) => {
    if (!isKeep(turn)) return null;
    drop = mustDiscard(turn);
    return keepSoldiers(scene, turn);
  });
  if (!scene.over()) after = scene.cardsAt(soldiersPlace(winner)).length;
  return { captured, winnerSoldiersAfter: after, mustDiscardAtLeast: drop };
}

export function battle(input: unknown, rules: Rules): unknown {
  const { attacker: one, defender: other, otherPlayersAlive } = battleExample.parse(input);
  const scene = setFight(rules, [one, other], [one.soldiers.length, other.soldiers.length], otherPlayersAlive);
  scene.play((seat, turn) => {
    if (isKeep(turn)) return null;
    if (seat === defender) return least(turn, "call");
    return scene.round().battles > 0 || optionOf(turn, "bet")?.targets?.includes(bannerPlace(defender)) !== true ? null : betOn(turn);
  });
  const verdict = scene.on.facts.findLast((fact) => fact.kind === "answered")?.value as Verdict | undefined;
  const round = scene.round();
  const counted = (own: Side, foe: Side) => countedCards([own.banner, ...own.palace, ...own.soldiers], foe.banner, rules.traitorRule);
  const winner = round.last?.winner ?? null;
  const taken = winner === null ? { captured: [] } : capture(scene, winner, (winner === attacker ? one : other).soldiers.length, rules);
  return {
    expect: {
      attackerCounted: counted(one, other),
      defenderCounted: counted(other, one),
      winner: winnerName(round),
      decidedBy: verdict?.decidedBy ?? null,
      ...taken,
    },
  };
}

function winnerName({ last, ending }: Round): string | null {
  if (last === null) return null;
  if (last.winner !== null) return last.winner === attacker ? "attacker" : "defender";
  return ending === "battleTie" ? "split-pot" : "both-out";
}

export function foldCapture(input: unknown, rules: Rules): unknown {
  const { attacker: one, defender: other } = foldExample.parse(input);
  const scene = setFight(rules, [one, other], [one.soldiers.length, other.soldiers.length], 1);
  const before = potOf(scene.round());
  scene.play((seat, turn) => {
    if (isKeep(turn) || (seat === attacker && scene.round().battles > 0)) return null;
    return seat === defender ? { code: "fold" } : betOn(turn);
  });
  const round = scene.round();
  const { captured, mustDiscardAtLeast } = capture(scene, attacker, one.soldiers.length, rules);
  return {
    expect: {
      captured,
      attackerSoldiersMax: rules.maxSoldiers,
      mustDiscardAtLeast,
      potIncrease: potOf(round) - before,
      defenderOut: round.out[defender] !== undefined,
    },
  };
}

const sides = { attacker, defender } as const;

export function battleMoney(input: unknown, rules: Rules): unknown {
  const example = moneyExample.parse(input);
  const soldiers = [example.attackerSoldiers, example.defenderSoldiers] as const;
  const fighters = (["Ah", "Ac"] as const).map((banner) => ({ banner, palace: [], soldiers: [] })) as unknown as [Side, Side];
  const scene = setFight(rules, fighters, soldiers, 1);
  const before = scene.round().paid;
  const left = [...example.actions];
  scene.play((seat, turn) => {
    const [who, action, amount] = left[0] ?? [];
    if (isKeep(turn) || who === undefined || action === undefined || sides[who] !== seat) return null;
    left.shift();
    const made = least(turn, action, action === "bet" || action === "raise" ? amount : undefined);
    return action === "bet" ? { ...made, target: bannerPlace(defender) } : made;
  });
  const round = scene.round();
  const paid = (seat: number): number => (round.paid[seat] ?? 0) - (before[seat] ?? 0);
  const legal = left.length === 0 && scene.on.refused.length === 0;
  const folded = round.last?.decidedBy === "fold" ? (round.last.winner === attacker ? "defender" : "attacker") : null;
  return {
    expect: {
      legal,
      potIncrease: paid(attacker) + paid(defender),
      attackerPaid: paid(attacker),
      defenderPaid: paid(defender),
      judge: round.last?.judge == null ? null : round.last.judge === attacker ? "attacker" : "defender",
      out: folded,
    },
  };
}
