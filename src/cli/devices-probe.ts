// pitwire devices probe: which driver makes sense of what comes out of a port. One after the other, each for a few seconds.

import { driverNames, driverOf } from "#table/drivers";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { runNamed } from "./devices-link.ts";

const eachMs = 3500;
const lookEveryMs = 50;

export const probe: Command["run"] = async (_words, { link }, out) => {
  if (typeof link !== "string") throw new BadFile("devices probe", ["name the port: --link serial:/dev/… or tcp://HOST:PORT"]);
  const names = driverNames().filter((name) => {
    const known = driverOf(name);
    return known !== undefined && "driver" in known && (known.driver.link.kind === "hid") === link.startsWith("hid:");
  });
  let found = 0;
  for (const name of names) {
    const { frames, badFrames, bytes, detail } = await listen(name, link);
    if (frames > 0) {
      found++;
      out(`${name}: ${frames} good frames, ${badFrames} bad. Write driver: ${name}`);
    } else out(`${name}: ${bytes > 0 ? `${bytes} bytes, and no frame among them` : (detail ?? "silence")}`);
    if (detail !== null && bytes === 0 && !detail.startsWith("open")) return 1;
  }
  if (found === 0) out("No driver understands it. Is the speed right (?baud=9600), the parity (?parity=even), and the power on?");
  return found > 0 ? 0 : 1;
};

/** Until some good frames came, or its time is up. A driver whose frames have no checksum may be fooled. */
async function listen(driver: string, link: string) {
  const device = runNamed({ driver, link, options: {} }, () => {});
  const end = performance.now() + eachMs;
  while (performance.now() < end && device.health().frames < 3 && device.health().status !== "down")
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  const { frames, badFrames, bytes, why } = device.health();
  await device.stop();
  return { frames, badFrames, bytes, detail: why?.detail ?? null };
}
