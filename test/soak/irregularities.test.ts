// Every irregularity in every game at every point of a deal, worked off to the end of its round; and many more tables where everything lies.

import { expect, it } from "vitest";
import { irregularityCodes } from "#core/irregularity";
import { games } from "#games/index";
import { playBadly } from "../laws/bad-play.ts";
import { canOccur, pointNames, points } from "../laws/irregularity-producers.ts";
import { occur } from "../laws/irregularity-story.ts";
import { reportOf } from "./told.ts";

it.each(games.map((entry) => [entry.game.id, entry] as const))("%s: every irregularity at every point of a deal", (_id, entry) => {
  const wrong = pointNames.flatMap((point) =>
    irregularityCodes
      .filter((code) => canOccur(code, point, entry.game.id))
      .flatMap((code) => occur(entry, code, points[point]).map((what) => `${point} ${code}: ${what}`)),
  );
  expect(wrong).toEqual([]);
});

/** IRREGULARITY_TABLES tables a game, from IRREGULARITY_SEED on; what came of them is written to IRREGULARITIES.md. */
const tables = Number(process.env.IRREGULARITY_TABLES ?? 200);
const firstSeed = Number(process.env.IRREGULARITY_SEED ?? 100);
const report = reportOf(
  new URL("./IRREGULARITIES.md", import.meta.url),
  "# Soak: tables where everything lies\n\nRounds that were settled by other cards than those that lay on the felt.",
  ["tables", "seeds", "settled rounds", "settled wrong"],
);

it.each(games.map((entry) => [entry.game.id, entry] as const))("%s: settles by the cards on the felt, whatever lies", (id, entry) => {
  let settled = 0;
  const wrong: string[] = [];
  for (let n = 0; n < tables; n++) {
    try {
      settled += playBadly(entry, firstSeed + n, 2);
    } catch (error) {
      wrong.push((error as Error).message);
    }
    if ((n + 1) % 50 === 0 || n + 1 === tables) report.tell(id, [n + 1, `${firstSeed}–${firstSeed + n}`, settled, wrong.length]);
  }
  expect(wrong).toEqual([]);
  expect(settled).toBeGreaterThan(tables / 4);
});
