// pitwire devices emulate: a device made of numbers, on a pseudo terminal or a TCP port, for whoever has none at hand. What happens to it
// is written to its standard input, one JSON object a line.

import { createInterface } from "node:readline";
import { traitsOf } from "#devices/index";
import { modbusIoEmulator } from "#devices/modbus-io/emulator";
import { serveEmulator } from "#sim/serve";
import { driverOf, strangeDriver } from "#table/drivers";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { untilEnough } from "./devices-link.ts";

export const emulate: Command["run"] = async ([name], { port, options }, out) => {
  if (name === undefined || typeof port !== "string")
    throw new BadFile("devices emulate", ["write: pitwire devices emulate NAME --port /tmp/tty-reader, or --port tcp"]);
  const tcp = /^tcp(?::(\d+))?$/.exec(port);
  if (tcp === null && !port.startsWith("/"))
    throw new BadFile("--port", [`"${port}": write a path that begins with /, or tcp, or tcp:PORT`]);
  const where = tcp === null ? `pty:${port}` : `tcp://127.0.0.1:${tcp[1] ?? 0}`;
  const given = { ...(name === "modbus-io" && { over: tcp === null ? "rtu" : "tcp" }), ...readJson("--options", options) };
  const served = await serveEmulator(emulatorOf(name), given, where);
  out(`${name} answers at ${served.address}. Ctrl-C ends it.`);
  out('What happens to it, one a line: {"kind":"tag","antenna":0,"uid":"E004010012345678","present":true}');
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

function emulatorOf(name: string) {
  if (name === "modbus-io") return modbusIoEmulator;
  const known = driverOf(name);
  if (known === undefined) throw new BadFile("devices emulate", [strangeDriver(name) ?? name]);
  if (!("emulator" in known) || known.emulator === undefined || traitsOf(known).link.kind === "hid")
    throw new BadFile("devices emulate", [`${name} is a USB device: it is emulated in a virtual machine (test/guest)`]);
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
