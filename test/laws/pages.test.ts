import { describe, expect, test } from "vitest";
import { viewSchema } from "#contract/view";
import { choosePrimary, nextActions } from "#core/next-action";
import type { Reason } from "#core/settlement";
import type { View } from "#core/view";
import { games } from "#games/index";
import "#i18n/floor";
import { find, languages, reason, wagerName } from "#i18n/format";
import { phaseSteps } from "../../dashboard/web/console/phase-steps.ts";
import { seatState } from "../../dashboard/web/console/seat-state.ts";
import { checkOf, settleLines, totalsOf } from "../../dashboard/web/console/settle-lines.ts";
import { standstill } from "../../dashboard/web/console/stop.ts";
import { lineOf } from "../../dashboard/web/floor/record-text.ts";
import { seatLines } from "../../dashboard/web/sign/results.ts";
import { chooseScene, handsInLarge } from "../../dashboard/web/sign/scene.ts";
import { invent, worldFor } from "./story.ts";

const stories = 4;

/** Every view of a few careless rounds of a game, the dealer's and the public one. */
function viewsOf(entry: (typeof games)[number]): readonly View[] {
  const seen = new Map<string, View>();
  for (let seed = 1; seed <= stories; seed++) {
    const { outcomes } = invent(worldFor(entry, seed), seed, { moves: 160, mistakes: 0.04, rounds: 2 });
    for (const { views } of outcomes)
      for (const view of Object.values(JSON.parse(views) as Record<string, View>)) seen.set(JSON.stringify({ ...view, n: 0, at: 0 }), view);
  }
  return [...seen.values()];
}

function reasonsIn(view: View): readonly Reason[] {
  const places = [...view.places, ...view.seats.flatMap((seat) => seat.places)];
  const settlements = [view.settlement, view.last?.settlement].filter((one) => one !== null && one !== undefined);
  return [
    ...places.flatMap(({ name }) => (name === null ? [] : [name])),
    ...view.seats.flatMap((seat) => seat.marks),
    ...settlements.flatMap(({ why, results, hands, transfers }) => [
      why,
      ...results.map((one) => one.why),
      ...hands.map(({ name }) => name),
      ...transfers.map((one) => one.why),
    ]),
  ];
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (_, entry) => {
  const views = viewsOf(entry);

  test("tells the site and the signs nothing that the contract does not describe", () => {
    for (const view of views.filter(({ audience }) => audience === "public")) expect(viewSchema.parse(view)).toEqual(view);
  });

  test("has words for every reason that its tables show", () => {
    expect(views.length).toBeGreaterThan(50);
    const bare = new Set<string>();
    for (const one of views.flatMap(reasonsIn)) {
      for (const language of languages) {
        const text = reason(language, one);
        if (/[{}]|undefined/.test(text) || (text === one.code && find(language, `reason.${one.code}`) !== text))
          bare.add(`${language} ${JSON.stringify(one)}`);
      }
    }
    expect([...bare]).toEqual([]);
  });

  test("has words for every option, wager and blocked key that its tables offer", () => {
    const missing = new Set<string>();
    const want = (key: string): void => {
      if (find("en", key) === null) missing.add(key);
    };
    for (const opening of views.flatMap((view) => view.expected)) {
      if (opening.kind === "wager") want(`wager.${opening.spot.split("/").at(-1)}`);
      if (opening.kind === "decision") for (const { code } of opening.options) want(`option.${code}`);
      if ("blocked" in opening && opening.blocked) want(`blocked.${opening.blocked}`);
      if ("blocked" in opening && opening.blocked) want(`refusal.${opening.blocked}`);
    }
    for (const { spot } of views.flatMap((view) => view.settlement?.results ?? []))
      if (wagerName("en", spot) === spot.split("/").at(-1)) missing.add(`wager of ${spot}`);
    expect([...missing]).toEqual([]);
  });

  test("is told on the surveillance page: every fact a line, and a card only where it was turned up", () => {
    const speech = { currency: { code: "EUR", minorDigits: 2 }, timeZone: "UTC" };
    const kinds = new Set<string>();
    for (let seed = 1; seed <= stories; seed++) {
      const { records } = invent(worldFor(entry, seed), seed, { moves: 160, mistakes: 0.04, rounds: 2 });
      for (const fact of records.flatMap(({ facts }) => facts)) {
        kinds.add(fact.kind);
        for (const language of languages) {
          const { text, expected, decided } = lineOf({ n: fact.n, at: fact.at, fact: { ...fact } }, { ...speech, language });
          expect(`${fact.kind}: ${text}`).toMatch(/^\w+: [^{}[\]]{2,}$/);
          expect(text).not.toMatch(/undefined|NaN/);
          expect(text).not.toBe(fact.kind);
          if (fact.kind !== "shown" && fact.kind !== "corrected" && fact.kind !== "correctionProposed") expect(text).not.toMatch(/[♠♥♦♣]/);
          expect([expected === null, decided === null]).toEqual(Array(2).fill(fact.kind !== "irregularity"));
        }
      }
    }
    expect([...kinds]).toEqual(expect.arrayContaining(["wager", "card", "shown", "settled"]));
  });

  test("can be drawn whatever happens: each seat one word, each line an amount, one primary key at most", () => {
    for (const view of views) {
      for (const seat of view.seats) expect(seatState(view, seat).word.key).toMatch(/^seat\./);
      expect(phaseSteps(view).filter(({ state }) => state === "now" || state === "stopped").length).toBeLessThanOrEqual(1);
      const primary = choosePrimary(view);
      if (primary?.kind === "confirm") expect(view.expected).toContainEqual(primary.opening);
      const actions = nextActions(view);
      expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
      expect(actions.filter(({ rank }) => rank === "next").length).toBeLessThanOrEqual(1);
      for (const { label } of actions) expect(find("en", label.key), label.key).not.toBeNull();
      expect(standstill(view, null) === null).toBe(view.stop === null);
      expect(chooseScene(view, "live")).not.toBe("notValid");
      for (const places of handsInLarge(view, null)) expect(places.length).toBeGreaterThan(0);
      const { settlement } = view;
      if (settlement === null) continue;
      expect(checkOf(settlement).agrees).toBe(true);
      seatLines(settlement, settlement.hands);
      for (const { seat } of view.seats) {
        const lines = settleLines(settlement, seat);
        for (const { amount, stake } of lines) expect(Math.min(amount, stake)).toBeGreaterThanOrEqual(0);
        const { pay, take, back } = totalsOf(lines);
        expect(Math.min(pay, take, back)).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
