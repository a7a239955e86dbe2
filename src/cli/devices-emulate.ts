// pitwire devices emulate: a device made of numbers, on a pseudo terminal, a TCP port or this kernel's USB, for whoever has none at hand.
// What happens to it is written to its standard input, one JSON object a line.

import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { type KnownDevice, traitsOf } from "#devices/index";
import { modbusIoEmulator } from "#devices/modbus-io/emulator";
import { serveEmulator } from "#sim/serve";
import { uhidMissing } from "#sim/uhid";
import { driverOf, strangeDriver } from "#table/drivers";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { untilEnough } from "./devices-link.ts";

export const emulate: Command["run"] = async ([name], { port, options }, out) => {
  if (name === undefined || typeof port !== "string")
    throw new BadFile("devices emulate", ["write: pitwire devices emulate NAME --port /tmp/tty-reader, --port tcp, or --port usb"]);
  const emulator = emulatorOf(name);
  const where = placeOf(name, emulator.usb !== undefined, port);
  const given = { ...(name === "modbus-io" && { over: where.startsWith("tcp:") ? "tcp" : "rtu" }), ...readJson("--options", options) };
  const served = await serveEmulator(emulator, given, where);
  out(`${name} answers at ${served.address}. Ctrl-C ends it.`);
  const example = happeningAt(name);
  if (example !== null) out(`What happens to it, one a line: ${JSON.stringify(example)}`);
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    if (line.trim() === "") return;
    try {
      served.act(JSON.parse(line));
    } catch (error) {
      out(`not understood: ${(error as Error).message}`);
    }
  });
  await untilEnough(null);
  lines.close();
  await served.close();
  return 0;
};

const happenings: Readonly<Record<string, object>> = {
  footswitch: { kind: "pedal", pedal: 1, down: true },
  mcp2221a: { kind: "level", pin: 0, level: 1 },
  "modbus-io": { kind: "input", port: 0, level: 1 },
  streamdeck: { kind: "key", key: 14, down: true },
  xkeys: { kind: "key", row: 5, column: 3, down: true },
};

/** One thing that may happen to an emulated device, as an example; null: nothing does, it is a light. */
export function happeningAt(name: string): object | null {
  const known = driverOf(name);
  if (known !== undefined && "driver" in known && known.driver.drive !== undefined) return null;
  if (known !== undefined && traitsOf(known).bearsCards) return { kind: "say", reading: { kind: "card", card: "Qs" } };
  return happenings[name] ?? { kind: "tag", antenna: 0, uid: "E004010012345678", present: true };
}

/** Where it is served. @throws BadFile saying where it may be */
function placeOf(name: string, isUsb: boolean, port: string): string {
  if (isUsb !== (port === "usb"))
    throw new BadFile("--port", [isUsb ? `${name} is a USB device: write --port usb` : `${name} is no USB device: write a path, or tcp`]);
  const missing = isUsb ? uhidMissing() : null;
  if (missing !== null) throw new BadFile("--port", [`usb: ${missing}`]);
  if (isUsb) return `uhid:${randomUUID()}`;
  const tcp = /^tcp(?::(\d+))?$/.exec(port);
  if (tcp !== null) return `tcp://127.0.0.1:${tcp[1] ?? 0}`;
  if (port.startsWith("/")) return `pty:${port}`;
  throw new BadFile("--port", [`"${port}": write a path that begins with /, or tcp, or tcp:PORT`]);
}

function emulatorOf(name: string): KnownDevice["emulator"] {
  if (name === "modbus-io") return modbusIoEmulator;
  const known = driverOf(name);
  if (known?.emulator === undefined) throw new BadFile("devices emulate", [strangeDriver(name) ?? name]);
  return known.emulator;
}

function readJson(where: string, text: unknown): object {
  if (typeof text !== "string") return {};
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new BadFile(where, ["write JSON"]);
  }
}
