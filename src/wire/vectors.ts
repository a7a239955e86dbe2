// A profile's own vectors: what it says about bytes must come out of those bytes.

import type { Sequenced } from "#core/device";
import { bytesOfHex, spacedHexOf } from "./hex.ts";
import type { Expected, Profile, VectorSpec } from "./profile.ts";
import { makeProfileDriver, type ProfileDriver } from "./profile-driver.ts";
import type { ProfileOptions, ProfileState } from "./profile-state.ts";
import { makeSeal } from "./seal.ts";
import { type MakeBytes, makeSend } from "./send.ts";

/** A vector that does not hold. */
export interface Broken {
  /** Its place in the profile's tests. */
  readonly index: number;
  readonly text: string;
}

/** Options as the profile gives them, with some set; everything may be sent. */
export function defaultOptions(profile: Profile, set: Readonly<Record<string, number>> = {}): ProfileOptions {
  const defaults = Object.entries(profile.options).map(([name, option]) => [name, option.default] as const);
  return { numbers: { ...Object.fromEntries(defaults), ...set }, sending: true };
}

/** Runs every vector of a profile that has no flaws; those that do not hold, with what was expected and what came. */
export function brokenVectors(profile: Profile): readonly Broken[] {
  const driver = makeProfileDriver(profile);
  const senders = sendersOf(profile);
  return profile.tests.flatMap((vector, index) => {
    const text = "rx" in vector ? brokenReceive(profile, driver, vector) : brokenSend(profile, senders, vector);
    return text === null ? [] : [{ index, text }];
  });
}

type Receive = Extract<VectorSpec, { rx: string }>;

function brokenReceive(profile: Profile, driver: ProfileDriver, vector: Receive): string | null {
  const came = readingsOf(profile, driver, vector).filter((one) => one.kind !== "alive" && !(one.kind === "hello" && !one.restarted));
  const expected = vector.expect.filter(({ kind }) => kind !== "alive");
  if (came.length === expected.length && expected.every((one, i) => holds(one, came[i] as Sequenced))) return null;
  return `${vector.rx}: expected ${shown(expected)}; came ${shown(came)}`;
}

/** What the driver reads, as an answer to the question that the vector is for. */
function readingsOf(profile: Profile, driver: ProfileDriver, { rx, with: set }: Receive): readonly Sequenced[] {
  const options = defaultOptions(profile, set);
  const connected = asking(profile, driver.connected(driver.start(options), 0).state, options);
  const got = driver.receive(connected, bytesOfHex(rx) ?? new Uint8Array(0), 1);
  const later = driver.poll?.(got.state, 1 + profile.gapMs);
  return [...got.readings, ...(later?.readings.filter(({ kind }) => kind === "noise") ?? [])];
}

function asking({ poll }: Profile, state: ProfileState, { numbers }: ProfileOptions): ProfileState {
  if (poll === undefined) return state;
  const ask = Math.max(
    0,
    poll.asks.findIndex(({ sweep }) => sweep),
  );
  const parameters = poll.each === undefined ? numbers : { [poll.each.name]: 0, ...numbers };
  return { ...state, asked: { ask, parameters, untilAt: Number.MAX_SAFE_INTEGER, spoilt: false } };
}

function holds(expected: Expected, came: Sequenced): boolean {
  return Object.entries(expected).every(([key, value]) => (came as unknown as Expected)[key] === value);
}

function shown(readings: readonly object[]): string {
  return readings.length === 0 ? "nothing" : readings.map((one) => JSON.stringify(one)).join(" ");
}

function brokenSend(
  profile: Profile,
  senders: ReadonlyMap<string, MakeBytes>,
  { send, tx, with: set }: Extract<VectorSpec, { tx: string }>,
): string | null {
  const made = senders.get(send);
  if (made === undefined) return `there is nothing to send called "${send}"; known are ${[...senders.keys()].join(", ")}`;
  const came = spacedHexOf(made({ ...defaultOptions(profile).numbers, ...set }));
  const expected = spacedHexOf(bytesOfHex(tx) ?? new Uint8Array(0));
  return came === expected ? null : `${send}: expected ${expected}; came ${came}`;
}

/** Everything a profile can send, by name: its questions, "NAME.more", its lights, its commands. */
export function sendersOf(profile: Profile): ReadonlyMap<string, MakeBytes> {
  const seal = profile.checksum === undefined ? null : makeSeal(profile.checksum);
  const make = (template: string): MakeBytes => makeSend(template, profile.frame, seal);
  return new Map([
    ...(profile.poll?.asks ?? []).flatMap(({ name, send, more }): [string, MakeBytes][] => [
      [name, make(send)],
      ...(more === undefined ? [] : [[`${name}.more`, make(more)] as [string, MakeBytes]]),
    ]),
    ...Object.entries(profile.lights ?? {}).map(([sign, template]): [string, MakeBytes] => [sign, make(template)]),
    ...Object.entries(profile.commands).map(([name, template]): [string, MakeBytes] => [name, make(template)]),
  ]);
}
