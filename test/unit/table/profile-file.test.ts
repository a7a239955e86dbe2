// Profiles as files: those that are shipped hold, and one that is wrong is refused with its place and what helps.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { driverNames, driverOf, profileNames, strangeDriver } from "#table/drivers";
import { parseProfile } from "#table/profile-file";

const shipped = (name: string): string => readFileSync(`devices/profiles/${name}.yaml`, "utf8");

describe("the shipped profiles", () => {
  it.each(profileNames())("%s holds to its own vectors, and is found by its name", (name) => {
    const device = parseProfile(`${name}.yaml`, shipped(name));
    expect(device.driver.model).toBe(name);
    expect(device.profile.tests.length).toBeGreaterThan(1);
    expect(driverOf(name)).toBeDefined();
  });

  it("are listed beside the drivers written as code", () => {
    expect(driverNames()).toEqual(expect.arrayContaining(["tablelink", "feig-adv", "angel-eye-2ex", "patlite-phe"]));
    expect(strangeDriver("feig-adw")).toMatch(/Did you mean "feig-adv"\?$/);
    expect(driverOf("template")).toBeUndefined();
  });
});

const least = `profile: acme
version: 1
title: Acme
status: measured
source: a bench
line: { baud: 9600 }
frame: { kind: fixed, start: "AA", size: 4 }
checksum: { kind: sum8, from: 1 }
fields: { key: { at: 1 }, down: { at: 2 } }
rules: [{ emit: { kind: button, key: "{key}", down: "{down}" } }]
tests: [{ rx: "AA 05 01 06", expect: [{ kind: button, key: 5, down: true }] }]
`;

/** What is said about the least profile with one of its lines written otherwise. */
function refusal(line: RegExp, written: string): string {
  try {
    parseProfile("acme.yaml", least.replace(line, written));
  } catch (error) {
    return (error as Error).message.replace("acme.yaml cannot be used:\n  ", "");
  }
  return "it holds";
}

describe("a wrong profile", () => {
  it("is refused only when it is wrong", () => {
    expect(refusal(/x{9}/, "")).toBe("it holds");
  });

  it.each([
    [
      /"AA 05 01 06"/,
      '"AA 05 01 07"',
      /^line 11, column 9: tests\.0: the profile fails its own vector 1: AA 05 01 07: expected \{"kind":"button","key":5,"down":true\}; came \{"kind":"noise","bytes":4\}$/,
    ],
    [/down: true/, "down: false", /vector 1: AA 05 01 06: expected .*"down":false\}; came .*"down":true/],
    [/key: 5/, 'key: "5"', /expected .*"key":"5".*; came .*"key":5/],
    [/start: "AA"/, "start: 5", /^line 7, column 30: frame\.start: write bytes in hexadecimal and in quotes, such as "A0 04"; found 5/],
    [
      /kind: fixed/,
      "kind: fixd",
      /frame\.kind: expected one of delimited, fixed, length, enclosed, first, report; found "fixd"\. Did you mean "fixed"\?/,
    ],
    [/\{key\}/, "{kez}", /^line 10, column 17: rules\.0\.emit: key: there is no "kez"; known are length, key, down/],
    [/key: \{ at: 1 \}/, "key: { at: lenght-1 }", /^line 9, column 22: fields\.key\.at: there is no "lenght"; known are length/],
    [/at: 2 \}/, "at: 2, type: hex }", /^line 9, column 33: fields\.down: a field of type hex needs a size/],
    [/from: 1/, "from: 1, als: le", /checksum\.als: unknown key/],
    [/status: measured/, "status: good", /status: expected one of unverified, documented, measured; found "good"/],
    [/tests: .*/, "tests: []", /tests: a profile without vectors proves nothing/],
    [/kind: button, key/, "kind: tag, uid", /rules\.0\.emit/],
  ])("%s written as %s", (line, written, said) => {
    expect(refusal(line, written)).toMatch(said);
  });
});

describe("options of a profile's device", () => {
  const { readOptions } = parseProfile("feig-adv.yaml", shipped("feig-adv"));
  const eye = parseProfile("angel-eye-2ex.yaml", shipped("angel-eye-2ex"));

  it("are those it names, within their limits", () => {
    expect(readOptions({ antennas: 8 })).toEqual({ numbers: { antennas: 8 }, sending: true });
    expect(readOptions({})).toEqual({ numbers: { antennas: 1 }, sending: true });
    expect(() => readOptions({ antennas: 9 })).toThrow("antennas is 9: write a whole number from 1 to 8");
    expect(() => readOptions({ antenna: 1 })).toThrow("the options of feig-adv: there is no antenna; known are antennas");
    expect(() => readOptions({ sending: true })).toThrow("there is no sending");
    expect(() => readOptions([])).toThrow("write a list of name: value");
  });

  it("let a device that is only listened to be spoken to when its owner says so", () => {
    expect(eye.readOptions({})).toMatchObject({ sending: false });
    expect(eye.readOptions({ sending: true })).toMatchObject({ sending: true });
    expect(() => eye.readOptions({ sending: "yes" })).toThrow('sending is "yes": write true or false');
  });
});
