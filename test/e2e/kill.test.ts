// A few of the kills that test/soak/kill.test.ts does by the thousand.

import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findGame, type GameEntry } from "#games/index";
import { bundle } from "../bundle.ts";
import { killAtEveryEvent } from "./kill-at-every-event.ts";
import { workFolder } from "./program.ts";

const processes = 6;

it("kill -9 at events of a shift: the next process has the state of the shift that nobody killed", async () => {
  const folder = workFolder();
  onTestFinished(() => folder.remove());
  const program = await bundle(join(import.meta.dirname, "killed-tables.ts"));
  const found = await killAtEveryEvent(findGame("high-card-flush") as GameEntry, {
    program,
    folder: folder.path,
    seed: 3,
    rounds: 6,
    processesMost: processes,
  });
  expect(found.faults).toEqual([]);
  expect(found.kills).toBe(processes * found.rounds);
});
