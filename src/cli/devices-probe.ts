// pitwire devices probe: which driver makes sense of what comes out of a port. One after the other, each for a few seconds.

import type { DeviceHealth } from "#table/device-loop";
import { driverNames, driverOf } from "#table/drivers";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { runNamed } from "./devices-link.ts";

/** Longer than a device that beats once a second needs for three frames. */
const eachSeconds = 3.5;
const lookEveryMs = 50;

export const probe: Command["run"] = async (_words, { link, for: given }, out) => {
  const seconds = given === undefined ? eachSeconds : Number(given);
  if (!(seconds > 0)) throw new BadFile("--for", [`"${given}": write seconds, for example 3.5`]);
  if (typeof link !== "string") throw new BadFile("devices probe", ["name the port: --link serial:/dev/… or tcp://HOST:PORT"]);
  const names = driverNames().filter((name) => {
    const known = driverOf(name);
    return known !== undefined && "driver" in known && (known.driver.link.kind === "hid") === link.startsWith("hid:");
  });
  let found = 0;
  for (const [i, name] of names.entries()) {
    const { frames, badFrames, bytes, why } = await listen(name, link, seconds * 1000, i === 0);
    if (frames > 0) {
      found++;
      out(`${name}: ${frames} good frames, ${badFrames} bad. Write driver: ${name}`);
    } else if (bytes > 0) out(`${name}: ${bytes} bytes, and no frame among them`);
    else if (i > 0 || isSilence(why)) out(`${name}: silence`);
    else throw new BadFile(link, [why?.detail ?? "it can't be opened"]);
  }
  if (found === 0) out("No driver understands it. Is the speed right (?baud=9600), the parity (?parity=even), and the power on?");
  return found > 0 ? 0 : 1;
};

/**
 * Until some good frames came, or its time is up; the first is not kept waiting by a port that can't be opened. A driver whose frames have
 * no checksum may be fooled.
 */
async function listen(driver: string, link: string, eachMs: number, isFirst: boolean): Promise<DeviceHealth> {
  const device = runNamed({ driver, link, options: {} }, () => {});
  const end = performance.now() + eachMs;
  const isHopeless = (): boolean => isFirst && device.health().bytes === 0 && !isSilence(device.health().why);
  while (performance.now() < end && device.health().frames < 3 && !isHopeless())
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  const health = device.health();
  await device.stop();
  return health;
}

/** The port is open, and nothing comes. */
function isSilence(why: DeviceHealth["why"]): boolean {
  return why === null || why.code === "silent";
}
