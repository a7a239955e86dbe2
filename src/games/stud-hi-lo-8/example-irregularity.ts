// Worked examples of wrong card counts: hands counted by the antennas of the seats, everybody all-in with the ante.

import { z } from "zod";
import type { Card } from "#core/card";
import { type Stage, stage } from "#core/rehearse";
import { card, payouts, shown } from "./example-shapes.ts";
import { studHiLo8 } from "./game.ts";
import { handOf, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { anyStack, policyOf } from "./script.ts";

const irregularityExample = z.looseObject({ community: card.nullable().default(null), players: z.array(shown).min(2) });
type Example = z.infer<typeof irregularityExample>;

/** Long enough for a card at a wrong place to count. */
const longMs = 10_000;

export function irregularity(input: unknown, pack: Rules): unknown {
  const example = irregularityExample.parse(input);
  const { players } = example;
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
  dealCounted(on, example);
  const settlement = on.table.played?.settlement ?? null;
  const round = on.table.played?.round as Round | undefined;
  if (settlement === null || round === undefined) return { refused: on.refused.map(({ reply }) => reply) };
  const dead = round.dealt.filter((seat) => round.out[seat] === "dead");
  return { expect: { dead, payouts: payouts(settlement) } };
}

function dealCounted(on: Stage, { players, community }: Example): void {
  const policy = policyOf({
    stacks: Object.fromEntries(players.map(({ seat, contributed }) => [seat, contributed])),
    mucks: (seat) => players.some((one) => one.seat === seat && one.status === "folded"),
  });
  const hands = new Map<string, Card[]>(players.map(({ seat, cards }) => [handOf(seat), [...cards]]));
  if (community !== null) hands.set("board", [community]);
  for (let steps = 0; steps < 1000 && on.table.played?.settlement === null; steps++) {
    const openings = on.openings();
    const next = openings.find((opening) => opening.kind === "card");
    if (next !== undefined) {
      const dealt = hands.get(next.to)?.shift();
      if (dealt !== undefined) on.card(dealt, next.to);
      else on.command({ kind: "decision", by: next.to, code: "passedBy" });
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
