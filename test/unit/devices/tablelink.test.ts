import { describe, expect, it } from "vitest";
import type { Sequenced } from "#core/device";
import { tablelink } from "#devices/tablelink/driver";
import { readOptions, type TablelinkOptions } from "#devices/tablelink/options";
import { sealLine } from "#wire/line";

const options: TablelinkOptions = {
  inputs: { "1": { lamp: "green" }, "2": { lamp: "red" }, "3": { lamp: "mains", active: "low" }, "4": { key: 7 }, "5": "unused" },
};
const request = '{"t":"snap?"}\n';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A connected driver that is fed lines, and what it made of them. */
function talk(given: TablelinkOptions = options) {
  let state = tablelink.start(given);
  let at = 0;
  const all: Sequenced[] = [];
  const take = (got: ReturnType<typeof tablelink.receive>) => {
    state = got.state;
    all.push(...got.readings);
    return { readings: got.readings, reply: got.reply === undefined ? "" : new TextDecoder().decode(got.reply) };
  };
  return {
    connect: () => take(tablelink.connected(state, at)),
    /** Lines as objects, with `up` from the clock of this talk. */
    say: (...lines: readonly object[]) =>
      take(tablelink.receive(state, bytesOf(lines.map((line) => `${JSON.stringify({ up: at, ...line })}\n`).join("")), at)),
    raw: (text: string) => take(tablelink.receive(state, bytesOf(text), at)),
    wait: (ms: number) => {
      at += ms;
    },
    all,
  };
}

/** Past the handshake: boot 1, the snapshot was empty, the next line is number 11, no event yet. */
function settled(given: TablelinkOptions = options) {
  const device = talk(given);
  device.connect();
  device.say({ t: "snap", seq: 10, boot: 1, n: 0, tags: 0, ins: 0 });
  device.wait(1000);
  return device;
}

const tag = (seq: number, on: 0 | 1, uid = "E004010012345678") => ({ t: "tag", seq, r: 0, ant: 3, uid, on });
const level = (seq: number, p: number, v: 0 | 1) => ({ t: "in", seq, p, v });
const beat = (seq: number, n: number, more: object = {}) => ({ t: "hb", seq, boot: 1, n, ...more });
const fault = (code: string, cleared: boolean, count: number) => ({ kind: "fault", code, cleared, count });
const present = (isPresent: boolean, uid = "E004010012345678") => ({ kind: "tag", uid, antenna: 3, present: isPresent });

describe("tablelink: the handshake", () => {
  it("asks for a snapshot on every connect and greets the first answer", () => {
    const device = talk();
    expect(device.connect().reply).toBe(request);
    const got = device.say(
      { t: "snap", seq: 50, boot: 4, n: 900, tags: 1, ins: 2 },
      { ...tag(51, 1), snap: 1 },
      { ...level(52, 2, 0), snap: 1 },
      { ...level(53, 3, 0), snap: 1 },
    );
    expect(got.readings).toEqual([
      { kind: "hello", restarted: false },
      { kind: "alive" },
      { kind: "light", lamp: "red", state: "off" },
      { kind: "light", lamp: "mains", state: "on" },
      present(true),
    ]);
    expect(got.reply).toBe("");
  });

  it("tells first levels again after a reconnect, tags only where they changed", () => {
    const device = settled();
    device.say(tag(11, 1), level(12, 2, 0), tag(13, 1, "11223344"));
    device.connect();
    const got = device.say(
      { t: "snap", seq: 20, boot: 1, n: 3, tags: 1, ins: 1 },
      { ...tag(21, 1), snap: 1 },
      { ...level(22, 2, 0), snap: 1 },
    );
    expect(got.readings).toEqual([
      { kind: "hello", restarted: false },
      { kind: "alive" },
      { kind: "light", lamp: "red", state: "off" },
      present(false, "11223344"),
    ]);
  });

  it("asks again until a snapshot is complete, but not faster than four times a second", () => {
    const device = talk();
    device.connect();
    expect(device.say(beat(1, 0)).reply).toBe("");
    device.wait(250);
    expect(device.say(beat(2, 0)).reply).toBe(request);
    expect(device.say({ t: "snap", seq: 3, boot: 1, n: 0, tags: 2, ins: 0 }, { ...tag(4, 1), snap: 1 }).reply).toBe("");
    device.wait(250);
    expect(device.say(beat(6, 0)).reply).toBe(request);
    expect(device.all.filter(({ kind }) => kind === "tag")).toEqual([]);
  });

  it("lets heartbeats come between the lines of a snapshot, but no event", () => {
    const device = settled();
    device.say({ t: "snap", seq: 11, boot: 1, n: 0, tags: 2, ins: 0 }, { ...tag(12, 1), snap: 1 }, beat(13, 0));
    expect(device.say({ ...tag(14, 1, "11223344"), snap: 1 }).readings).toEqual([present(true), present(true, "11223344")]);
    device.say({ t: "snap", seq: 15, boot: 1, n: 0, tags: 2, ins: 0 }, { ...tag(16, 1), snap: 1 });
    expect(device.say(tag(17, 1, "AABBCCDD")).reply).toBe(request);
  });
});

describe("tablelink: nothing is lost in silence", () => {
  it("takes a gap for heartbeats when the counts agree", () => {
    const device = settled();
    expect(device.say(beat(15, 0)).reply).toBe(request);
    expect(device.say({ t: "snap", seq: 16, boot: 1, n: 0, tags: 0, ins: 0 }).readings).toEqual([{ kind: "alive" }]);
    expect(device.all.some(({ kind }) => kind === "fault")).toBe(false);
  });

  it("tells how many events a gap swallowed, and what lies there now", () => {
    const device = settled();
    device.say(tag(11, 1));
    const got = device.say(beat(15, 3));
    expect(got).toEqual({ readings: [{ kind: "alive" }, fault("lostEvents", false, 2)], reply: request });
    expect(device.say({ t: "snap", seq: 16, boot: 1, n: 3, tags: 1, ins: 0 }, { ...tag(17, 1, "11223344"), snap: 1 }).readings).toEqual([
      { kind: "alive" },
      present(false),
      present(true, "11223344"),
    ]);
  });

  it("drops a repeated line, and a late one with a fault; the late event is a lost one", () => {
    const device = settled();
    expect(device.say(tag(11, 1), tag(11, 1)).readings).toEqual([{ ...present(true), seq: 11 }, { kind: "alive" }]);
    const got = device.say(tag(13, 1, "AABBCCDD"), tag(12, 1, "11223344"), tag(13, 1, "AABBCCDD"));
    expect(got).toEqual({
      readings: [{ ...present(true, "AABBCCDD"), seq: 13 }, fault("outOfOrder", false, 1), { kind: "alive" }, { kind: "alive" }],
      reply: request,
    });
    expect(device.say({ t: "snap", seq: 14, boot: 1, n: 3, tags: 0, ins: 0 }).readings.slice(0, 2)).toEqual([
      fault("outOfOrder", true, 1),
      fault("lostEvents", false, 1),
    ]);
  });

  it("counts lines over the end of their 32 bits", () => {
    const device = talk();
    device.connect();
    device.say({ t: "snap", seq: 4_294_967_294, boot: 1, n: 4_294_967_295, tags: 0, ins: 0 });
    device.say(tag(4_294_967_295, 1), tag(0, 0));
    expect(device.say(beat(1, 1)).readings).toEqual([{ kind: "alive" }]);
    expect(device.all.some(({ kind }) => kind === "fault")).toBe(false);
  });

  it("tells lines missed before the first count", () => {
    const device = talk();
    device.connect();
    device.say(tag(5, 1), tag(8, 0));
    expect(device.say({ t: "snap", seq: 9, boot: 1, n: 70, tags: 0, ins: 0 }).readings).toContainEqual(fault("lostEvents", false, 2));
  });

  it("is not led astray for ever by one wrong digit in a line without a checksum", () => {
    const device = settled();
    device.say(beat(900_012, 0));
    device.wait(300);
    expect(device.say(beat(13, 0)).reply).toBe(request);
    device.say({ t: "snap", seq: 14, boot: 1, n: 0, tags: 0, ins: 0 });
    expect(device.say(tag(15, 1)).readings).toEqual([fault("outOfOrder", true, 1), { ...present(true), seq: 15 }]);
  });

  it("says so when the device's count went back", () => {
    const device = settled();
    device.say(tag(11, 1), tag(12, 0));
    expect(device.say(beat(13, 1)).readings).toContainEqual(fault("countMismatch", false, 1));
  });
});

describe("tablelink: a device that restarted", () => {
  it("forgets its tags, then tells what is found anew", () => {
    const device = settled();
    device.say(tag(11, 1), tag(12, 1, "11223344"));
    const got = device.say({ t: "hello", seq: 0, boot: 2, n: 0, id: "seat", fw: "1.0" }, { ...tag(1, 1) });
    expect(got).toEqual({
      readings: [{ kind: "hello", restarted: true }, present(false), present(false, "11223344"), { ...present(true), seq: 1 }],
      reply: request,
    });
  });

  it.each(["hb", "snap"])("is known by any line with its number: %s", (kind) => {
    const device = settled();
    device.say(tag(11, 1));
    const got = device.say({ t: kind, seq: 40, boot: 2, n: 5, tags: 0, ins: 0 });
    expect(got.readings.slice(0, 3)).toEqual([
      { kind: "hello", restarted: true },
      present(false),
      ...(kind === "hb" ? [{ kind: "alive" }] : [fault("lostEvents", false, 5)]),
    ]);
    expect(got.readings).toContainEqual(fault("lostEvents", false, 5));
  });

  it("is known by its hello where the firmware does not count its starts", () => {
    const device = settled();
    device.say(beat(500, 0));
    expect(device.say({ t: "hello", seq: 0, boot: 1, n: 0 }).readings).toContainEqual({ kind: "hello", restarted: true });
  });
});

describe("tablelink: inputs", () => {
  it("tells changes of lamps and keys, each by its own active level", () => {
    const device = settled();
    const { readings } = device.say(level(11, 1, 1), level(12, 1, 1), level(13, 3, 1), level(14, 4, 1), level(15, 4, 0), level(16, 5, 1));
    expect(readings).toEqual([
      { kind: "light", lamp: "green", state: "on", seq: 11 },
      { kind: "alive" },
      { kind: "light", lamp: "mains", state: "off", seq: 13 },
      { kind: "button", key: 7, down: true, seq: 14 },
      { kind: "button", key: 7, down: false, seq: 15 },
      { kind: "alive" },
    ]);
  });

  it("tells every edge, and flashing at the second rise within 1.5 s", () => {
    const device = settled();
    const states: string[] = [];
    for (const [index, value] of ([0, 1, 0, 1, 0, 1] as const).entries()) {
      for (const reading of device.say(level(11 + index, 2, value)).readings) if (reading.kind === "light") states.push(reading.state);
      device.wait(index < 4 ? 500 : 1600);
    }
    expect(states).toEqual(["off", "on", "off", "on", "flashing", "off", "on"]);
  });

  it("counts a first edge as a rise, a first level of a snapshot not", () => {
    const edge = settled();
    edge.say(level(11, 2, 1), level(12, 2, 0));
    edge.wait(700);
    expect(edge.say(level(13, 2, 1)).readings).toContainEqual({ kind: "light", lamp: "red", state: "flashing" });
    const lit = settled();
    lit.say({ t: "snap", seq: 11, boot: 1, n: 0, tags: 0, ins: 1 }, { ...level(12, 2, 1), snap: 1 }, level(13, 2, 0));
    lit.wait(700);
    expect(lit.say(level(14, 2, 1)).readings).toEqual([{ kind: "light", lamp: "red", state: "on", seq: 14 }]);
  });

  it("judges flashing by the device's clock, so a burst of old lines is no flash", () => {
    const device = settled();
    const { readings } = device.say(
      { ...level(11, 2, 0), up: 100 },
      { ...level(12, 2, 1), up: 200 },
      { ...level(13, 2, 0), up: 3000 },
      { ...level(14, 2, 1), up: 4000 },
    );
    expect(readings.map((reading) => reading.kind === "light" && reading.state)).toEqual(["off", "on", "off", "on"]);
  });

  it("raises a fault, once, for a change on a port that nobody configured", () => {
    const device = settled();
    expect(device.say(level(11, 9, 1), level(12, 9, 0)).readings).toEqual([
      fault("unmappedInput.9", false, 1),
      { kind: "alive" },
      { kind: "alive" },
    ]);
  });
});

describe("tablelink: cards", () => {
  it("tells a card that could not be read, with its antenna", () => {
    const device = settled();
    const { readings } = device.say(
      { t: "unread", seq: 11, r: 0, ant: 5 },
      tag(12, 1, "xyz"),
      tag(13, 1, "ABC"),
      tag(14, 1, "00".repeat(17)),
      tag(15, 1, "112233"),
    );
    expect(readings).toEqual([
      { kind: "unreadable", code: "unread.5", seq: 11 },
      ...[12, 13, 14, 15].map((seq) => ({ kind: "unreadable", code: "uid.3", seq })),
    ]);
  });

  it("knows a tag by its bytes, not by its spelling", () => {
    const device = settled();
    expect(device.say(tag(11, 1, "e004010012345678"), tag(12, 1, "E004010012345678")).readings).toEqual([
      { ...present(true), seq: 11 },
      { kind: "alive" },
    ]);
  });

  it("says when there are more tags than it keeps", () => {
    const device = settled();
    const uidOf = (number: number): string => `E004${number.toString(16).padStart(12, "0")}`.toUpperCase();
    for (let number = 0; number < 512; number++) device.say(tag(11 + number, 1, uidOf(number)));
    expect(device.say(tag(600, 1, uidOf(600))).readings).toContainEqual(fault("tooManyTags", false, 1));
    expect(device.say(tag(601, 0, uidOf(600))).readings).toEqual([{ ...present(false, uidOf(600)), seq: 601 }]);
  });
});

describe("tablelink: what goes wrong on the line", () => {
  it("reads sealed lines, takes a wrong sum for noise, and asks what is there", () => {
    const device = settled();
    const line = sealLine(JSON.stringify({ ...tag(11, 1), up: 0 }));
    expect(device.raw(`${line}\r\n`).readings).toEqual([{ ...present(true), seq: 11 }]);
    const broken = sealLine(JSON.stringify({ ...tag(12, 0), up: 0 })).replace("E004", "E005");
    expect(device.raw(`${broken}\n`)).toEqual({ readings: [{ kind: "noise", bytes: broken.length }], reply: request });
  });

  it("can insist on the sum", () => {
    const device = settled({ ...options, checksum: "required" });
    expect(device.say(tag(11, 1)).readings).toMatchObject([{ kind: "noise" }]);
  });

  it("passes over comments and empty lines", () => {
    expect(settled().raw("# booting\n\r\n\n#\n")).toEqual({ readings: [], reply: "" });
  });

  it("tells lines that say nothing sensible once a burst, and the burst's length at its end", () => {
    const device = settled();
    const odd = device.say({ t: "tag", seq: 11 }, { t: "dance", seq: 12 }, { t: "hb", seq: 13, boot: 1, n: -1 });
    expect(odd.readings.filter(({ kind }) => kind === "fault")).toEqual([fault("badLine", false, 1)]);
    expect(odd.readings.filter(({ kind }) => kind === "noise")).toHaveLength(3);
    expect(device.say(beat(14, 0)).readings).toContainEqual(fault("badLine", true, 3));
    expect(device.say({ t: "tag", seq: 15 }).readings).toContainEqual(fault("badLine", false, 1));
  });

  it("tells the length of an over-long line, and a fragment left by a lost connection", () => {
    const device = settled();
    expect(device.raw(`${"x".repeat(600)}\n`).readings).toEqual([{ kind: "noise", bytes: 600 }]);
    device.raw('{"t":"tag","se');
    expect(device.connect().readings).toEqual([{ kind: "noise", bytes: 14 }]);
  });

  it("passes on the device's own errors, and readers that fail and recover", () => {
    const device = settled();
    expect(device.say({ t: "err", seq: 11, code: "reader_init", r: 2 }).readings).toEqual([
      fault("reader_init.2", false, 1),
      { kind: "alive" },
    ]);
    expect(device.say(beat(12, 0, { readers: [1, 0], miss: [0, 3] })).readings).toEqual([
      { kind: "alive" },
      fault("readerDown.1", false, 1),
    ]);
    expect(device.say(beat(13, 0, { readers: [1, 1], miss: [1, 5] })).readings).toEqual([
      { kind: "alive" },
      fault("readerDown.1", true, 1),
      fault("missedReads", true, 3),
    ]);
  });
});

describe("tablelink: options", () => {
  it("come out of a configuration as they are meant", () => {
    const written = {
      inputs: { "1": { lamp: "green", active: "high" }, "02": { lamp: "red" }, "4": { key: 1 }, "5": "unused" },
      checksum: "required",
    };
    expect(readOptions(written)).toEqual({
      inputs: { "1": { lamp: "green", active: "high" }, "2": { lamp: "red" }, "4": { key: 1 }, "5": "unused" },
      checksum: "required",
    });
    expect(readOptions(undefined)).toEqual({ inputs: {} });
  });

  it.each([
    [{ input: {} }, "the options of a tablelink device: there is no input; known are inputs, checksum"],
    [{ inputs: { "99": { lamp: "red" } } }, "inputs.99: a port is a number from 0 to 63"],
    [{ inputs: { "1": { lamp: "blue" } } }, "inputs.1: write one of lamp: red, lamp: green, lamp: mains, key: <number>, or unused"],
    [{ inputs: { "1": { lamp: "red", active: "on" } } }, 'inputs.1.active is "on": write high or low'],
    [{ inputs: ["red"] }, "inputs: write a list of name: value"],
    [{ checksum: true }, "checksum is true: write optional or required"],
  ])("that make no sense are refused with the place and the remedy: %j", (written, message) => {
    expect(() => readOptions(written)).toThrow(message);
  });
});
