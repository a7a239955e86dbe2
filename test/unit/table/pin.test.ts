// PINs: nothing to sign on with is kept, and guessing is slow.

import { describe, expect, it } from "vitest";
import type { Operator } from "#core/operator";
import { afterWrong, freshLock, isLocked } from "#core/sign-on-lock";
import { createSignOn, hashPin, pinHashPattern, pinPattern } from "#table/pin";

const minuteMs = 60_000;
const [rossi, conti, badge] = await Promise.all([hashPin("4711"), hashPin("00815"), hashPin("%B7001^CONTI")]);
const operators = [
  { name: "A. Rossi", role: "floor", pin: rossi },
  { name: "B. Conti", role: "dealer", pin: conti, badge, language: "it" },
] as const;

/** A desk with a clock that stands still until it is set. */
function desk(people: readonly (typeof operators)[number][] = operators) {
  let now = 1_000_000;
  let lock = freshLock;
  const record: { readonly how: string; readonly by: Operator | null }[] = [];
  const look = createSignOn({
    operators: [...people],
    clock: () => now,
    lock: () => lock,
    tried: (how, by) => {
      record.push({ how, by });
      if (by === null && !isLocked(lock, now)) lock = afterWrong(lock, now);
    },
  });
  const signOn = (text: string): ReturnType<typeof look> => look({ how: "pin", text });
  return {
    signOn,
    record,
    show: (text: string) => look({ how: "badge", text }),
    wait: (ms: number) => {
      now += ms;
    },
    guess: async (count: number) => {
      const answers: unknown[] = [];
      for (let i = 0; i < count; i++) answers.push(await signOn(`999${i}`));
      return answers;
    },
  };
}

describe("a PIN", () => {
  it("has four to eight digits", () => {
    expect(["123", "1234", "12345678", "123456789", "12a4", " 1234", ""].map((pin) => pinPattern.test(pin))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("is kept as a salted hash, another one each time", async () => {
    const again = await hashPin("4711");
    for (const hash of [rossi, again]) expect(hash).toMatch(pinHashPattern);
    expect(again).not.toBe(rossi);
    expect(`${rossi}${again}`).not.toContain("4711");
  });

  it("names its operator, leading zeros and all", async () => {
    const { signOn } = desk();
    expect(await signOn("4711")).toEqual({ name: "A. Rossi", role: "floor" });
    expect(await signOn("00815")).toEqual({ name: "B. Conti", role: "dealer", language: "it" });
    expect(await signOn("815")).toBeNull();
    expect(await signOn("")).toBeNull();
  });

  it("of nobody opens nothing", async () => {
    expect(await desk([]).signOn("4711")).toBeNull();
  });

  it("is no badge, and a badge no PIN", async () => {
    const { signOn, show } = desk();
    expect(await show("%B7001^CONTI")).toMatchObject({ name: "B. Conti" });
    expect(await signOn("%B7001^CONTI")).toBeNull();
    expect(await show("00815")).toBeNull();
    expect(await show("4711")).toBeNull();
  });

  it("leaves a record of each attempt, known or not, locked or not, and never what was typed", async () => {
    const { signOn, guess, record } = desk();
    await signOn("4711");
    await guess(5);
    await signOn("4711");
    expect(record.map(({ by }) => by?.name ?? null)).toEqual(["A. Rossi", null, null, null, null, null, null]);
    expect(JSON.stringify(record)).not.toMatch(/4711|999/);
  });
});

describe("five wrong PINs", () => {
  it("lock it for a minute, for the right one too", async () => {
    const { signOn, wait, guess } = desk();
    expect(await guess(5)).toEqual([null, null, null, null, null]);
    expect(await signOn("4711")).toBe("locked");
    wait(minuteMs - 1);
    expect(await signOn("4711")).toBe("locked");
    wait(1);
    expect(await signOn("4711")).toEqual({ name: "A. Rossi", role: "floor" });
  });

  it("are counted anew after the lock", async () => {
    const { signOn, wait, guess } = desk();
    await guess(5);
    wait(minuteMs);
    await guess(4);
    expect(await signOn("00815")).toMatchObject({ name: "B. Conti" });
  });

  it("count only within a minute", async () => {
    const { signOn, wait, guess } = desk();
    await guess(4);
    wait(minuteMs);
    await guess(4);
    expect(await signOn("4711")).toMatchObject({ name: "A. Rossi" });
  });

  it("are not forgiven by a right one between them: a dealer who guesses has a PIN of his own", async () => {
    const { signOn, guess } = desk();
    await guess(4);
    expect(await signOn("00815")).toMatchObject({ name: "B. Conti" });
    await guess(1);
    expect(await signOn("00815")).toBe("locked");
  });

  it("lock it also when they come all at once", async () => {
    const { signOn } = desk();
    const answers = await Promise.all([...Array.from({ length: 12 }, (_, i) => signOn(`88${10 + i}`)), signOn("4711")]);
    expect(answers).toEqual([null, null, null, null, null, ...new Array(8).fill("locked")]);
  });
});
