// What a view says beside the cards: the pots and the part of the play, where a game has them.

import { describe, expect, test } from "vitest";
import { deck52 } from "#core/card";
import type { Command } from "#core/event";
import { setupFor, stage } from "#core/rehearse";
import { type Audience, view } from "#core/view";
import { highCardFlush } from "#games/high-card-flush/game";
import { schema as flushSchema } from "#games/high-card-flush/rules";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import { schema } from "#games/stud-hi-lo-8/rules";

const seats = [1, 2, 3];
const rules = schema.parse({ ante: 5, bringIn: 10, smallBet: 20, bigBet: 40, stack: { min: 5, max: 1000 } });

/** A table of three, dealt until somebody has to act. `stacks`: chips of each seat. */
function table(stacks: readonly number[]) {
  const on = stage({ game: studHiLo8, rules, seats, carry: null });
  const tell = (command: Command): void => expect(on.command(command)).toEqual({ ok: true });
  tell({ kind: "confirm", code: "openRound" });
  for (const [i, seat] of seats.entries()) {
    tell({ kind: "wager", spot: `${seat}/stack`, stake: stacks[i] as number });
    tell({ kind: "wager", spot: `${seat}/ante`, stake: 5 });
  }
  const see = (audience: Audience = "dealer") => view(on.table, setupFor({ rules, seats }), studHiLo8, audience);
  const deck = [...deck52];
  const deal = (): void => {
    while (see().next !== null) on.card(deck.shift() as (typeof deck)[number]);
  };
  tell({ kind: "close" });
  deal();
  const act = (code: string): void => {
    const turn = see().expected.find((opening) => opening.kind === "decision" && opening.early !== true);
    if (turn?.kind !== "decision") throw new Error("nobody has to act");
    const option = turn.options.find((one) => one.code === code);
    tell({ kind: "decision", by: turn.by, code, ...(option?.amount && { amount: option.amount.max }) });
    deal();
  };
  return { see, act };
}

describe("a view of a game with a pot", () => {
  test("says what lies in it, and the street, to the dealer; to the public the street alone", () => {
    const { see, act } = table([500, 500, 500]);
    expect([see().pots, see().stage]).toEqual([[{ pot: "pot/1", amount: 15 }], { code: "street", params: { street: 3 } }]);
    act("bringIn");
    expect(see().pots).toEqual([{ pot: "pot/1", amount: 25 }]);
    expect([see("public").pots, see("public").stage?.code]).toEqual([[], "street"]);
  });

  test("parts the pot only where somebody has no chips left", () => {
    const { see, act } = table([12, 500, 500]);
    act("bringIn");
    for (let turns = 0; turns < 8 && see().stage?.params?.street === 3; turns++) {
      const codes = see().expected.flatMap((opening) => (opening.kind === "decision" && !opening.early ? opening.options : []));
      act(codes.some(({ code }) => code === "complete") ? "complete" : codes.some(({ code }) => code === "call") ? "call" : "allIn");
    }
    const [main, side, ...more] = see().pots;
    expect(more).toEqual([]);
    expect(main?.pot).toBe("pot/1");
    expect(side?.pot).toBe("pot/2");
    // Nobody may win more from the short stack than its twelve chips, the ante among them.
    expect(main?.amount).toBe(36);
  });

  test("is a showdown, not a turn, where a hand may be turned up or given up", () => {
    const { see, act } = table([500, 500, 500]);
    act("bringIn");
    for (let turns = 0; turns < 40 && !see().expected.some(({ kind }) => kind === "reveal"); turns++) {
      const codes = see().expected.flatMap((opening) => (opening.kind === "decision" && !opening.early ? opening.options : []));
      act(codes.some(({ code }) => code === "check") ? "check" : "call");
    }
    expect(see().expected.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["reveal", "decision"]));
    expect(see().phase).toBe("reveal");
  });
});

test("a game without pots has none", () => {
  const own = flushSchema.parse({ ante: { min: 1, max: 9, step: 1 } });
  const on = stage({ game: highCardFlush, rules: own, seats, carry: null });
  on.command({ kind: "confirm", code: "openRound" });
  const seen = view(on.table, setupFor({ rules: own, seats }), highCardFlush, "dealer");
  expect([seen.pots, seen.stage]).toEqual([[], null]);
});
