// pitwire devices record, replay: a session as a file, and what a driver makes of it. A tag's number is a card's face: record with a deck
// that is taken out of play.

import { readFileSync, writeFileSync } from "node:fs";
import { driverOf, strangeDriver } from "#table/drivers";
import { BadFile } from "#table/problems";
import { playMoment, readSession, writeMoment } from "#wire/session";
import type { Command } from "./command.ts";
import { namedDevice, runNamed, untilEnough } from "./devices-link.ts";

const saveEveryMs = 500;

export const record: Command["run"] = async ([file], options, out) => {
  if (file === undefined) throw new BadFile("devices record", ["name the file to write"]);
  const named = namedDevice(options);
  const device = runNamed(named, () => {});
  const { tape } = device;
  if (tape === null) {
    await device.stop();
    throw new BadFile("devices record", [`a library owns the port of ${named.driver}: there are no bytes to record`]);
  }
  const lines = [`model ${named.driver}`, `options ${JSON.stringify(named.options)}`];
  let next = 0;
  let startedAt: number | null = null;
  const save = (): void => {
    for (const moment of tape.since(next) ?? []) {
      next++;
      startedAt ??= moment.at;
      lines.push(writeMoment({ ...moment, at: moment.at - startedAt }));
    }
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  };
  const timer = setInterval(save, saveEveryMs);
  out(`Recording to ${file}. Ctrl-C ends it.`);
  await untilEnough(typeof options.for === "string" ? Number(options.for) * 1000 : null);
  clearInterval(timer);
  save();
  const { frames, badFrames } = device.health();
  await device.stop();
  out(`${lines.length - 2} moments, ${frames} good frames, ${badFrames} bad.`);
  return 0;
};

export const replay: Command["run"] = async ([file], { driver }, out) => {
  if (file === undefined) throw new BadFile("devices replay", ["name the recording"]);
  const session = read(file);
  const model = typeof driver === "string" ? driver : session.model;
  const known = model === null ? undefined : driverOf(model);
  if (model === null) throw new BadFile(file, ["it does not say of which device it is: add --driver NAME"]);
  if (known === undefined || !("driver" in known)) throw new BadFile(file, [strangeDriver(model) ?? `${model} has no driver to replay it`]);
  let state: unknown = known.driver.start(known.readOptions(session.options));
  for (const moment of session.moments) {
    const got = playMoment(known.driver, state, moment);
    if (got === null) continue;
    state = got.state;
    for (const reading of got.readings) out(`${String(moment.at).padStart(6)} ${JSON.stringify(reading)}`);
  }
  return 0;
};

function read(file: string): ReturnType<typeof readSession> {
  try {
    return readSession(readFileSync(file, "utf8"));
  } catch (error) {
    throw new BadFile(file, [(error as Error).message]);
  }
}
