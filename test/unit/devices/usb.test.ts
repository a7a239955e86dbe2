// What the laws for drivers of reports do not say: vectors out of public sources, options, and lights that outlive their table.

import { describe, expect, it } from "vitest";
import type { LightSign } from "#core/device";
import { blink1, deadAfterMs } from "#devices/blink1/driver";
import { blink1Emulator, shown } from "#devices/blink1/emulator";
import { adaptedDevices, deviceOf, devices } from "#devices/index";

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (report: Uint8Array | null): string => Buffer.from(report ?? []).toString("hex");

function drive(model: string, options: unknown, light: LightSign): string {
  const { driver, readOptions } = devices[model] as NonNullable<(typeof devices)[string]>;
  return hexOf(driver.drive?.(driver.start(readOptions(options)), null, { light, keys: [] }) ?? null);
}

describe("vectors", () => {
  it.each([
    ["patlite", { type: "ne" }, "stop", "00" + "0000ff0f11000000"],
    ["patlite", {}, "stop", "00" + "00000f0010000000"],
    ["patlite", {}, "check", "00" + "00000f0001000000"],
    ["qlight", {}, "ready", "00" + "5700000002000000"],
    ["luxafor", {}, "stop", "00" + "01ffff0000000000"],
    ["blink1", {}, "closed", "0163000000000a00"],
  ] as const)("%s %j %s", (model, options, light, sent) => {
    expect(drive(model, options, light)).toBe(sent);
  });

  it("an MCP2221A's pins, value before direction", () => {
    const { driver, readOptions } = devices.mcp2221a as NonNullable<(typeof devices)[string]>;
    const connected = driver.connected(driver.start(readOptions({ inputs: { 0: { lamp: "red" } } })), 0);
    const told = driver.receive(connected.state, bytes(`60${"00".repeat(63)}`), 1);
    expect(hexOf(told.reply ?? null).slice(0, 4)).toBe("0051");
    const seen = driver.receive(told.state, bytes(`510001010001eeefeeef${"00".repeat(54)}`), 2);
    expect(seen.readings).toContainEqual({ kind: "light", lamp: "red", state: "on" });
    const other = driver.receive(told.state, bytes(`5100eeef0001eeefeeef${"00".repeat(54)}`), 2);
    expect(other.readings).toContainEqual({ kind: "fault", code: "noInput.0", cleared: false });
  });

  it("a wedge that types low bytes first, and one that reads badges", () => {
    const typed = (options: object): readonly object[] => {
      const { driver, emulator, readOptions } = devices.wedge as NonNullable<(typeof devices)[string]>;
      let state = driver.start(readOptions(options));
      const said = emulator.act(emulator.start({}), { kind: "type", digits: "0013110988" }, 0).bytes;
      const readings: object[] = [];
      for (let at = 0; at < said.length; at += 8) {
        const got = driver.receive(state, said.subarray(at, at + 8), at);
        state = got.state;
        readings.push(...got.readings);
      }
      return readings.filter((one) => "uid" in one || "text" in one);
    };
    expect(typed({ order: "low" })).toMatchObject([{ uid: "CC0EC800", present: true }, { present: false }]);
    expect(typed({ reads: "badges" })).toEqual([{ kind: "badge", text: "0013110988" }]);
  });
});

describe("blink(1)", () => {
  it("shows what is wanted as long as it is spoken to, and then red", () => {
    let light = blink1Emulator.start();
    const hear = (report: Uint8Array | null | undefined, at: number): void => {
      if (report) light = blink1Emulator.receive(light, report, at).state;
    };
    const connected = blink1.connected(blink1.start(null), 0);
    let { state } = connected;
    hear(connected.reply, 0);
    hear(blink1.drive?.(state, null, { light: "ready", keys: [] }), 0);
    let at = 0;
    for (let i = 0; i < 20; i++) {
      at = blink1.pollsAt?.(state) ?? 0;
      expect(shown(light, at)).toEqual([0, 200, 30]);
      const polled = blink1.poll?.(state, at);
      state = polled?.state ?? state;
      hear(polled?.reply, at);
    }
    expect(shown(light, at + deadAfterMs - 1)).toEqual([0, 200, 30]);
    expect(shown(light, at + deadAfterMs)).toEqual([255, 0, 0]);
  });
});

describe("options", () => {
  it.each([
    ["wedge", { bytes: 3 }, "bytes is 3: write a number from 4 to 16"],
    ["wedge", { baud: 9600 }, "there is no baud; known are reads, antenna, types, bytes, order"],
    ["hid-pos", { code: "ean" }, 'code is "ean": write text or hex'],
    ["footswitch", { keys: [0, 1, 2, 3] }, "keys: write up to three numbers"],
    ["mcp2221a", {}, "inputs: write what hangs on the pins"],
    ["mcp2221a", { inputs: { 4: { lamp: "red" } } }, "there is no 4; known are 0, 1, 2, 3"],
    ["mcp2221a", { inputs: { 0: { lamp: "red" }, 1: { lamp: "red" } } }, "red is there twice"],
    ["mcp2221a", { inputs: { 0: { lamp: "blue" } } }, 'lamp is "blue": write red or green or mains'],
    ["blink1", { colour: "red" }, "there is no colour; it has none"],
    ["patlite", { type: "phe" }, 'type is "phe": write lr6 or ne'],
    ["streamdeck", { brightness: 0 }, "brightness is 0: write a number from 1 to 100"],
    ["xkeys", { rows: 6 }, "there is no rows; it has none"],
  ])("%s %j is refused in words", (model, options, words) => {
    expect(() => deviceOf(model)?.readOptions(options)).toThrow(words);
  });

  it("may all be left out, but for the pins of an MCP2221A", () => {
    for (const [model, known] of [...Object.entries(devices), ...Object.entries(adaptedDevices)]) {
      const { link } = "driver" in known ? known.driver : known.adapter;
      if (link.kind === "hid" && model !== "mcp2221a") expect(() => known.readOptions({})).not.toThrow();
    }
  });
});
