// The example that `pitwire devices emulate` prints: it is the first thing that a technician types.

import { describe, expect, it } from "vitest";
import { modbusIoEmulator } from "#devices/modbus-io/emulator";
import { driverNames, driverOf } from "#table/drivers";
import { happeningAt } from "../../../src/cli/devices-emulate.ts";

describe("what may happen to an emulated device", () => {
  it.each(driverNames())("at %s is something that it understands", (name) => {
    const known = driverOf(name);
    const emulator = name === "modbus-io" ? modbusIoEmulator : known?.emulator;
    const example = happeningAt(name);
    if (emulator === undefined) throw new Error(`${name} has no emulator`);
    if (example === null) return expect(known && "driver" in known && known.driver.drive).toBeDefined();
    const options = name === "modbus-io" ? { over: "tcp" } : name === "tablelink" ? { id: "shoe", readers: 1 } : {};
    const before = emulator.start(options as never);
    const { state, bytes } = emulator.act(before as never, example as never, 1000);
    expect(bytes.length > 0 || JSON.stringify(state) !== JSON.stringify(before)).toBe(true);
  });
});
