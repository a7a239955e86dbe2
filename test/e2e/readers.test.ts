// The emulated table top through each reader in turn: every card crosses the reader's own bytes, over a real line, and rounds are settled.

import { afterEach, describe, expect, it } from "vitest";
import { feltReaders } from "#sim/reader";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";

const running: Program[] = [];
const folders: { remove(): void }[] = [];

afterEach(async () => {
  for (const one of running.splice(0)) await one.kill();
  for (const one of folders.splice(0)) one.remove();
});

interface Told {
  readonly facts: readonly { readonly fact: { readonly kind: string; readonly [key: string]: unknown } }[];
}

async function deal(more: readonly string[]): Promise<{ readonly facts: () => Promise<Told["facts"]>; readonly program: Program }> {
  const [http = 0] = await freePorts(1);
  const folder = workFolder();
  folders.push(folder);
  const words = ["demo", "--game", "caribbean-stud", "--seats", "2", "--pace", "60", "--folder", folder.path];
  const started = program([...words, "--port", String(http), "--mqtt-port", "0", ...more]);
  running.push(started);
  await started.says("Ctrl-C stops");
  const facts = async () => {
    const reply = await fetch(`http://127.0.0.1:${http}/api/facts?from=1&limit=1000`);
    return ((await reply.json()) as Told).facts;
  };
  return { facts, program: started };
}

function roundsIn(facts: Told["facts"]): number {
  return facts.filter(({ fact }) => fact.kind === "roundEnded" && fact.outcome === "settled").length;
}

describe("a table that is dealt through", () => {
  it.each(Object.keys(feltReaders))("%s settles two rounds, each card as it was dealt", async (reader) => {
    const { facts } = await deal(["--reader", reader]);
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
    const { facts } = await deal(["--lights", "modbus", ...more]);
    await until("a settled round", async () => roundsIn(await facts()) >= 1, 50_000);
    expect((await facts()).filter(({ fact }) => fact.kind === "irregularity")).toEqual([]);
  });

  it("says which readers there are", async () => {
    const started = program(["demo", "--reader", "crystal-ball"]);
    running.push(started);
    await started.says("it may be tablelink, pn532, feig");
    expect(await started.ended).toBe(1);
  });
});
