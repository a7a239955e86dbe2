// A device's profile, vector by vector.

import { parseForm } from "#table/profile-file";
import type { VectorSpec } from "#wire/profile";
import { brokenVectors } from "#wire/vectors";
import type { CheckFile } from "./checked.ts";

/** Each vector of a profile, and what is wrong with it. Throws BadFile where the profile's form is wrong. */
export const checkProfile: CheckFile = (path, text) => {
  const { value: profile } = parseForm(path, text);
  const broken = new Map(brokenVectors(profile).map((one) => [one.index, one.text]));
  return profile.tests.map((vector, i) => {
    const problem = broken.get(i);
    return { name: `${profile.profile}, vector ${i + 1}: ${titleOf(vector)}`, problems: problem === undefined ? [] : [problem] };
  });
};

function titleOf(vector: VectorSpec): string {
  return "rx" in vector ? vector.rx : `${vector.send} sent`;
}
