// A Modbus module as a shuffler's sensor, over real TCP and a real pseudo terminal, driven by the real library.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { modbusIo } from "#devices/modbus-io/adapter";
import { type ModbusIoAction, modbusIoEmulator } from "#devices/modbus-io/emulator";
import { readOptions } from "#devices/modbus-io/options";
import { type ServedEmulator, serveEmulator } from "#sim/serve";
import { type DeviceInput, runDevice } from "#table/device-loop";
import { until } from "./program.ts";

const folder = mkdtempSync(join(tmpdir(), "pitwire-modbus-"));
const cleanups: (() => unknown)[] = [];
const green = 3;
const red = 4;
const mains = 6;

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function module(over: "tcp" | "rtu") {
  const where = over === "tcp" ? "tcp://127.0.0.1:0" : `pty:${join(folder, "port")}`;
  const served: ServedEmulator<ModbusIoAction> = await serveEmulator(modbusIoEmulator, { over, unit: 7 }, where);
  cleanups.push(() => served.close());
  const inputs: DeviceInput[] = [];
  const options = readOptions({
    unit: 7,
    everyMs: 20,
    answerWithinMs: 100,
    inputs: { [green]: { lamp: "green" }, [red]: { lamp: "red" }, [mains]: { lamp: "mains", active: "low" } },
  });
  const device = runDevice({
    id: "shuffler",
    adapter: modbusIo,
    options,
    link: served.address,
    clock: Date.now,
    random: () => 0.5,
    emit: (batch) => inputs.push(...batch),
  });
  cleanups.push(() => device.stop());
  const level = (port: number, on: boolean): void => served.act({ kind: "input", port, level: on ? 1 : 0 });
  const lamps = (): readonly string[] =>
    inputs.flatMap((input) =>
      input.kind === "reading" && input.reading.kind === "light" ? [`${input.reading.lamp} ${input.reading.state}`] : [],
    );
  const links = (): readonly string[] => inputs.flatMap((input) => (input.kind === "link" ? [input.status] : []));
  return { served, device, level, lamps, links, inputs };
}

describe.each(["tcp", "rtu"] as const)("a Modbus module over %s", (over) => {
  it("tells lamps as they are, a flashing red, and comes back after the cable was out", async () => {
    const { served, device, level, lamps, links } = await module(over);
    level(green, true);
    await until("up", () => device.health().status === "up");
    await until("the lamps", () => lamps().includes("mains on") && lamps().includes("red off"));
    level(green, false);
    level(red, true);
    await until("red", () => lamps().at(-1) === "red on" || lamps().includes("red on"));
    level(red, false);
    await until("flashing", () => lamps().at(-1) === "red flashing");
    served.cut();
    await until("down", () => device.health().status === "down");
    await served.restore();
    await until("up again", () => device.health().status === "up");
    expect(links().filter((status) => status === "up")).toHaveLength(2);
    expect(device.health().sweepMs).not.toBeNull();
  });

  it("bears an answer that is lost, refused or spoilt, and calls the module gone when it says nothing", async () => {
    const { served, device, level, lamps, inputs } = await module(over);
    level(green, true);
    await until("up", () => lamps().includes("green on"));
    for (const fault of ["drop", "exception", ...(over === "rtu" ? (["corrupt"] as const) : [])] as const) {
      const before = device.health().misses;
      served.act({ kind: "fault", fault });
      await until(`${fault} counted`, () => device.health().misses > before);
      const { frames } = device.health();
      await until("a good answer", () => device.health().frames > frames);
      expect(device.health().status).toBe("up");
    }
    served.act({ kind: "silent", on: true });
    await until("down", () => device.health().status === "down");
    expect(inputs.findLast((input) => input.kind === "link")).toMatchObject({
      why: "hungUp",
      detail: expect.stringContaining("3 questions"),
    });
    served.act({ kind: "silent", on: false });
    await until("up again", () => device.health().status === "up");
    level(red, true);
    await until("red", () => lamps().includes("red on"));
  });
});
