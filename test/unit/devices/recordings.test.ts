// Recorded sessions of every device, played to its driver as they were. The readings beside them are what a driver must make
// of those bytes for ever: a session that once was read right stays read right.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Received } from "#core/device";
import { devices, type KnownDevice } from "#devices/index";

interface Moment {
  readonly at: number;
  readonly what: "open" | "<" | ">";
  readonly text: string;
}

const folderOf = (model: string): string => join(import.meta.dirname, "../../../devices", model, "recordings");

/** `at open`, `at < "bytes from the device"` and `at > "bytes to it"`, one character a byte; `#` lines are comments. */
function readSession(text: string): { readonly options: unknown; readonly moments: readonly Moment[] } {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const options: unknown = JSON.parse((lines[0] ?? "").replace(/^options /, ""));
  const moments = lines.slice(1).map((line): Moment => {
    const found = /^ *(\d+) (?:(open)|([<>]) (.*))$/.exec(line);
    if (found === null) throw new Error(`what is "${line}"?`);
    const [, at, open, direction, text] = found;
    return { at: Number(at), what: open === "open" ? "open" : (direction as "<" | ">"), text: text === undefined ? "" : JSON.parse(text) };
  });
  return { options, moments };
}

/** Plays a session; gives the readings as they are written down, and the requests that the driver made. */
function play({ driver }: KnownDevice, { options, moments }: ReturnType<typeof readSession>) {
  let state: unknown = driver.start(options);
  const readings: string[] = [];
  const requests: string[] = [];
  const take = ({ at }: Moment, got: Received<unknown>): void => {
    state = got.state;
    for (const reading of got.readings) readings.push(`${String(at).padStart(6)} ${JSON.stringify(reading)}`);
    if (got.reply !== undefined) requests.push(`${at} ${String.fromCharCode(...got.reply)}`);
  };
  for (const moment of moments) {
    if (moment.what === "open") take(moment, driver.connected(state, moment.at));
    if (moment.what === "<")
      take(
        moment,
        driver.receive(
          state,
          Uint8Array.from(moment.text, (one) => one.charCodeAt(0)),
          moment.at,
        ),
      );
  }
  return { readings, requests };
}

describe.each(Object.keys(devices))("recorded sessions of %s", (model) => {
  const sessions = readdirSync(folderOf(model)).filter((name) => name.endsWith(".txt") && !name.endsWith(".readings.txt"));

  it("are there", () => {
    expect(sessions.length).toBeGreaterThanOrEqual(2);
  });

  it.each(sessions)("%s", (name) => {
    const session = readSession(readFileSync(join(folderOf(model), name), "utf8"));
    const expected = readFileSync(join(folderOf(model), name.replace(/\.txt$/, ".readings.txt")), "utf8");
    const { readings, requests } = play(devices[model] as KnownDevice, session);
    expect(`${readings.join("\n")}\n`).toBe(expected);
    expect(requests).toEqual(session.moments.filter(({ what }) => what === ">").map(({ at, text }) => `${at} ${text}`));
  });
});
