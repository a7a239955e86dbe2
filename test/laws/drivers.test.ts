// Laws that hold for every driver of a line in devices/index.ts and every shipped profile; drivers of reports have laws of their own
// (report-drivers.test.ts). A new one adds its subject here, or to profile-subjects.ts; without one the first test fails.

import { serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sequenced } from "#core/device";
import { devices, type KnownDevice } from "#devices/index";
import type { AnswerFault, Pn532Action } from "#devices/pn532/emulator";
import { readOptions as readPn532Options } from "#devices/pn532/options";
import type { LineFault, TablelinkAction } from "#devices/tablelink/emulator";
import type { TablelinkOptions } from "#devices/tablelink/options";
import { profileDevices, profileSubjects } from "./profile-subjects.ts";

/** What the laws need to know of one device. */
interface Subject {
  readonly options: unknown;
  readonly emulatorOptions: unknown;
  /** Things that happen at the device and must be read. */
  readonly happenings: fc.Arbitrary<unknown>;
  /** The readings that these happenings are, in order, told by someone who watches the table and knows no protocol. */
  expected(happenings: readonly unknown[]): readonly Sequenced[];
  /** Things that go wrong on the line or in the device. */
  readonly troubles: fc.Arbitrary<unknown>;
  /** A trouble that strikes one frame and leaves the next one whole. */
  readonly strikes: fc.Arbitrary<unknown>;
  /** A happening with a reading of its own whatever went before. */
  readonly plain: unknown;
  /** Bytes after which a frame begins afresh. */
  readonly border: Uint8Array;
  readonly mostStateBytes: number;
  /** How long a happening may take until it is read, a trouble before it included; zero for a device that tells by itself. */
  readonly settleMs: number;
  /** It says nothing when nothing happens. */
  readonly isTaciturn?: boolean;
  /** It tells nothing of a table, only that it lives. */
  readonly tellsNothing?: boolean;
  /** Time between two happenings, where readings come in their order only when they are not too near each other. */
  readonly paceMs?: number;
  /** What else must hold after a long session, once the line is quiet. */
  check?(talk: Talk, actions: readonly unknown[]): void;
}

const tablelinkOptions: TablelinkOptions = {
  inputs: { "1": { lamp: "green" }, "2": { lamp: "red", active: "low" }, "3": { lamp: "mains" }, "4": { key: 1 } },
};
const uids = ["E004010012345678", "04A2245A3B6F80", "11223344", "00112233445566778899AABBCCDDEEFF"];
const lineFaults: fc.Arbitrary<LineFault> = fc.oneof(
  fc.constantFrom<LineFault>({ kind: "drop" }, { kind: "repeat" }, { kind: "swap" }),
  fc.record({ kind: fc.constant("corrupt" as const), at: fc.nat(400), xor: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant("truncate" as const), at: fc.nat(400) }),
);

const tablelinkSubject: Subject = {
  options: tablelinkOptions,
  emulatorOptions: { readers: 2 },
  happenings: fc.oneof(
    fc.record({
      kind: fc.constant("tag" as const),
      antenna: fc.nat(3),
      uid: fc.constantFrom(...uids),
      present: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("unread" as const), antenna: fc.nat(3) }),
    fc.record({ kind: fc.constant("input" as const), port: fc.integer({ min: 1, max: 4 }), level: fc.constantFrom<0 | 1>(0, 1) }),
  ),
  expected: expectTablelink,
  troubles: fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("fault" as const), fault: lineFaults }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("garbage" as const), bytes: fc.uint8Array({ maxLength: 40 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("oversize" as const), bytes: fc.integer({ min: 513, max: 9000 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("silent" as const), on: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ kind: "heartbeat" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "reboot" as const }) },
  ),
  strikes: fc.oneof(
    fc.constant({ kind: "fault", fault: { kind: "drop" } }),
    fc.record({
      kind: fc.constant("fault"),
      fault: fc.record({ kind: fc.constant("corrupt"), at: fc.nat(30), xor: fc.integer({ min: 1, max: 255 }) }),
    }),
  ),
  plain: { kind: "unread", antenna: 9 },
  border: new Uint8Array([10]),
  mostStateBytes: 4096,
  settleMs: 0,
  check: (talk, actions) => {
    if (actions.some((action) => (action as TablelinkAction).kind === "reboot")) return;
    const told = talk.readings.filter((reading) => isEvent(reading) && reading.seq !== undefined).length;
    const lost = talk.readings.filter((reading) => reading.kind === "fault" && reading.code === "lostEvents");
    expect(talk.state().n).toBe(talk.device().n);
    if (lost.length === 0) expect(told).toBe(talk.device().n);
  },
};

const answerFaults: fc.Arbitrary<AnswerFault> = fc.oneof(
  fc.constantFrom<AnswerFault>({ kind: "drop" }, { kind: "swallowAck" }, { kind: "noAnswer" }, { kind: "syntax" }),
  fc.record({ kind: fc.constant("corrupt" as const), at: fc.nat(60), xor: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant("truncate" as const), at: fc.nat(60) }),
);

/** Two tags at most: the chip does not find a third. */
const pn532Subject: Subject = {
  options: readPn532Options({ antenna: 3 }),
  emulatorOptions: {},
  happenings: fc.record({
    kind: fc.constant("tag" as const),
    antenna: fc.constant(3),
    uid: fc.constantFrom("04A2245A3B6F80", "11223344"),
    present: fc.boolean(),
  }),
  expected: (happenings) => {
    const lying = new Set<string>();
    return (happenings as readonly Extract<Pn532Action, { kind: "tag" }>[]).flatMap(({ uid, antenna, present }): Sequenced[] => {
      if (lying.has(uid) === present) return [];
      if (present) lying.add(uid);
      else lying.delete(uid);
      return [{ kind: "tag", uid, antenna, present }];
    });
  },
  troubles: fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("fault" as const), fault: answerFaults }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("garbage" as const), bytes: fc.uint8Array({ maxLength: 40 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("miss" as const), reads: fc.integer({ min: 1, max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("silent" as const), on: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ kind: "reboot" as const }) },
  ),
  strikes: fc.record({ kind: fc.constant("fault" as const), fault: answerFaults }),
  plain: { kind: "tag", antenna: 3, uid: "DEADBEEF", present: true },
  border: new Uint8Array(300),
  mostStateBytes: 4096,
  settleMs: 2500,
};

const subjects: Readonly<Record<string, Subject>> = { tablelink: tablelinkSubject, pn532: pn532Subject, ...profileSubjects };

function expectTablelink(happenings: readonly unknown[]): readonly Sequenced[] {
  const lying = new Set<string>();
  const levels = new Map<number, number>();
  const readings: Sequenced[] = [];
  for (const action of happenings as readonly TablelinkAction[]) {
    if (action.kind === "unread") readings.push({ kind: "unreadable", code: `unread.${action.antenna}` });
    if (action.kind === "tag") {
      const { uid, antenna, present } = action;
      const lies = `${antenna} ${uid}`;
      if (lying.has(lies) !== present) readings.push({ kind: "tag", uid, antenna, present });
      if (present) lying.add(lies);
      else lying.delete(lies);
    }
    if (action.kind === "input" && levels.get(action.port) !== action.level) {
      levels.set(action.port, action.level);
      const lamp = ([null, "green", "red", "mains"] as const)[action.port];
      if (lamp) readings.push({ kind: "light", lamp, state: (action.level === 1) !== (lamp === "red") ? "on" : "off" });
      else readings.push({ kind: "button", key: 1, down: action.level === 1 });
    }
  }
  return readings;
}

type Talk = ReturnType<typeof converse>;

/** A device that tells by itself does so more often than it is asked. */
const tickMs = 100;

/** A driver and an emulator that talk to each other, with the driver's polls. Everything is a value but the variables here. */
function converse({ driver, emulator }: KnownDevice, subject: Subject, first: unknown = driver.start(subject.options)) {
  let device = emulator.start(subject.emulatorOptions);
  let state = first;
  const readings: Sequenced[] = [];
  const sent: number[] = [];
  let at = 1_000_000;
  function hostTakes(got: { state: unknown; readings: readonly Sequenced[]; reply?: Uint8Array }): void {
    state = got.state;
    readings.push(...got.readings);
    if (got.reply !== undefined) deviceSent(emulator.receive(device, got.reply, at));
  }
  function deviceSent(said: { state: unknown; bytes: Uint8Array }): void {
    device = said.state;
    sent.push(...said.bytes);
    if (said.bytes.length > 0) hostTakes(driver.receive(state, said.bytes, at));
  }
  function wait(ms: number): void {
    for (let left = ms; left > tickMs; left -= tickMs) pass(tickMs);
    pass(ms % tickMs === 0 && ms > 0 ? tickMs : ms % tickMs);
  }
  function pass(ms: number): void {
    const until = at + ms;
    for (let due = driver.pollsAt?.(state) ?? null; due !== null && due <= until; due = driver.pollsAt?.(state) ?? null) {
      at = Math.max(at, due);
      if (driver.poll !== undefined) hostTakes(driver.poll(state, at));
    }
    at = until;
    deviceSent(emulator.tick(device, at));
  }
  return {
    readings,
    sent,
    connect: () => hostTakes(driver.connected(state, at)),
    act: (action: unknown) => deviceSent(emulator.act(device, action, at)),
    wait,
    device: () => device,
    state: () => state as { readonly n?: number },
  };
}

/** The bytes that a device sends in a session: without a host, or, where it only answers, with one. */
function bytesOf(known: KnownDevice, subject: Subject, actions: readonly unknown[]): Uint8Array {
  const talk = converse(known, subject);
  const answers = known.driver.poll !== undefined;
  if (answers) talk.connect();
  for (const action of actions) {
    talk.act(action);
    if (answers) talk.wait(250);
  }
  return Uint8Array.from(talk.sent);
}

function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const borders = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
}

const eventKinds: readonly Sequenced["kind"][] = ["tag", "card", "unreadable", "light", "button", "verdict"];
const isEvent = ({ kind }: Sequenced): boolean => eventKinds.includes(kind);
const isFlash = (reading: Sequenced): boolean => reading.kind === "light" && reading.state === "flashing";
const withoutSeq = ({ seq: _, ...reading }: Sequenced): object => reading;

const ofLines = Object.entries(devices).filter(([, { driver }]) => driver.link.kind === "serial");

describe.each([...ofLines, ...profileDevices])("driver %s", (model, known) => {
  /** Profiles share one engine: each of them needs fewer runs. */
  const runs = (most: number): number => (model in devices ? most : Math.ceil(most / 8));
  const { driver } = known;
  const subject = subjects[model] as Subject;

  it("has a subject for the laws", () => {
    expect(subject).toBeDefined();
    expect(driver.model).toBe(model);
  });

  it("reads the same however the bytes are cut", () => {
    const session = fc.array(fc.oneof(subject.happenings, subject.troubles), { maxLength: 30 });
    fc.assert(
      fc.property(session, fc.array(fc.nat(), { maxLength: 30 }), (actions, places) => {
        const bytes = bytesOf(known, subject, actions);
        const whole = driver.receive(driver.start(subject.options), bytes, 9000);
        let state = driver.start(subject.options);
        const readings: Sequenced[] = [];
        const replies: number[] = [];
        for (const chunk of cut(bytes, places)) {
          const before = serialize(state);
          const got = driver.receive(state, chunk, 9000);
          expect(serialize(state)).toEqual(before);
          state = got.state;
          readings.push(...got.readings);
          replies.push(...(got.reply ?? []));
        }
        expect(readings).toEqual(whole.readings);
        expect(state).toEqual(whole.state);
        expect(replies).toEqual([...(whole.reply ?? [])]);
      }),
      { numRuns: runs(150) },
    );
  });

  it("reads back what happened at the emulator, once each and in order", () => {
    fc.assert(
      fc.property(fc.array(subject.happenings, { maxLength: 40 }), (happenings) => {
        const talk = converse(known, subject);
        talk.connect();
        talk.wait(subject.settleMs);
        for (const happening of happenings) {
          talk.act(happening);
          talk.wait(subject.paceMs ?? 400);
        }
        const events = talk.readings.filter((reading) => isEvent(reading) && !isFlash(reading));
        expect(events.map(withoutSeq)).toEqual(subject.expected(happenings));
        expect(talk.readings.some(({ kind }) => kind === "noise" || kind === "fault")).toBe(false);
      }),
      { numRuns: runs(200) },
    );
  });

  it("a struck frame costs that frame only, and the loss is told", () => {
    fc.assert(
      fc.property(fc.array(subject.happenings, { maxLength: 12 }), fc.nat(11), subject.strikes, (happenings, where, strike) => {
        const whole = converse(known, subject);
        const struck = converse(known, subject);
        for (const talk of [whole, struck]) {
          talk.connect();
          talk.wait(0);
          for (const [index, happening] of happenings.entries()) {
            if (index === where && talk === struck) talk.act(strike);
            talk.act(happening);
            if (subject.settleMs > 0) talk.wait(subject.settleMs);
          }
          talk.wait(1000);
          talk.wait(1000);
        }
        // Where looks are answered, the next look makes up for a spoilt one.
        if (subject.settleMs > 0) {
          expect(struck.readings.filter(isEvent)).toEqual(subject.expected(happenings));
          return;
        }
        const events = struck.readings.filter((reading) => isEvent(reading) && reading.seq !== undefined);
        const all = whole.readings.filter((reading) => isEvent(reading) && reading.seq !== undefined);
        const lost = struck.readings.reduce(
          (sum, one) => sum + (one.kind === "fault" && one.code === "lostEvents" ? (one.count ?? 0) : 0),
          0,
        );
        expect(lost).toBeLessThanOrEqual(1);
        expect(events.length).toBeGreaterThanOrEqual(all.length - 2 * lost);
        if (lost === 0) expect(events.map(withoutSeq)).toEqual(all.map(withoutSeq));
      }),
      { numRuns: runs(200) },
    );
  });

  it("never throws on any bytes, stays small, and reads the next good frame", () => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string().map((text) => new TextEncoder().encode(text)),
      mangled(known, subject),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (chunks) => {
        let state = driver.connected(driver.start(subject.options), 1).state;
        for (const chunk of chunks) {
          state = driver.receive(state, chunk, 2).state;
          expect(serialize(state).length).toBeLessThan(subject.mostStateBytes);
        }
        const healed = driver.receive(state, subject.border, 3).state;
        const talk = converse(known, subject, healed);
        talk.act({ kind: "reboot" });
        talk.act(subject.plain);
        talk.wait(subject.settleMs);
        expect(talk.readings.some((reading) => isEvent(reading) || (subject.tellsNothing && reading.kind === "alive"))).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it("does not grow over a long time", () => {
    const talk = converse(known, subject);
    talk.connect();
    const [random] = [fc.sample(fc.oneof(subject.happenings, subject.troubles), { numRuns: 3000, seed: 7 })];
    for (const action of random) {
      talk.act(action);
      talk.wait(90);
    }
    expect(serialize(talk.state()).length).toBeLessThan(subject.mostStateBytes);
  });

  it("loses nothing in silence, whatever goes wrong", () => {
    const session = fc.array(fc.oneof({ weight: 2, arbitrary: subject.happenings }, { weight: 1, arbitrary: subject.troubles }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(session, fc.integer({ min: 0, max: 500 }), (actions, pauseMs) => {
        const talk = converse(known, subject);
        talk.connect();
        talk.wait(0);
        for (const action of actions) {
          talk.act(action);
          talk.wait(pauseMs);
        }
        talk.act({ kind: "silent", on: false });
        talk.act({ kind: "garbage", bytes: subject.border });
        for (let second = 0; second < 6 + 4 * actions.length; second++) talk.wait(1000);
        expectPresence(talk.readings, talk.device().tags);
        subject.check?.(talk, actions);
        if (!subject.isTaciturn) expect(talk.readings.some(({ kind }) => kind === "hello")).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** Good frames with a few bytes changed: nearer to what a line does than random bytes. */
function mangled(known: KnownDevice, subject: Subject): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.array(subject.happenings, { minLength: 1, maxLength: 5 }), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
    .map(([actions, changes]) => {
      const bytes = bytesOf(known, subject, actions);
      for (const [place, byte] of changes) if (bytes.length > 0) bytes[place % bytes.length] = byte;
      return bytes;
    });
}

/** Whoever follows the readings knows what lies where. */
function expectPresence(readings: readonly Sequenced[], tags: readonly { antenna: number; uid: string }[]): void {
  const lying = new Set<string>();
  for (const reading of readings) {
    if (reading.kind !== "tag") continue;
    if (reading.present) lying.add(`${reading.antenna} ${reading.uid}`);
    else lying.delete(`${reading.antenna} ${reading.uid}`);
  }
  expect([...lying].sort()).toEqual(tags.map(({ antenna, uid }) => `${antenna} ${uid}`).sort());
}
