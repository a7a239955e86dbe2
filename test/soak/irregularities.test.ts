// Every irregularity in every game at every point of a deal, worked off to the end of its round; and many more tables where everything lies.

import { expect, it } from "vitest";
import { irregularityCodes } from "#core/irregularity";
import { games } from "#games/index";
import { playBadly } from "../laws/bad-play.ts";
import { canOccur, pointNames, points } from "../laws/irregularity-producers.ts";
import { occur } from "../laws/irregularity-story.ts";

it.each(games.map((entry) => [entry.game.id, entry] as const))("%s: every irregularity at every point of a deal", (_id, entry) => {
  const wrong = pointNames.flatMap((point) =>
    irregularityCodes
      .filter((code) => canOccur(code, point, entry.game.id))
      .flatMap((code) => occur(entry, code, points[point]).map((what) => `${point} ${code}: ${what}`)),
  );
  expect(wrong).toEqual([]);
});

const seeds = Number(process.env.SEEDS ?? 200);
it.each(games.map((entry) => [entry.game.id, entry] as const))("%s: settles by the cards on the felt, whatever lies", (_id, entry) => {
  let settled = 0;
  for (let seed = 100; seed < 100 + seeds; seed++) settled += playBadly(entry, seed, 2);
  expect(settled).toBeGreaterThan(seeds / 4);
});
