// What the real libraries say to the devices is what is recorded in the devices' folders.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Moment, readSession, writeMoment } from "#wire/session";

/** A picture's bytes are the drawing's business: of it, which key it is for, and whether it ends here. */
const pictureBytes = 1024;
const pictureHead = 4;

/**
 * Fails where the host says anything else than in a recorded session, or something else was read out of it, and then prints what was, ready to be
 * the recording. Times, and how often something is said again, are left out: they are the machine's.
 */
export function assertAsRecorded(model: string, name: string, moments: readonly Moment[], readings?: readonly object[]): void {
  const textOf = (ending: string): string => {
    const file = join(process.env.PROJECT ?? "", "devices", model, "recordings", `${name}.${ending}`);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const began = moments[0]?.at ?? 0;
  const cut = moments.map((one) => ({ ...one, at: 1000 + one.at - began, bytes: headOf(one) }));
  const whole = [...cut.map(writeMoment), ...(readings ?? []).map((one) => JSON.stringify(one))].join("\n");
  const words = `${model} ${name} is not as recorded; now it is\n${whole}\n`;
  assert.deepEqual(said(cut), said(readSession(textOf("txt")).moments), words);
  if (readings === undefined) return;
  assert.deepEqual(
    readings,
    [...textOf("readings.txt").matchAll(/\{.*\}/g)].map(([one]) => JSON.parse(one)),
    words,
  );
}

function headOf({ what, bytes }: Moment): Uint8Array {
  return what === "out" && bytes.length === pictureBytes ? bytes.subarray(0, pictureHead) : bytes;
}

/** Polls come by the clock, and so do the questions after them. */
function said(moments: readonly Moment[]): readonly string[] {
  const own = moments.filter(({ what }, i) => what !== "in" && what !== "poll" && moments[i - 1]?.what !== "poll");
  return [...new Set(own.map((one) => writeMoment({ ...one, at: 0 })))];
}
