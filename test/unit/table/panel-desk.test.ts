import { describe, expect, it, vi } from "vitest";
import type { PanelKey, Wanted } from "#core/device";
import type { Command } from "#core/event";
import type { Fact } from "#core/fact";
import { view } from "#core/view";
import { lightWanted } from "#core/wanted";
import { highCardFlush } from "#games/high-card-flush/game";
import { createPanelDesk } from "#table/panel-desk";
import { callKey, firstChoiceKey, nextKey, type Refused, undoKey } from "#table/panel-keys";
import type { Committed } from "#table/table-loop";
import { makeBed } from "../core/bed.ts";

/** A desk at a table to act on, one panel, and everything that was asked of the table. */
function makeDesk({ open = true, refused }: { readonly open?: boolean; readonly refused?: Refused } = {}) {
  const bed = makeBed();
  const asked: { readonly id: string; readonly command: Command }[] = [];
  const faces: Wanted[] = [{ light: "closed", keys: [] }];
  const shown = (): Wanted => faces.at(-1) as Wanted;
  let at = 1_000_000;
  let n = 100;
  const desk = createPanelDesk({
    setup: bed.setup,
    view: () => view(bed.table, bed.setup, highCardFlush, "dealer"),
    language: () => "en",
    money: () => (minor) => String(minor),
    command: (id, by, command) => {
      asked.push({ id, command });
      return Promise.resolve(refused ?? bed.command(command, by.role));
    },
    dealer: () => ({ name: "Ada", role: "dealer" }),
    clock: () => at,
    isOpen: () => open,
    devices: [
      {
        drive: (wanted) => void faces.push(wanted),
      },
    ],
    holdMs: 20,
    refusedMs: 40,
  });
  const commit = (facts: readonly Fact[] = []): void => desk.committed([{ record: { facts } } as unknown as Committed], bed.table);
  const button = (key: number, down: boolean, device = "deck"): void =>
    commit([{ kind: "button", device, key, down, n: n++, at, round: 0 }]);
  commit();
  return {
    bed,
    asked,
    commit,
    button,
    press: (key: number) => {
      button(key, true);
      button(key, false);
    },
    wait: (ms: number) => {
      at += ms;
    },
    stopped: (n: number) => desk.stopped("red", at, n),
    faces,
    shown,
    key: (key: number): PanelKey | undefined => shown().keys.find((one) => one.key === key),
  };
}

const seatTwo = (desk: ReturnType<typeof makeDesk>): void => {
  for (const seat of [1, 2, 3]) desk.bed.command({ kind: "seat", seat, sitting: true });
  desk.bed.reading("shoe", { kind: "alive" });
  desk.bed.event({
    kind: "command",
    at: desk.bed.table.at + 1,
    id: "deck-1",
    by: { name: "Ada", role: "dealer" },
    command: { kind: "deck", deck: "red" },
  });
  desk.commit();
};

describe("a panel", () => {
  it("shows what the table waits for, and does it when the key is pressed", () => {
    const desk = makeDesk();
    seatTwo(desk);
    expect(desk.key(nextKey)).toMatchObject({ label: ["Open", "round"], rank: "next", blocked: false });
    desk.wait(1000);
    desk.press(nextKey);
    expect(desk.asked.map(({ command }) => command)).toEqual([{ kind: "confirm", code: "openRound" }]);
    desk.commit();
    expect(desk.bed.table.played).not.toBeNull();
  });

  it("offers the ways to decide of whoever's turn it is, and sends the one that was pressed", () => {
    const desk = makeDesk();
    seatTwo(desk);
    desk.bed.command({ kind: "confirm", code: "openRound" });
    desk.commit();
    const waive = desk.shown().keys.find(({ label }) => label.join(" ") === "Waive");
    expect(waive?.rank).toBe("choice");
    expect(waive?.key).toBeGreaterThanOrEqual(firstChoiceKey);
    expect(waive?.notes.join(" ")).toMatch(/seat \d/);
    desk.wait(1000);
    desk.press(waive?.key ?? -1);
    expect(desk.asked.at(-1)?.command).toMatchObject({ kind: "decision", code: "waive" });
  });

  it("gives each press a name of its own, so that none acts twice", () => {
    const desk = makeDesk();
    desk.wait(1000);
    desk.press(callKey);
    desk.press(callKey);
    const names = desk.asked.map(({ id }) => id);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  });

  it("lets a key rest when it has just come to mean something else", () => {
    const desk = makeDesk();
    seatTwo(desk);
    desk.wait(1000);
    desk.bed.command({ kind: "confirm", code: "closeTable" });
    desk.commit();
    expect(desk.key(nextKey)?.label).toEqual(["Open", "table"]);
    desk.wait(299);
    desk.press(nextKey);
    expect(desk.asked).toEqual([]);
    desk.wait(1);
    desk.press(nextKey);
    expect(desk.asked.map(({ command }) => command)).toEqual([{ kind: "confirm", code: "openTable" }]);
  });

  it("says why a key can't be pressed, louder when it is pressed all the same, and does nothing then", async () => {
    const desk = makeDesk();
    desk.bed.link("shoe", "down");
    desk.commit();
    const before = desk.key(nextKey);
    expect(before).toMatchObject({ blocked: true, label: ["Device", "missing"] });
    expect(before?.refused).toBeUndefined();
    desk.wait(1000);
    desk.press(77);
    expect(desk.shown().keys.some(({ refused }) => refused)).toBe(false);
    desk.press(nextKey);
    expect(desk.key(nextKey)).toMatchObject({ blocked: true, refused: true, label: ["Device", "missing"] });
    expect(desk.asked).toEqual([]);
    await vi.waitFor(() => expect(desk.key(nextKey)).toEqual(before), { timeout: 20_000 });
  });

  it("says why the table refused what a key stood for, for a while, in lines that go on a key", async () => {
    const desk = makeDesk({ refused: { ok: false, why: "notNow" } });
    seatTwo(desk);
    const before = desk.key(nextKey);
    desk.wait(1000);
    desk.press(nextKey);
    const faces = (): readonly PanelKey[] => desk.faces.flatMap(({ keys }) => keys.filter(({ key }) => key === nextKey));
    await vi.waitFor(() => expect(faces().some(({ refused }) => refused) && desk.key(nextKey)?.refused).toBeUndefined(), {
      timeout: 20_000,
    });
    expect(desk.key(nextKey)).toEqual(before);
    const said = faces().find(({ refused }) => refused);
    expect(said).toMatchObject({ blocked: false, rank: "next" });
    expect(said?.label.join(" ")).toBe("Not possible now. Look at the phase above.");
    for (const line of said?.label ?? []) expect(line.length).toBeLessThanOrEqual(12);
  });

  it("does what must be held only when it was held long enough, and not when its cable went", async () => {
    const desk = makeDesk();
    seatTwo(desk);
    desk.bed.command({ kind: "confirm", code: "openRound" });
    desk.bed.command({ kind: "decision", by: "1/seat", code: "waive" });
    desk.commit();
    expect(desk.key(undoKey)).toMatchObject({ hold: true, rank: "aside" });
    desk.wait(1000);
    desk.press(undoKey);
    desk.button(undoKey, true);
    desk.commit([{ kind: "link", device: "deck", status: "down", n: 1, at: 1, round: 0 }]);
    desk.button(undoKey, true, "other deck");
    // Held last, it acts last: whatever was to act before it has done so by then.
    await vi.waitFor(() => expect(desk.asked).not.toEqual([]), { timeout: 20_000 });
    expect(desk.asked).toEqual([{ id: "key-103", command: expect.objectContaining({ kind: "undo" }) }]);
  });

  it("sends nothing while the journal takes nothing", () => {
    const desk = makeDesk({ open: false });
    desk.wait(1000);
    desk.press(callKey);
    expect(desk.asked).toEqual([]);
    expect(desk.key(callKey)).toMatchObject({ refused: true });
  });
});

describe("a table's light", () => {
  it("is what the console says: ready, check for a lost device, stop for red lamps, dark when closed", () => {
    const { bed } = makeDesk();
    const light = (): string => lightWanted(bed.table, bed.setup);
    expect(light()).toBe("ready");
    bed.link("seats", "down");
    expect(light()).toBe("check");
    bed.link("seats", "up");
    bed.light("red", "on");
    expect(light()).toBe("stop");
  });

  it("is dark at a table that is closed", () => {
    const { bed } = makeDesk();
    bed.command({ kind: "confirm", code: "closeTable" });
    expect(lightWanted(bed.table, bed.setup)).toBe("closed");
  });

  it("turns red before the disk knows, and nothing that was written before it turns it green", async () => {
    const desk = makeDesk({ refused: { ok: false, why: "notNow" } });
    seatTwo(desk);
    desk.wait(1000);
    desk.press(nextKey);
    const stop = { light: "stop", keys: [] };
    desk.stopped(desk.bed.table.n + 2);
    expect(desk.shown()).toEqual(stop);
    // What was refused before the stop is said after it, and a row from before the stop reaches the disk.
    await Promise.resolve();
    desk.bed.link("seats", "down");
    desk.commit();
    expect(desk.shown()).toEqual(stop);
    desk.bed.link("seats", "up");
    desk.commit();
    expect(desk.shown().light).toBe("ready");
  });
});
