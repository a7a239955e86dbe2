// Devices wait for more than one reason.

import { expect, it } from "vitest";
import { holdingOf } from "#table/open-table";

it("a device that waits because the journal is damaged is not read again because its queue is empty", () => {
  const heard: string[] = [];
  const hold = holdingOf([{ pause: () => heard.push("pause"), resume: () => heard.push("resume") }]);
  hold("full", false);
  expect(heard).toEqual([]);
  hold("full", true);
  hold("full", false);
  expect(heard).toEqual(["pause", "resume"]);
  hold("damage", true);
  hold("full", true);
  hold("full", false);
  hold("full", false);
  expect(heard).toEqual(["pause", "resume", "pause"]);
});
