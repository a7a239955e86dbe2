// Worked examples of wrong card counts: hands counted by the antennas of the seats, everybody all-in with the ante.

import { z } from "zod";
import type { Card } from "#core/card";
import { type Stage, stage } from "#core/rehearse";
import { card, inFor, type Shown, sharedOut, shown } from "./example-shapes.ts";
import { standing } from "./example-standing.ts";
import { studHiLo8 } from "./game.ts";
import { handOf, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { anyStack, otherCards, policyOf } from "./script.ts";

const irregularityExample = z.looseObject({ community: card.nullable().default(null), players: z.array(shown).min(2) });

/** Long enough for a card at a wrong place to count. */
const longMs = 10_000;

export function irregularity(input: unknown, pack: Rules): unknown {
  const { community, players: named } = irregularityExample.parse(input);
  const players = inFor(named);
  if (community !== null) {
    const { dead, settlement } = standing(players, community, pack);
    return { expect: { dead, ...sharedOut(settlement) } };
  }
  const ante = Math.max(...players.map(({ contributed }) => contributed));
  const rules: Rules = { ...pack, ante, stack: anyStack, burns: false, concedeUnseen: true };
  const on = stage({
    game: studHiLo8,
    rules,
    seats: players.map(({ seat }) => seat).sort((a, b) => a - b),
    carry: null,
    dealtBy: "antennas",
  });
  on.command({ kind: "confirm", code: "openRound" });
  dealCounted(on, players);
  const settlement = on.table.played?.settlement ?? null;
  const round = on.table.played?.round as Round | undefined;
  if (settlement === null || round === undefined) return { refused: on.refused.map(({ reply }) => reply) };
  const dead = round.dealt.filter((seat) => round.out[seat] === "dead");
  return { expect: { dead, ...sharedOut(settlement) } };
}

function dealCounted(on: Stage, players: readonly Shown[]): void {
  const policy = policyOf({
    stacks: Object.fromEntries(players.map(({ seat, contributed }) => [seat, contributed])),
    mucks: (seat) => players.some((one) => one.seat === seat && one.status === "folded"),
  });
  const rest = otherCards(players.map(({ cards }) => cards ?? []));
  // A folded hand was whole: it is no dead hand.
  const dealt = ({ cards, status }: Shown): Card[] => {
    const own = [...(cards ?? [])];
    return status !== "folded" ? own : own.length >= 7 ? own.slice(0, 7) : [...own, ...rest.splice(own.length - 7)];
  };
  const hands = new Map<string, Card[]>(players.map((player) => [handOf(player.seat), dealt(player)]));
  for (let steps = 0; steps < 1000 && on.table.played?.settlement === null; steps++) {
    const openings = on.openings();
    const next = openings.find((opening) => opening.kind === "card");
    if (next !== undefined) {
      const given = hands.get(next.to)?.shift();
      if (given !== undefined) on.card(given, next.to);
      else if (!on.command({ kind: "decision", by: next.to, code: "passedBy" }).ok) return;
      continue;
    }
    const over = on.table.played.betsClosed ? [...hands].find(([, cards]) => cards.length > 0) : undefined;
    if (over !== undefined) {
      on.card(over[1].shift() as Card, over[0]);
      on.event({ kind: "deadline", at: on.table.at + longMs });
      continue;
    }
    const asked = policy(openings, on.table);
    if (asked === null || !on.command(asked).ok) return;
  }
}
