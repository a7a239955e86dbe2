import fc from "fast-check";
import { expect, test } from "vitest";
import { freshGuard, type Guard, heldLongEnough, holdMs, lockoutMs, pressDown, pressUp } from "../../../../dashboard/web/console/press.ts";

const down = (guard: Guard, at: number, pointer = 1, key = "a"): Guard => pressDown(guard, key, pointer, at);

test("a key acts on release inside it, and not outside", () => {
  expect(pressUp(down(freshGuard, 0), "a", 1, 80, true).acts).toBe(true);
  expect(pressUp(down(freshGuard, 0), "a", 1, 80, false).acts).toBe(false);
});

test("a second finger is ignored, on the same key and on another", () => {
  const first = down(freshGuard, 0);
  expect(down(first, 10, 2)).toBe(first);
  expect(down(first, 10, 2, "b")).toBe(first);
  expect(pressUp(first, "b", 2, 20, true).acts).toBe(false);
  expect(pressUp(first, "a", 1, 30, true).acts).toBe(true);
});

test("after a touch every key rests for 300 ms", () => {
  const { guard } = pressUp(down(freshGuard, 0), "a", 1, 100, true);
  expect(down(guard, 100 + lockoutMs - 1, 1, "b")).toBe(guard);
  expect(down(guard, 100 + lockoutMs, 1, "b").key).toBe("b");
});

test("a release outside does not rest the keys", () => {
  const { guard } = pressUp(down(freshGuard, 0), "a", 1, 100, false);
  expect(down(guard, 101).key).toBe("a");
});

test("a hold acts when two seconds are full, once, and not when the finger left before", () => {
  const held = down(freshGuard, 0);
  expect(heldLongEnough(held, "a", holdMs - 1).acts).toBe(false);
  const done = heldLongEnough(held, "a", holdMs);
  expect(done.acts).toBe(true);
  expect(heldLongEnough(done.guard, "a", holdMs + 1).acts).toBe(false);
  expect(pressUp(done.guard, "a", 1, holdMs + 5, true).acts).toBe(false);
});

test("whatever fingers do, two touches that count are 300 ms apart", () => {
  const touch = fc.record({
    wait: fc.nat(400),
    pointer: fc.nat(2),
    key: fc.constantFrom("a", "b"),
    up: fc.boolean(),
    inside: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(touch, { maxLength: 40 }), (touches) => {
      let guard = freshGuard;
      let at = 0;
      const acted: number[] = [];
      for (const { wait, pointer, key, up, inside } of touches) {
        at += wait;
        if (!up) guard = pressDown(guard, key, pointer, at);
        else {
          const released = pressUp(guard, key, pointer, at, inside);
          guard = released.guard;
          if (released.acts) acted.push(at);
        }
      }
      for (let i = 1; i < acted.length; i++) expect((acted[i] as number) - (acted[i - 1] as number)).toBeGreaterThanOrEqual(lockoutMs);
    }),
  );
});
