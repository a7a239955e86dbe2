import { describe, expect, it } from "vitest";
import type { Sequenced } from "#core/device";
import { readTargets } from "#devices/pn532/command";
import { pn532 } from "#devices/pn532/driver";
import { pn532Emulator } from "#devices/pn532/emulator";
import { ackFrame, cutFrames, freshCut, makeFrame, type Piece, toChip } from "#devices/pn532/frame";
import { readOptions } from "#devices/pn532/options";
import { hexOf } from "#wire/session";

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.split(" "), (pair) => Number.parseInt(pair, 16));

function piecesOf(bytes: Uint8Array): readonly Piece[] {
  const pieces: Piece[] = [];
  cutFrames(freshCut, bytes, (piece) => pieces.push(piece));
  return pieces;
}

describe("pn532: frames", () => {
  // Frames of UM0701-02 and of other people's drivers; those marked G in the protocol's notes are our own sums.
  it.each([
    ["00 00 FF 02 FE D4 02 2A 00", [0x02]],
    ["00 00 FF 03 FD D4 14 01 17 00", [0x14, 0x01]],
    ["00 00 FF 06 FA D4 32 05 FF 01 02 F3 00", [0x32, 0x05, 0xff, 0x01, 0x02]],
    ["00 00 FF 04 FC D4 4A 01 00 E1 00", [0x4a, 0x01, 0x00]],
    ["00 00 FF 03 FD D4 52 00 DA 00", [0x52, 0x00]],
  ])("%s", (hex, body) => {
    expect(hexOf(makeFrame(toChip, body))).toBe(hex);
    expect(piecesOf(bytesOf(hex))).toEqual([{ kind: "frame", tfi: toChip, body: Uint8Array.from(body) }]);
  });

  it("reads answers, acknowledges, errors and long frames, whatever zeros lie between", () => {
    const long = Array.from({ length: 263 }, (_, i) => i & 0xff);
    const bytes = [...ackFrame, ...bytesOf("A5 A5 00 00 00 00 FF 01 FF 7F 81 00 00 00 00 FF FF 00 00"), ...makeFrame(0xd5, long)];
    expect(piecesOf(Uint8Array.from(bytes))).toEqual([
      { kind: "ack" },
      { kind: "noise", bytes: 2 },
      { kind: "syntax" },
      { kind: "nack" },
      { kind: "frame", tfi: 0xd5, body: Uint8Array.from(long) },
    ]);
  });

  it("finds the frame inside one with a wrong sum", () => {
    const pieces = piecesOf(bytesOf("00 00 FF 0A F6 D5 00 00 FF 02 FE D5 15 16 00 01 00 00 FF 00 FF 00"));
    expect(pieces).toContainEqual({ kind: "broken" });
    expect(pieces).toContainEqual({ kind: "frame", tfi: 0xd5, body: Uint8Array.of(0x15) });
    expect(pieces.at(-1)).toEqual({ kind: "ack" });
  });
});

describe("pn532: what lies there", () => {
  it.each([
    ["4B 01 01 00 04 08 04 FB 0E E2 0B", ["FB0EE20B"]],
    ["4B 01 01 00 44 00 07 04 A2 24 5A 3B 6F 80", ["04A2245A3B6F80"]],
    ["4B 02 01 00 44 00 07 04 A2 24 5A 3B 6F 80 02 00 44 00 07 04 11 22 33 44 55 66", ["04A2245A3B6F80", "04112233445566"]],
    // ISO 14443-4: an ATS of five bytes follows the first number.
    ["4B 02 01 00 04 20 04 01 02 03 04 05 75 33 92 03 02 00 04 08 04 0A 0B 0C 0D", ["01020304", "0A0B0C0D"]],
    ["4B 00", []],
  ])("%s", (hex, uids) => expect(readTargets(bytesOf(hex))).toEqual(uids));

  it.each(["4B", "4B 03", "4B 01 01 00 04 08 05 01 02 03 04 05", "4B 01 01 00 04 08 04 FB 0E", "4B 01 01 00 04 20 04 01 02 03 04 09 00"])(
    "%s makes no sense",
    (hex) => expect(readTargets(bytesOf(hex))).toBeNull(),
  );
});

/** Driver and chip, over a line that takes no time. */
function talk(options: object = {}, emulator: object = {}) {
  let state = pn532.start(readOptions(options));
  let chip = pn532Emulator.start(emulator);
  let at = 5000;
  const readings: Sequenced[] = [];
  const missed: number[] = [];
  function take(got: ReturnType<typeof pn532.receive>): void {
    state = got.state;
    readings.push(...got.readings);
    if (got.figures?.missed !== undefined) missed.push(...Object.values(got.figures.missed));
    if (got.reply === undefined) return;
    const said = pn532Emulator.receive(chip, got.reply);
    chip = said.state;
    if (said.bytes.length > 0) take(pn532.receive(state, said.bytes, at));
  }
  return {
    connect: () => take(pn532.connected(state, at)),
    act: (action: Parameters<typeof pn532Emulator.act>[1]) => {
      chip = pn532Emulator.act(chip, action).state;
    },
    wait: (ms: number) => {
      const until = at + ms;
      for (let due = pn532.pollsAt?.(state) ?? until; due <= until; due = pn532.pollsAt?.(state) ?? until + 1) {
        at = Math.max(at, due);
        if (pn532.poll !== undefined) take(pn532.poll(state, at));
      }
      at = until;
    },
    said: () => readings.splice(0).filter(({ kind }) => kind !== "alive"),
    missed,
  };
}

const put = (uid: string, present = true) => ({ kind: "tag", antenna: 0, uid, present }) as const;

describe("pn532: the driver", () => {
  it("wakes the chip, sets it up and greets it", () => {
    const chip = talk();
    chip.connect();
    chip.wait(100);
    expect(chip.said()).toEqual([{ kind: "hello", restarted: false }]);
  });

  it("says gone only when three looks in a row have missed a tag, and counts the misses", () => {
    const chip = talk({ everyMs: 50 });
    chip.connect();
    chip.wait(100);
    chip.act(put("04A2245A3B6F80"));
    chip.wait(100);
    chip.said();
    chip.act({ kind: "miss", reads: 2 });
    chip.wait(500);
    expect(chip.said()).toEqual([]);
    expect(chip.missed).toEqual([1, 1]);
    chip.act({ kind: "miss", reads: 3 });
    chip.wait(500);
    expect(chip.said()).toEqual([
      { kind: "tag", uid: "04A2245A3B6F80", antenna: 0, present: false },
      { kind: "tag", uid: "04A2245A3B6F80", antenna: 0, present: true },
    ]);
  });

  it("sees two tags of a pile of three: the chip's limit", () => {
    const chip = talk();
    chip.connect();
    for (const uid of ["11111111", "22222222", "33333333"]) chip.act(put(uid));
    chip.wait(500);
    expect(chip.said().filter(({ kind }) => kind === "tag")).toHaveLength(2);
  });

  it.each(["silent", "reboot"])("%s: is told, woken again, and tells that it may have missed something", (what) => {
    const chip = talk();
    chip.connect();
    chip.wait(100);
    chip.said();
    chip.act(what === "silent" ? { kind: "silent", on: true } : { kind: "reboot" });
    chip.wait(800);
    if (what === "silent") chip.act({ kind: "silent", on: false });
    chip.wait(800);
    expect(chip.said()).toEqual([
      { kind: "fault", code: "readerDown.0", cleared: false, count: 1 },
      { kind: "fault", code: "readerDown.0", cleared: true, count: 1 },
      { kind: "hello", restarted: true },
    ]);
  });

  it("asks for a spoilt answer once more, and no card is missed by it", () => {
    const chip = talk({ everyMs: 100 });
    chip.connect();
    chip.wait(100);
    chip.said();
    chip.act(put("11111111"));
    chip.act({ kind: "fault", fault: { kind: "corrupt", at: 9, xor: 8 } });
    chip.wait(100);
    expect(chip.said()).toContainEqual({ kind: "tag", uid: "11111111", antenna: 0, present: true });
  });

  it.each([
    [{ antena: 1 }, "there is no antena; known are antenna, everyMs, misses"],
    [{ everyMs: 5 }, "everyMs is 5: write a number from 20 to 5000"],
    [[], "the options of a PN532: write a list of name: value"],
  ])("refuses %j", (options, message) => expect(() => readOptions(options)).toThrow(message));
});
