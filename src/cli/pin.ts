// pitwire pin: makes the hash of a PIN for the configuration.

import { badgePattern, hashPin, pinPattern } from "#table/pin";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { askSecrets } from "./secret.ts";

export const pin: Command = {
  usage: "pitwire pin [--badge]",
  about:
    "make the hash of a PIN, or of a badge, for the configuration; it is read from the keyboard or a pipe, never from the command line",
  options: { badge: { type: "boolean", default: false } },
  run: async (words, options, out) => {
    if (words.length > 0) throw new BadFile("pin", ["type the PIN when asked: on the command line others could read it"]);
    const badge = options.badge === true;
    const [given = ""] = await askSecrets([badge ? "Badge" : "PIN"]);
    if (badge && !badgePattern.test(given)) throw new BadFile("pin", ["a badge has 4 to 64 characters without a space"]);
    if (!badge && !pinPattern.test(given)) throw new BadFile("pin", ["a PIN has 4 to 8 digits"]);
    out(await hashPin(given));
    return 0;
  },
};
