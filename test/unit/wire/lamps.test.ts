import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenReading } from "#core/device";
import { debounceMs, flashWithinMs, freshLampWatch, type LampSample, sampleLamps } from "#wire/lamps";

const stepMs = 20;

/** Looks every 20 ms at what `world` shows, for a while; gives what was told, with times. */
function watchLamps(world: (at: number) => LampSample, forMs: number): readonly (OpenReading & { at: number })[] {
  let watch = freshLampWatch;
  const told: (OpenReading & { at: number })[] = [];
  for (let at = 0; at <= forMs; at += stepMs) {
    const got = sampleLamps(watch, world(at), at);
    watch = got.watch;
    told.push(...got.readings.map((reading) => ({ ...reading, at })));
  }
  return told;
}

const red = (told: readonly (OpenReading & { at: number })[]) =>
  told.flatMap((one) => (one.kind === "light" && one.lamp === "red" ? [`${one.at} ${one.state}`] : []));
const faults = (told: readonly (OpenReading & { at: number })[]) =>
  told.flatMap((one) => (one.kind === "fault" ? [`${one.at} ${one.code} ${one.cleared}`] : []));

describe("lamps that are looked at", () => {
  it("tells the first sample as it is, and a steady change once it has held", () => {
    expect(red(watchLamps((at) => ({ red: at >= 1000, green: at < 1000 }), 6000))).toEqual(["0 off", "1040 on"]);
  });

  it("takes no bounce for a light", () => {
    expect(red(watchLamps((at) => ({ red: at === 500 || at === 900, green: true, mains: true }), 3000))).toEqual(["0 off"]);
  });

  it.each([1, 2, 4])("a lamp at %i Hz flashes, from the first fall until it has been steady for long enough", (hertz) => {
    const halfMs = 500 / hertz;
    const told = red(watchLamps((at) => ({ red: at >= 1000 && at < 5000 && Math.floor((at - 1000) / halfMs) % 2 === 0 }), 8000));
    expect(told.map((one) => one.split(" ")[1])).toEqual(["off", "on", "flashing", "off"]);
    expect(Number.parseInt(told[1] ?? "", 10)).toBeLessThanOrEqual(1000 + debounceMs + stepMs);
    const last = Number.parseInt(told[3] ?? "", 10);
    expect(last).toBeGreaterThan(5000);
    expect(last).toBeLessThanOrEqual(5000 + flashWithinMs + 2 * stepMs);
  });

  it("a dimmed lamp that flickers too fast to be followed is not taken for dark", () => {
    expect(red(watchLamps((at) => ({ red: at >= 1000 && (at / stepMs) % 2 === 0 }), 4000))[1]).toMatch(/ flashing$/);
  });

  it("tells a stuck sensor from dark lamps: all lit at once, or not even mains", () => {
    const allLit = watchLamps((at) => ({ red: at >= 500 && at < 4000, green: true, mains: true }), 6000);
    expect(faults(allLit)).toEqual(["2000 sensorStuck.lit false", "4000 sensorStuck.lit true"]);
    const allDark = watchLamps((at) => ({ red: false, green: at < 500, mains: at < 500 }), 4000);
    expect(faults(allDark)).toEqual(["2000 sensorStuck.dark false"]);
    expect(faults(watchLamps((at) => ({ red: false, green: at < 500, mains: true }), 4000))).toEqual([]);
    expect(faults(watchLamps((at) => ({ red: at > 500 }), 4000))).toEqual([]);
  });

  it("whatever the inputs do: red that holds is told within 100 ms, and never red without red", () => {
    const stretches = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(stretches, (parts) => {
        const samples = parts.flatMap(([steps, lit, green]) => Array.from({ length: steps }, () => ({ red: lit, green })));
        let watch = freshLampWatch;
        let state = "off";
        let held = 0;
        let seen = false;
        for (const [i, sample] of samples.entries()) {
          held = sample.red ? held + 1 : 0;
          seen ||= sample.red;
          const got = sampleLamps(watch, sample, i * stepMs);
          watch = got.watch;
          for (const reading of got.readings) if (reading.kind === "light" && reading.lamp === "red") state = reading.state;
          if (held * stepMs > 100) expect(state).not.toBe("off");
          if (!seen) expect(state).toBe("off");
        }
      }),
    );
  });
});
