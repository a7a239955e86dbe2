// The emulated table top through each reader in turn: every card crosses the reader's own bytes, over a real line, and rounds are settled.

import { afterEach, describe, expect, it } from "vitest";
import type { DevicesMessage, FramesMessage } from "#contract/devices";
import { type Card, deck52 } from "#core/card";
import { devices } from "#devices/index";
import { feltReaders, tagOf } from "#sim/reader";
import { uhidMissing } from "#sim/uhid";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";

const running: Program[] = [];
const folders: { remove(): void }[] = [];

afterEach(async () => {
  for (const one of running.splice(0)) await one.kill();
  for (const one of folders.splice(0)) one.remove();
});

/** A USB reader wants a kernel to be plugged into: the guest (test/guest/demo.ts) has one, most machines have none. */
const isUsb = (reader: string): boolean => devices[feltReaders[reader]?.driver ?? ""]?.driver.link.kind === "hid";
const [here, elsewhere] = [true, false].map((isHere) =>
  Object.keys(feltReaders).filter((reader) => (!isUsb(reader) || uhidMissing() === null) === isHere),
) as [string[], string[]];

interface Told {
  readonly facts: readonly { readonly fact: { readonly kind: string; readonly [key: string]: unknown } }[];
}

async function deal(more: readonly string[]): Promise<{ readonly facts: () => Promise<Told["facts"]>; readonly url: string }> {
  const [http = 0] = await freePorts(1);
  const folder = workFolder();
  folders.push(folder);
  const words = ["demo", "--game", "caribbean-stud", "--seats", "2", "--folder", folder.path];
  const started = program([...words, "--port", String(http), "--mqtt-port", "0", ...more]);
  running.push(started);
  await started.says("Ctrl-C stops");
  const facts = async () => {
    const reply = await fetch(`http://127.0.0.1:${http}/api/facts?from=1&limit=1000`);
    return ((await reply.json()) as Told).facts;
  };
  return { facts, url: `http://127.0.0.1:${http}` };
}

function roundsIn(facts: Told["facts"]): number {
  return facts.filter(({ fact }) => fact.kind === "roundEnded" && fact.outcome === "settled").length;
}

describe("a table that is dealt through", () => {
  it.each(here)("%s settles two rounds, each card as it was dealt", async (reader) => {
    // A reader that sees hands looks at one antenna after the other: nobody takes cards away before it has seen them.
    const { facts } = await deal(["--reader", reader, "--pace", reader === "feig" ? "8" : "60"]);
    await until("two settled rounds", async () => roundsIn(await facts()) >= 2, 50_000);
    const told = await facts();
    expect(told.filter(({ fact }) => fact.kind === "irregularity")).toEqual([]);
    const [cards] = [told.filter(({ fact }) => fact.kind === "card")];
    expect(cards.length).toBeGreaterThanOrEqual(20);
    expect(new Set(cards.map(({ fact }) => JSON.stringify((fact as { source?: { device: string } }).source?.device)))).toEqual(
      new Set(['"shoe"']),
    );
  });

  it.each([
    ["modbus over TCP", []],
    ["modbus over a serial line", ["--pty"]],
  ])("its lamps seen by %s settles a round", async (_, more) => {
    const { facts } = await deal(["--lights", "modbus", "--pace", "60", ...more]);
    await until("a settled round", async () => roundsIn(await facts()) >= 1, 50_000);
    expect((await facts()).filter(({ fact }) => fact.kind === "irregularity")).toEqual([]);
  });

  it("shows a technician whole frames of cards that were turned up in a round that is over, and nothing of the others", async () => {
    const { facts, url } = await deal(["--reader", "feig-std", "--pace", "30"]);
    await until("a settled round", async () => roundsIn(await facts()) >= 1, 50_000);
    const { frames } = (await (await fetch(`${url}/api/devices/shoe/frames?after=0`)).json()) as FramesMessage;
    const dump = await (await fetch(`${url}/api/devices/shoe/dump`)).text();
    const turnedUp = (await facts()).flatMap(({ fact }) =>
      (fact.kind === "shown" ? (fact.cards as { card: Card }[]) : []).map(({ card }) => card),
    );
    const shown = frames.filter((frame) => frame.shown !== null);
    expect(shown.length).toBeGreaterThan(0);
    expect(frames.length).toBeGreaterThan(shown.length);
    const hex = (text: string): string => text.replaceAll(" ", "");
    for (const card of deck52) {
      const isNamed = shown.some((frame) => hex(frame.shown ?? "").includes(tagOf(card, 1))) || hex(dump).includes(tagOf(card, 1));
      if (!turnedUp.includes(card)) expect(isNamed, card).toBe(false);
    }
    expect(dump).toContain("bytes good");
    const list = (await (await fetch(`${url}/api/devices`)).json()) as DevicesMessage;
    expect(list.devices.map(({ id, driver, status }) => [id, driver, status])).toEqual([
      ["shoe", "feig-std", "up"],
      ["shuffler", "tablelink", "up"],
    ]);
    expect((await fetch(`${url}/api/devices/nothing/frames`)).status).toBe(404);
  });

  it.each(elsewhere)(
    "%s is refused on a machine without /dev/uhid, which is named with the remedy and the readers that need none",
    async (reader) => {
      const started = program(["demo", "--reader", reader]);
      running.push(started);
      await started.says(/a USB device, and .*\/dev\/uhid.*\(.*sudo .*\); without that it may be tablelink, pn532,/);
      expect(await started.ended).toBe(1);
      expect(started.output()).not.toMatch(/may be.*(wedge|hid-pos)/);
    },
  );

  it("says which readers there are", async () => {
    const started = program(["demo", "--reader", "crystal-ball"]);
    running.push(started);
    await started.says("it may be tablelink, pn532, feig");
    expect(await started.ended).toBe(1);
  });
});
