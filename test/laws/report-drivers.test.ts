// Laws for the drivers of devices that speak in reports (USB HID): each call of `receive` is one whole report, so nothing is cut. A new driver
// adds its subject here; without one the first test fails.

import { serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LightSign, Sequenced, Wanted } from "#core/device";
import { devices, type KnownDevice } from "#devices/index";

interface Subject {
  readonly options: unknown;
  /** Things that happen at the device and must be read; none at a light. */
  readonly happenings: fc.Arbitrary<object> | null;
  /** The readings that these happenings are, told by someone who knows no protocol. */
  expected(happenings: readonly object[]): readonly Sequenced[];
  /** What spoils a report or loses one, if anything can. */
  readonly troubles: fc.Arbitrary<object> | null;
  /** A happening that is read whatever went before, once the trouble is over. */
  readonly plain: readonly object[];
}

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, "0");
const seenAndGone = (uid: string): readonly Sequenced[] => [
  { kind: "tag", uid, antenna: 2, present: true },
  { kind: "tag", uid, antenna: 2, present: false },
];

const wedge: Subject = {
  options: { antenna: 2 },
  happenings: fc.record({
    kind: fc.constant("type"),
    digits: fc.integer({ min: 0, max: 0xffffffff }).map((n) => String(n).padStart(10, "0")),
  }),
  expected: (happenings) => (happenings as { digits: string }[]).flatMap(({ digits }) => seenAndGone(hex(Number(digits)))),
  troubles: fc.record({ kind: fc.constant("fail"), after: fc.nat(22) }),
  plain: [{ kind: "mend" }, { kind: "type", digits: "0000000042" }],
};

const hidPos: Subject = {
  options: { antenna: 2, code: "hex" },
  happenings: fc.record({
    kind: fc.constant("scan"),
    code: fc.uint8Array({ minLength: 4, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("hex").toUpperCase()),
  }),
  expected: (happenings) => (happenings as { code: string }[]).flatMap(({ code }) => seenAndGone(code)),
  troubles: fc.constant({ kind: "cut" }),
  // The first ends what was cut off before.
  plain: [
    { kind: "scan", code: "00" },
    { kind: "scan", code: "00112233" },
  ],
};

const footswitch: Subject = {
  options: { keys: [0, 1, 7] },
  happenings: fc.record({ kind: fc.constant("pedal"), pedal: fc.nat(2), down: fc.boolean() }),
  expected(happenings) {
    const down = new Set<number>();
    return (happenings as { pedal: number; down: boolean }[]).flatMap(({ pedal, down: isDown }): readonly Sequenced[] => {
      if (down.has(pedal) === isDown) return [];
      if (isDown) down.add(pedal);
      else down.delete(pedal);
      return [{ kind: "button", key: [0, 1, 7][pedal] as number, down: isDown }];
    });
  },
  troubles: null,
  plain: [
    { kind: "pedal", pedal: 0, down: false },
    { kind: "pedal", pedal: 0, down: true },
  ],
};

const mcp2221a: Subject = {
  options: { inputs: { 0: { lamp: "red" }, 2: { lamp: "green", active: "low" } } },
  happenings: fc.record({ kind: fc.constant("level"), pin: fc.constantFrom(0, 2), level: fc.constantFrom(0, 1) }),
  expected(happenings) {
    const levels = [0, 0, 0, 0];
    const changes = (happenings as { pin: number; level: number }[]).flatMap(({ pin, level }): readonly Sequenced[] => {
      if (levels[pin] === level) return [];
      levels[pin] = level;
      const lit = (level === 1) !== (pin === 2);
      return [{ kind: "light", lamp: pin === 0 ? "red" : "green", state: lit ? "on" : "off" }];
    });
    return [{ kind: "light", lamp: "red", state: "off" }, { kind: "light", lamp: "green", state: "on" }, ...changes];
  },
  troubles: fc.record({ kind: fc.constant("fault"), fault: fc.constantFrom("drop", "refuse", "short") }),
  plain: [
    { kind: "level", pin: 0, level: 0 },
    { kind: "level", pin: 0, level: 1 },
  ],
};

const light = (options: unknown = {}): Subject => ({ options, happenings: null, expected: () => [], troubles: null, plain: [] });

const subjects: Readonly<Record<string, Subject>> = {
  wedge,
  "hid-pos": hidPos,
  footswitch,
  mcp2221a,
  blink1: light(),
  luxafor: light(),
  patlite: light(),
  qlight: light(),
};

/** Longer than a lamp flashes after its last change. */
const calmMs = 2000;

/** A driver and an emulator that talk to each other in whole reports, with the driver's polls. */
function converse({ driver, emulator, readOptions }: KnownDevice, subject: Subject) {
  let device = emulator.start({});
  let state: unknown = driver.start(readOptions(subject.options));
  const readings: Sequenced[] = [];
  let at = 1_000_000;
  const size = emulator.usb?.inputBytes || 8;
  const sends = driver.link.kind === "hid" ? (driver.link.sends?.bytes ?? 1) : 1;

  function hostTakes(got: { state: unknown; readings: readonly Sequenced[]; reply?: Uint8Array }): void {
    state = got.state;
    readings.push(...got.readings);
    if (got.reply !== undefined) hostSends(got.reply);
  }
  function hostSends(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += sends) deviceSays(emulator.receive(device, bytes.subarray(from, from + sends), at));
  }
  function deviceSays(said: { state: unknown; bytes: Uint8Array }): void {
    device = said.state;
    for (let from = 0; from < said.bytes.length; from += size) receive(said.bytes.subarray(from, from + size));
  }
  function receive(report: Uint8Array): void {
    hostTakes(driver.receive(state, report, at));
  }
  function wait(ms: number): void {
    const until = at + ms;
    for (let due = driver.pollsAt?.(state) ?? null; due !== null && due <= until; due = driver.pollsAt?.(state) ?? null) {
      at = Math.max(at, due);
      if (driver.poll !== undefined) hostTakes(driver.poll(state, at));
    }
    at = until;
    deviceSays(emulator.tick(device, at));
  }
  return {
    readings,
    receive,
    wait,
    connect: () => hostTakes(driver.connected(state, at)),
    act: (action: object) => deviceSays(emulator.act(device, action, at)),
    drive: (last: Wanted | null, wanted: Wanted) => {
      const bytes = driver.drive?.(state, last, wanted) ?? null;
      if (bytes !== null) hostSends(bytes);
      return bytes;
    },
    device: () => device,
    state: () => state,
  };
}

const isEvent = ({ kind }: Sequenced): boolean => kind === "tag" || kind === "unreadable" || kind === "light" || kind === "button";
const ofReports = Object.entries(devices).filter(([, { driver }]) => driver.link.kind === "hid");

describe.each(ofReports)("driver %s", (model, known) => {
  const subject = subjects[model] as Subject;

  it("has a subject for the laws", () => {
    expect(subject).toBeDefined();
    expect(known.driver.model).toBe(model);
    expect(known.emulator.usb).toBeDefined();
  });

  if (subject?.happenings)
    it("reads back what happened at the emulator, once each and in order", () => {
      fc.assert(
        fc.property(fc.array(subject.happenings ?? fc.constant({}), { maxLength: 12 }), (happenings) => {
          const talk = converse(known, subject);
          talk.connect();
          talk.wait(100);
          for (const happening of happenings) {
            talk.act(happening);
            talk.wait(calmMs);
          }
          expect(talk.readings.filter(isEvent)).toEqual(subject.expected(happenings));
          expect(talk.readings.some(({ kind }) => kind === "noise")).toBe(false);
        }),
        { numRuns: 40 },
      );
    });

  it("never throws on any report, stays small, and reads the next one", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 60 }), (reports) => {
        const talk = converse(known, subject);
        talk.connect();
        for (const report of reports) {
          const before = serialize(talk.state());
          const state = talk.state();
          talk.receive(report);
          expect(serialize(state)).toEqual(before);
          talk.wait(7);
          expect(serialize(talk.state()).length).toBeLessThan(4096);
        }
        talk.wait(1000);
        const before = talk.readings.length;
        for (const happening of subject.plain) {
          talk.act(happening);
          talk.wait(calmMs);
        }
        if (subject.happenings !== null) expect(talk.readings.slice(before).some(isEvent)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  if (subject?.troubles)
    it("loses nothing in silence, and reads on", () => {
      const action = fc.oneof(subject.happenings ?? fc.constant({}), subject.troubles ?? fc.constant({}));
      fc.assert(
        fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
          const talk = converse(known, subject);
          talk.connect();
          for (const one of actions) {
            talk.act(one);
            talk.wait(600);
          }
          talk.wait(calmMs);
          const before = talk.readings.length;
          for (const happening of subject.plain) {
            talk.act(happening);
            talk.wait(calmMs);
          }
          expect(talk.readings.slice(before).some(isEvent)).toBe(true);
          expect(serialize(talk.state()).length).toBeLessThan(4096);
        }),
        { numRuns: 40 },
      );
    });

  if (known.driver.drive)
    it("shows what is wanted, whatever it showed, and is told nothing twice", () => {
      const sign = fc.constantFrom<LightSign>("stop", "check", "ready", "closed");
      const wanted = (light: LightSign): Wanted => ({ light, keys: [] });
      fc.assert(
        fc.property(fc.array(sign, { minLength: 1, maxLength: 8 }), (signs) => {
          const [walked, fresh] = [converse(known, subject), converse(known, subject)];
          let last: Wanted | null = null;
          for (const light of signs) {
            walked.drive(last, wanted(light));
            last = wanted(light);
          }
          fresh.drive(null, last as Wanted);
          expect(walked.device()).toEqual(fresh.device());
          expect(walked.drive(last, last as Wanted)).toBeNull();
        }),
      );
    });
});
