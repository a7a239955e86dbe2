// What the laws over drivers need to know of each shipped profile.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Reading, Sequenced } from "#core/device";
import type { KnownDevice } from "#devices/index";
import { driverOf, profileNames } from "#table/drivers";
import { parseProfile } from "#table/profile-file";
import type { LineFault } from "#wire/line-fault";
import type { ProfileAction } from "#wire/profile-emulator";

const corrupt = fc.record({ kind: fc.constant("corrupt" as const), at: fc.nat(60), xor: fc.integer({ min: 1, max: 255 }) });
const strikes: fc.Arbitrary<LineFault> = fc.oneof(
  corrupt,
  fc.constant<LineFault>({ kind: "drop" }),
  fc.record({ kind: fc.constant("truncate" as const), at: fc.nat(60) }),
);

const faultOf = (fault: LineFault) => ({ kind: "fault" as const, fault });
const troubles = fc.oneof(
  { weight: 6, arbitrary: strikes.map(faultOf) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("garbage" as const), bytes: fc.uint8Array({ maxLength: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("silent" as const), on: fc.boolean() }) },
);

/** Longer than any frame, and the beginning of none. */
const border = new Uint8Array(2100);
const common = { border, mostStateBytes: 12_000, troubles };

/** A reader that tells again and again what it sees: what one look misses the next one finds. */
function reader(uids: readonly string[], antennas: readonly number[], options: object = {}) {
  return {
    ...common,
    given: options,
    happenings: fc.record({
      kind: fc.constant("tag" as const),
      antenna: fc.constantFrom(...antennas),
      uid: fc.constantFrom(...uids),
      present: fc.boolean(),
    }),
    expected: expectTags,
    strikes: strikes.map(faultOf),
    plain: { kind: "tag", antenna: antennas[0], uid: `${uids[0]?.slice(0, -2)}EE`, present: true },
    settleMs: 2000,
    paceMs: 1500,
    isTaciturn: false,
  };
}

/** A device that says a thing once. A frame that vanishes whole leaves no trace: only what arrives broken can be told. */
function teller(readings: readonly Reading[], plain: Reading) {
  return {
    ...common,
    given: {},
    happenings: fc.constantFrom(...readings).map((reading) => ({ kind: "say" as const, reading })),
    expected: (happenings: readonly unknown[]) =>
      (happenings as readonly Extract<ProfileAction, { kind: "say" }>[]).map(({ reading }) => reading),
    strikes: corrupt.map(faultOf),
    plain: { kind: "say", reading: plain },
    settleMs: 0,
    isTaciturn: true,
  };
}

function expectTags(happenings: readonly unknown[]): readonly Sequenced[] {
  const lying = new Set<string>();
  return (happenings as readonly Extract<ProfileAction, { kind: "tag" }>[]).flatMap(({ uid, antenna, present }): Sequenced[] => {
    const lies = `${antenna} ${uid}`;
    if (lying.has(lies) === present) return [];
    if (present) lying.add(lies);
    else lying.delete(lies);
    return [{ kind: "tag", uid, antenna, present }];
  });
}

const iso15693 = ["E004010012345678", "E00401009ABCDEF0", "E0040100FFFFFF02"];
const epcs = ["E28068940000400A9D22A9EB", "300833B2DDD9014000000001", "111001BA"];
const cards = (["8s", "Th", "Ad", "2c"] as const).map((card): Reading => ({ kind: "card", card }));

/** A card of which the law is certain that it was not told before. */
const king: Reading = { kind: "card", card: "Ks" };

const specs: Readonly<
  Record<string, Readonly<ReturnType<typeof reader> | ReturnType<typeof teller>> & { readonly tellsNothing?: boolean }>
> = {
  "feig-std": reader([...iso15693, "04A2245A3B6F80", "04A2245A3B6F80112233", epcs[0] as string], [0]),
  "feig-adv": reader([...iso15693, "04A2245A3B6F80"], [0, 1, 3], { antennas: 4 }),
  uhfreader18: reader(epcs, [0, 1, 3]),
  r2000: reader(epcs, [0, 2, 3], { antennas: 4 }),
  m100: reader(epcs, [0]),
  "sw-ct": reader(epcs, [0, 2, 15]),
  "acme-tower": reader(["1003100210100001", "E004010012345610", "1010101010101010"], [0, 1]),
  rdm6300: { ...reader(["0A00B3C4D5", "0A00B3C4D6"], [0]), isTaciturn: true },
  "suit-rank-line": teller([...cards, { kind: "unreadable", code: "line" }], king),
  "angel-eye-2ex": teller([...cards, { kind: "unreadable", code: "shoe.card" }, { kind: "verdict", outcome: "banker" }], king),
  // It tells nothing of a table; that it lives is all there is to read.
  "patlite-phe": {
    ...teller([{ kind: "alive" }], { kind: "alive" }),
    expected: () => [],
    plain: { kind: "say", reading: { kind: "alive" } },
    settleMs: 3500,
    isTaciturn: false,
    tellsNothing: true,
  },
};

/** What the shipped profiles have no need of: escaped bytes, two checksums, a device that is woken first. */
const tower = "test/fixtures/acme-tower.yaml";

/** The shipped profiles, and what the laws need to know of them. */
export const profileDevices: readonly (readonly [string, KnownDevice])[] = [
  ...profileNames().map((name) => [name, driverOf(name) as KnownDevice] as const),
  ["acme-tower", parseProfile(tower, readFileSync(tower, "utf8"))],
];

export const profileSubjects = Object.fromEntries(
  profileDevices.flatMap(([name, known]) => {
    const spec = specs[name];
    return spec === undefined ? [] : [[name, { ...spec, options: known.readOptions(spec.given), emulatorOptions: spec.given }]];
  }),
);
