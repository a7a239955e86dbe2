import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deck52 } from "#core/card";
import type { Felt } from "#core/felt";
import { tablelinkEmulator } from "#devices/tablelink/emulator";
import { layFelt } from "#sim/felt";
import { type FeltPart, type FeltReader, feltReaders, tagOf } from "#sim/reader";

const feltOf = (piles: Felt["piles"]): Felt => ({ piles, faces: {}, left: 52 });

/** A table top whose program died while a card was on its way, and what becomes of it once the table's state stands again. */
async function settled(to: string, felt: Felt): Promise<{ stub: number; laid: readonly { uid: string; held: number | null }[] }> {
  const folder = mkdtempSync(join(tmpdir(), "pitwire-"));
  const file = join(folder, "felt.json");
  const [first, second, ...stub] = deck52.map((card) => tagOf(card, 1));
  const laid = [{ uid: first, to: "1/banner", held: 1 }];
  writeFileSync(file, JSON.stringify({ stub, laid, carried: { uid: second, to }, fresh: false }));
  const part: FeltPart = { driver: "tablelink", emulator: tablelinkEmulator, emulatorOptions: {} };
  const reader = feltReaders.tablelink as FeltReader;
  const where = () => "tcp://127.0.0.1:0";
  const wait = () => Promise.resolve();
  const top = await layFelt({
    file,
    where,
    reader,
    shoe: part,
    hands: null,
    sensor: part,
    seats: [1, 2],
    random: () => 0,
    wait,
    cardMs: 1,
  });
  onTestFinished(async () => {
    await top.close();
    rmSync(folder, { recursive: true, force: true });
  });
  top.settleCarried(felt);
  const lie = JSON.parse(readFileSync(file, "utf8"));
  expect(lie.carried).toBeNull();
  return { stub: lie.stub.length, laid: lie.laid };
}

test("a card on its way when the program died lies where it was dealt if the table has met it, wherever the rules have put it since", async () => {
  const uid = tagOf(deck52[1] as (typeof deck52)[number], 1);
  const there = await settled("2/banner", feltOf({ "1/banner": [1], "2/banner": [2] }));
  expect(there).toMatchObject({ stub: 50, laid: [{ held: 1 }, { uid, held: 2 }] });
  const aside = await settled("2/banner", feltOf({ "1/banner": [1], "2/banner": [], aside: [2] }));
  expect(aside).toMatchObject({ stub: 50, laid: [{ held: 1 }, { uid, held: 2 }] });
  const unmet = await settled("2/banner", feltOf({ "1/banner": [1] }));
  expect(unmet).toMatchObject({ stub: 51, laid: [{ held: 1 }] });
});
