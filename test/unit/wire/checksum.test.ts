// Checksums: the check values of catalogues, and every frame that was found in public material or made by its rule.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { driverOf, profileNames } from "#table/drivers";
import type { ProfileDevice } from "#table/profile-file";
import { type CrcParameters, knownCrcs, makeSum, type SumKind } from "#wire/checksum";
import { bytesOfHex, hexOf, spacedHexOf } from "#wire/hex";

const digits = new TextEncoder().encode("123456789");

describe("a cyclic sum", () => {
  it.each([
    ["mcrf4xx", 0x6f91],
    ["modbus", 0x4b37],
    ["x25", 0x906e],
    ["genibus", 0xd64e],
    ["ccittFalse", 0x29b1],
    ["xmodem", 0x31c3],
  ] as const)("%s has its check value", (name, value) => {
    expect(makeSum("crc16", knownCrcs[name])(digits, 0, 9)).toBe(value);
  });

  it.each<[string, SumKind, CrcParameters, number]>([
    ["CRC-8/SMBUS", "crc8", { poly: 0x07, init: 0, refIn: false, refOut: false, xorOut: 0 }, 0xf4],
    ["CRC-8/MAXIM-DOW", "crc8", { poly: 0x31, init: 0, refIn: true, refOut: true, xorOut: 0 }, 0xa1],
    ["CRC-16/ARC", "crc16", { poly: 0x8005, init: 0, refIn: true, refOut: true, xorOut: 0 }, 0xbb3d],
    ["CRC-32/ISO-HDLC", "crc32", { poly: 0x04c11db7, init: 0xffffffff, refIn: true, refOut: true, xorOut: 0xffffffff }, 0xcbf43926],
    ["CRC-32/BZIP2", "crc32", { poly: 0x04c11db7, init: 0xffffffff, refIn: false, refOut: false, xorOut: 0xffffffff }, 0xfc891918],
  ])("%s has its check value", (_name, kind, parameters, value) => {
    expect(makeSum(kind, parameters)(digits, 0, 9)).toBe(value);
  });
});

describe("a simple sum", () => {
  it("adds what lies between its ends, and nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), fc.nat(40), (bytes, a, b) => {
        const [from, to] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)];
        const part = [...bytes.subarray(from, to)];
        const sum = part.reduce((all, one) => all + one, 0);
        expect(makeSum("sum8")(bytes, from, to)).toBe(sum % 256);
        expect((makeSum("sumTwos")(bytes, from, to) + sum) % 256).toBe(0);
        expect((makeSum("sumOnes")(bytes, from, to) + sum) % 256).toBe(255);
        expect(makeSum("xor8")(bytes, from, to)).toBe(part.reduce((all, one) => all ^ one, 0));
      }),
    );
  });
});

const frames = readFileSync("test/fixtures/device-frames.tsv", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [string, string]);

describe("every frame that devices are described from", () => {
  const inProfiles = frames.filter(([name]) => profileNames().includes(name));

  it.each(inProfiles)("%s: %s is a vector of its profile", (name, frame) => {
    const { profile } = driverOf(name) as ProfileDevice;
    const vectors = profile.tests.map((vector) => spaced("rx" in vector ? vector.rx : vector.tx));
    expect(vectors).toContain(frame);
  });

  it("is of a profile, or of a device whose sum is known", () => {
    expect(inProfiles.length).toBeGreaterThan(60);
    for (const [name, frame] of frames.filter((one) => !inProfiles.includes(one)))
      expect([name, isSummed(name, frame)]).toEqual([name, true]);
  });
});

function spaced(hex: string): string {
  return spacedHexOf(bytesOfHex(hex) as Uint8Array);
}

/** Whether the sum at a frame's end is the one that its device writes there, low byte first. */
function isSummed(name: string, frame: string): boolean {
  const bytes = bytesOfHex(frame) as Uint8Array;
  const end = bytes.length - 2;
  const told = (bytes[end] ?? 0) + 256 * (bytes[end + 1] ?? 0);
  switch (name) {
    case "modbus":
      return makeSum("crc16", knownCrcs.modbus)(bytes, 0, end) === told;
    case "rrhfoem04":
      return makeSum("crc16", knownCrcs.genibus)(bytes, 0, end) === told;
    case "cf-rh320u":
      return makeSum("xor8")(bytes, 2, end) === bytes[end];
    // The sum that the tag sends through the air, before a last byte of the reader's own.
    case "cr95hf":
      return hexOf(bytes, end - 1, end + 1) === "B943" && makeSum("crc16", knownCrcs.x25)(bytes, 2, end - 1) === 0x43b9;
    default:
      return false;
  }
}
