// pitwire devices check: a profile's schema, its own vectors, and what it says about itself.

import { BadFile } from "#table/problems";
import { readProfile } from "#table/profile-file";
import type { Command } from "./command.ts";

export const check: Command["run"] = async (files, _options, out) => {
  if (files.length === 0) throw new BadFile("devices check", ["name the profile: pitwire devices check my-reader.yaml"]);
  for (const file of files) {
    const { profile, hash } = readProfile(file);
    out(`${file}: ${profile.title ?? profile.profile}, ${profile.tests.length} vectors hold, ${profile.status}, hash ${hash.slice(0, 16)}`);
  }
  return 0;
};
