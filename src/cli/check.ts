// pitwire check FILE…: runs worked examples, recorded hands and described showdowns through the engine that plays the table, and the
// vectors of devices' profiles through the driver that reads the device.

import { extname } from "node:path";
import { readPack } from "#table/pack";
import { BadFile, readText } from "#table/problems";
import { checkExamples } from "./check-examples.ts";
import { checkPhh } from "./check-phh.ts";
import { checkProfile } from "./check-profile.ts";
import { checkShowdowns } from "./check-showdowns.ts";
import type { CheckFile } from "./checked.ts";
import type { Command } from "./command.ts";

/** By the ending of a file's name. */
const formats: Readonly<Record<string, CheckFile>> = {
  ".json": checkExamples,
  ".phh": checkPhh,
  ".jsonl": checkShowdowns,
  ".yaml": checkProfile,
  ".yml": checkProfile,
};

export const check: Command = {
  usage: "pitwire check FILE… [--pack PACK]",
  about: "run worked examples (.json), recorded stud hands (.phh), stud showdowns (.jsonl) and the vectors of devices' profiles (.yaml)",
  options: { pack: { type: "string" } },
  run: async (files, { pack }, out) => {
    if (files.length === 0) throw new BadFile("check", ["name at least one file: worked examples, or the profile of a device"]);
    const house = typeof pack === "string" ? readPack(pack, process.cwd()) : null;
    let passed = 0;
    let failed = 0;
    for (const path of files) {
      for (const { name, problems } of formatOf(path)(path, readText(path), house)) {
        if (problems.length === 0) passed++;
        else {
          failed++;
          out(`FAIL ${name}`);
          for (const problem of problems) out(`  ${problem}`);
        }
      }
    }
    out(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  },
};

function formatOf(path: string): CheckFile {
  return formats[extname(path).toLowerCase()] ?? checkExamples;
}
