import { describe, expect, it } from "vitest";
import { pn532 } from "#devices/pn532/driver";
import { tablelink } from "#devices/tablelink/driver";
import { tablelinkEmulator } from "#devices/tablelink/emulator";
import { makeFrameReader } from "#table/frames";
import { makeTape } from "#table/tape";
import { hexOf, type Moment } from "#wire/session";

const text = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
const bytesOf = (said: string): Uint8Array => Uint8Array.from(said, (one) => one.charCodeAt(0));

/** What a device said, in one piece, taken apart. */
function framesOf(said: string) {
  const reader = makeFrameReader(tablelink, tablelink.start({}));
  return reader.feed({ at: 5, takenAt: 1000, what: "in", bytes: bytesOf(said) });
}

describe("frames out of a tape", () => {
  it("are the device's own, whatever came between them", () => {
    let device = tablelinkEmulator.act(tablelinkEmulator.start({}), { kind: "heartbeat" }, 1).state;
    const lines = [1, 2].map((antenna) => {
      const said = tablelinkEmulator.act(device, { kind: "tag", antenna, uid: `E00401000000000${antenna}`, present: true }, 2);
      device = said.state;
      return text(said.bytes);
    });
    const frames = framesOf(`${lines[0]}# read E004010000000009\n${lines[1]}\xa5\xa5\xa5\n`);
    expect(frames.map(({ bytes, good }) => [text(bytes), good])).toEqual([
      [lines[0], true],
      ["# read E004010000000009\n", true],
      [lines[1], true],
      ["\xa5\xa5\xa5\n", false],
    ]);
    expect(frames[2]?.readings).toMatchObject([{ kind: "tag", antenna: 2 }]);
    expect(frames[1]?.readings).toEqual([]);
  });

  it("are found in binary protocols too, and what was sent stands between them", () => {
    const reader = makeFrameReader(pn532, pn532.start({ antenna: 0, everyMs: 100, misses: 3 }));
    const moments: Moment[] = [
      { at: 1, what: "open", bytes: new Uint8Array(0) },
      { at: 1, what: "out", bytes: Uint8Array.of(0x55) },
      {
        at: 9,
        what: "in",
        bytes: Uint8Array.from([
          0xa5, 0, 0, 0xff, 0, 0xff, 0, 0, 0, 0xff, 12, 0xf4, 0xd5, 0x4b, 1, 1, 0, 4, 8, 4, 4, 0xfb, 0x0e, 0xe2, 0xb7,
        ]),
      },
    ];
    const frames = moments.flatMap((moment) => reader.feed({ ...moment, takenAt: 7 }));
    expect(frames.map(({ direction, bytes }) => `${direction} ${hexOf(bytes)}`)[0]).toBe("out 55");
    expect(frames.filter(({ direction, good }) => direction === "in" && good).map(({ readings }) => readings.at(-1)?.kind)).toContain(
      "alive",
    );
  });
});

describe("a tape", () => {
  it("keeps the last 64 KiB received, from a state with which they make sense", () => {
    let now = 0;
    const tape = makeTape(() => ++now);
    const chunk = new Uint8Array(1000);
    for (let n = 0; n < 300; n++) {
      tape.note({ at: n, what: "poll", bytes: new Uint8Array(0) }, n);
      tape.note({ at: n, what: "in", bytes: chunk }, n);
    }
    const { state, moments, from } = tape.read();
    const bytes = moments.reduce((sum, { what, bytes: { length } }) => sum + (what === "in" ? length : 0), 0);
    expect(bytes).toBeGreaterThanOrEqual(65_536);
    expect(bytes).toBeLessThan(65_536 + 2 * 9000);
    expect(moments[0]?.at).toBe(state);
    expect(from + moments.length).toBe(600);
    expect(tape.since(598)?.map(({ what }) => what)).toEqual(["poll", "in"]);
    expect(tape.since(600)).toEqual([]);
    expect(tape.since(0)).toBeNull();
    expect(tape.takenAt()).toBe(now);
  });

  it("does not grow with polls that nobody answers", () => {
    const tape = makeTape(() => 0);
    for (let n = 0; n < 100_000; n++) tape.note({ at: n, what: "poll", bytes: new Uint8Array(0) }, null);
    expect(tape.read().moments.length).toBeLessThan(20_000);
  });
});
