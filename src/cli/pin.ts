// pitwire pin: makes the hash of a PIN for the configuration.

import { createInterface } from "node:readline";
import { hashPin, pinPattern } from "#table/pin";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

export const pin: Command = {
  usage: "pitwire pin",
  about: "make the hash of a PIN for the configuration; the PIN is read from the keyboard or a pipe, never from the command line",
  options: {},
  run: async (words, _options, out) => {
    if (words.length > 0) throw new BadFile("pin", ["type the PIN when asked: on the command line others could read it"]);
    const given = await readPin();
    if (!pinPattern.test(given)) throw new BadFile("pin", ["a PIN has 4 to 8 digits"]);
    out(await hashPin(given));
    return 0;
  },
};

/** Reads a line without showing what is typed. */
function readPin(): Promise<string> {
  const terminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, ...(terminal && { output: process.stderr, terminal: true }) });
  return new Promise((resolve) => {
    if (terminal) {
      process.stderr.write("PIN: ");
      Object.assign(lines, { _writeToOutput: () => {} });
    }
    lines.once("line", (line) => {
      if (terminal) process.stderr.write("\n");
      resolve(line.trim());
      lines.close();
    });
    lines.once("close", () => resolve(""));
  });
}
