// What the driver of a profile does over time: gaps, questions without an answer, faults that stand, a light that forgets.

import { describe, expect, it } from "vitest";
import type { Received, Sequenced, Wanted } from "#core/device";
import { driverOf } from "#table/drivers";
import type { ProfileDevice } from "#table/profile-file";
import { bytesOfHex, spacedHexOf } from "#wire/hex";
import type { ProfileState } from "#wire/profile-state";

const bytes = (hex: string): Uint8Array => bytesOfHex(hex) as Uint8Array;

/** A driver whose calls follow one another. */
function talkTo(name: string, options: object = {}) {
  const { driver, readOptions } = driverOf(name) as ProfileDevice;
  let state = driver.start(readOptions(options)) as ProfileState;
  const readings: Sequenced[] = [];
  const sent: string[] = [];
  let forgot = false;
  function take(got: Received<ProfileState>): void {
    state = got.state;
    readings.push(...got.readings.filter(({ kind }) => kind !== "alive" && kind !== "hello"));
    if (got.reply !== undefined) sent.push(spacedHexOf(got.reply));
    forgot ||= got.forgot === true;
  }
  return {
    driver,
    connect: (at: number) => take(driver.connected(state, at)),
    receive: (hex: string, at: number) => take(driver.receive(state, bytes(hex), at)),
    poll: (at: number) => driver.poll !== undefined && take(driver.poll(state, at)),
    pollsAt: () => driver.pollsAt?.(state) ?? null,
    state: () => state,
    forgot: () => forgot,
    readings: () => readings.splice(0),
    sent: () => sent.splice(0),
  };
}

const eightOfSpades = "05 32 44 81 B8 03 34 43";
const fiveOfClubs = "05 33 44 91 A5 03 34 30";

describe("a gap inside a frame", () => {
  it("is its end: what was held is noise, and may have been a card", () => {
    const shoe = talkTo("angel-eye-2ex");
    shoe.connect(0);
    shoe.receive(eightOfSpades.slice(0, 14), 10);
    expect(shoe.pollsAt()).toBe(510);
    shoe.poll(510);
    expect(shoe.readings()).toEqual([
      { kind: "noise", bytes: 5 },
      { kind: "fault", code: "lostEvents", cleared: false, count: 1 },
    ]);
    expect(shoe.pollsAt()).toBeNull();
  });

  it("lets go of a good frame behind a false start", () => {
    const reader = talkTo("r2000");
    reader.connect(0);
    reader.receive("A0 40 01 A0 04 01 89 22 B0", 10);
    expect(reader.readings()).toEqual([]);
    reader.poll(510);
    expect(reader.readings()).toMatchObject([{ kind: "noise", bytes: 3 }]);
  });

  it("comes at the latest with the end of the time for an answer: a struck length swallows nothing of the next", () => {
    const reader = talkTo("m100");
    const tag = "BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E";
    reader.connect(0);
    reader.receive(tag, 10);
    reader.poll(50);
    reader.receive(tag.replace("00 11", "00 31"), 60);
    expect(reader.readings()).toMatchObject([{ kind: "tag", present: true }]);
    expect(reader.pollsAt()).toBe(350);
    reader.poll(350);
    reader.receive(tag, 370);
    reader.poll(700);
    const told = reader.readings();
    expect(told).toContainEqual({ kind: "noise", bytes: 24 });
    expect(told.filter(({ kind }) => kind === "tag")).toEqual([]);
  });

  it("does not cut a frame that comes slowly but in time", () => {
    const shoe = talkTo("angel-eye-2ex");
    shoe.connect(0);
    shoe.receive(eightOfSpades.slice(0, 14), 10);
    shoe.receive(eightOfSpades.slice(14), 509);
    expect(shoe.readings()).toMatchObject([{ kind: "card", card: "8s", seq: 2 }]);
  });
});

describe("a wrong checksum", () => {
  it("costs its own frame only, and three in a row are a fault until a good one comes", () => {
    const shoe = talkTo("angel-eye-2ex");
    shoe.connect(0);
    const bad = eightOfSpades.replace("B8", "B9");
    shoe.receive(`${bad} ${bad} ${bad} ${fiveOfClubs}`, 10);
    const told = shoe.readings();
    expect(told.find(({ kind }) => kind === "card")).toEqual({ kind: "card", card: "5c", seq: 3 });
    expect(told).toContainEqual({ kind: "noise", bytes: 24 });
    expect(told).toContainEqual({ kind: "fault", code: "badChecksum", cleared: false, count: 3 });
    expect(told).toContainEqual({ kind: "fault", code: "badChecksum", cleared: true, count: 3 });
  });
});

describe("a device that is only listened to", () => {
  it("is sent nothing, whatever comes", () => {
    const shoe = talkTo("angel-eye-2ex");
    shoe.connect(0);
    shoe.receive(`${eightOfSpades} 06 15 01 ${fiveOfClubs}`, 10);
    shoe.poll(9999);
    expect(shoe.sent()).toEqual([]);
    expect(shoe.driver.bearsCards).toBe(true);
  });
});

describe("a device that only answers", () => {
  const tag = "11 00 B0 00 01 03 00 E0 04 01 00 12 34 56 78 D8 35";
  const none = "06 00 B0 01 5C 63";

  it("is asked at once, and again when the round is due", () => {
    const reader = talkTo("feig-std");
    reader.connect(0);
    expect(reader.sent()).toEqual(["07 FF B0 01 00 1C 56"]);
    reader.receive(none, 20);
    expect([reader.sent(), reader.pollsAt()]).toEqual([[], 100]);
    reader.poll(100);
    expect(reader.sent()).toEqual(["07 FF B0 01 00 1C 56"]);
  });

  it("that is silent is asked again after its time, and nobody is thought gone for that", () => {
    const reader = talkTo("feig-std");
    reader.connect(0);
    reader.receive(tag, 20);
    expect(reader.readings()).toMatchObject([{ kind: "tag", present: true }]);
    for (let at = 100, round = 0; round < 6; round++, at = reader.pollsAt() ?? at) reader.poll(at);
    expect(reader.readings()).toEqual([]);
    expect(reader.sent().length).toBeGreaterThan(2);
  });

  it("says that a tag is gone by three answers without it", () => {
    const reader = talkTo("feig-std");
    reader.connect(0);
    reader.receive(tag, 20);
    reader.readings();
    for (const at of [100, 200, 300]) {
      expect(reader.readings()).toEqual([]);
      reader.poll(at);
      reader.receive(none, at + 20);
    }
    expect(reader.readings()).toEqual([{ kind: "tag", uid: "E004010012345678", antenna: 0, present: false }]);
  });

  it("has a fault told once, until it answers again", () => {
    const reader = talkTo("r2000");
    reader.connect(0);
    reader.receive("A0 04 01 74 10 D7", 10);
    reader.receive("A0 04 01 89 22 B0", 20);
    expect(reader.readings()).toEqual([{ kind: "fault", code: "antennaMissing.0", cleared: false }]);
    reader.poll(150);
    reader.receive("A0 04 01 74 10 D7", 160);
    reader.receive("A0 04 01 89 22 B0", 170);
    expect(reader.readings()).toEqual([]);
    reader.poll(300);
    reader.receive("A0 04 01 74 10 D7", 310);
    reader.receive("A0 0A 01 89 00 00 32 00 00 00 03 97", 320);
    expect(reader.readings()).toContainEqual({ kind: "fault", code: "antennaMissing.0", cleared: true, count: 1 });
  });
});

describe("a light", () => {
  const wanted = (light: Wanted["light"]): Wanted => ({ light, keys: [] });

  it("is told what changes, and everything after each connection", () => {
    const tower = talkTo("patlite-phe");
    const { drive, spare } = tower.driver;
    const told = (last: Wanted | null, next: Wanted): string | null => {
      const sent = drive?.(tower.state(), last, next) ?? null;
      return sent === null ? null : new TextDecoder().decode(sent);
    };
    expect(spare).toBe(true);
    expect(told(null, wanted("stop"))).toBe("@??S100009!");
    expect(told(wanted("stop"), wanted("stop"))).toBeNull();
    expect(told(wanted("stop"), wanted("ready"))).toBe("@??S001009!");
    expect(told(null, wanted("closed"))).toBe("@??S000009!");
  });

  it("that is dark, or refused, may have forgotten what it shows; one that is lit has not", () => {
    for (const [answer, hasForgotten] of [
      ["30 31 30 30 30 30", false],
      ["30 30 30 30 30 30", true],
      ["15", true],
      ["06", false],
    ] as const) {
      const tower = talkTo("patlite-phe");
      tower.connect(0);
      tower.receive(answer, 10);
      expect([answer, tower.forgot()]).toEqual([answer, hasForgotten]);
    }
  });
});
