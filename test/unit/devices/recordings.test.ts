// Recorded sessions of every device, played to its driver as they were. The readings beside them are what a driver must make
// of those bytes for ever: a session that once was read right stays read right.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { devices, type KnownDevice } from "#devices/index";
import { playMoment, readSession, type Session, writeMoment } from "#wire/session";

const folderOf = (model: string): string => join(import.meta.dirname, "../../../devices", model, "recordings");

/** Plays a session; gives the readings as they are written down, and what the driver sent. */
function play({ driver }: KnownDevice, { options, moments }: Session, readOptions: (value: unknown) => unknown) {
  let state: unknown = driver.start(readOptions(options));
  const readings: string[] = [];
  const sent: string[] = [];
  for (const moment of moments) {
    const got = playMoment(driver, state, moment);
    if (got === null) continue;
    state = got.state;
    for (const reading of got.readings) readings.push(`${String(moment.at).padStart(6)} ${JSON.stringify(reading)}`);
    if (got.reply !== undefined) sent.push(writeMoment({ at: moment.at, what: "out", bytes: got.reply }));
  }
  return { readings, sent };
}

/** A light says nothing. */
const speaking = Object.keys(devices).filter((model) => devices[model]?.driver.drive === undefined);

describe.each(speaking)("recorded sessions of %s", (model) => {
  const sessions = readdirSync(folderOf(model)).filter((name) => name.endsWith(".txt") && !name.endsWith(".readings.txt"));

  it("are there", () => {
    expect(sessions.length).toBeGreaterThanOrEqual(2);
  });

  it.each(sessions)("%s", (name) => {
    const session = readSession(readFileSync(join(folderOf(model), name), "utf8"));
    const expected = readFileSync(join(folderOf(model), name.replace(/\.txt$/, ".readings.txt")), "utf8");
    const known = devices[model] as KnownDevice;
    const { readings, sent } = play(known, session, known.readOptions);
    expect(`${readings.join("\n")}\n`).toBe(expected);
    expect(sent).toEqual(session.moments.filter(({ what }) => what === "out").map(writeMoment));
  });
});
