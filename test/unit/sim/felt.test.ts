import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Felt, Held } from "#core/felt";
import { tablelinkEmulator } from "#devices/tablelink/emulator";
import { type Felt as EmulatedFelt, layFelt, newlyMet } from "#sim/felt";
import { type FeltReader, feltReaders } from "#sim/reader";

const feltOf = (piles: Felt["piles"]): Felt => ({ piles, faces: {}, left: 52 });

test("a card is taken as soon as the table has met it, though the rules put it elsewhere at once", () => {
  const before = feltOf({ "1/banner": [1], "2/banner": [2] });
  expect(newlyMet(before, feltOf({ "1/banner": [1], "2/banner": [2], "3/banner": [3] }))).toBe(3);
  // Palace puts a banner aside whose suit is there already: its place is as empty as before.
  expect(newlyMet(before, feltOf({ "1/banner": [1], "2/banner": [2], "3/banner": [], aside: [3] }))).toBe(3);
  expect(newlyMet(before, feltOf({ "1/banner": [1], aside: [2] }))).toBeNull();
});

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function laid(): Promise<EmulatedFelt> {
  const folder = mkdtempSync(join(tmpdir(), "pitwire-felt-"));
  open.push({ close: () => rmSync(folder, { recursive: true }) });
  const part = (id: string) => ({ driver: "tablelink", emulator: tablelinkEmulator, emulatorOptions: { id, readers: 2 } });
  const felt = await layFelt({
    file: join(folder, "felt.json"),
    where: () => "tcp://127.0.0.1:0",
    reader: feltReaders.tablelink as FeltReader,
    shoe: part("shoe"),
    hands: part("seats"),
    sensor: part("shuffler"),
    seats: [1, 2],
    random: () => 0,
    wait: async () => {},
    cardMs: 0,
  });
  open.push(felt);
  return felt;
}

test("what the table holds stays where it lies, and all the rest is mixed into the shoe, which is never dry for want of it", async () => {
  const felt = await laid();
  felt.shuffle("all");
  const handle = (n: number): Held | "stopped" => (n % 13 === 0 ? "stopped" : n);
  for (let n = 1; n <= 52; n++) await felt.deal(n % 2 === 0 ? "1/hand" : "discard", () => handle(n));
  expect([felt.left, felt.shuffled]).toEqual([0, false]);
  const kept = [2, 4, 6];
  const faces = felt.faces(kept);
  felt.shuffle({ except: kept });
  expect(felt.left).toBe(49);
  expect(felt.faces(kept)).toEqual(faces);
  expect(felt.faces([3])).toEqual([null]);
  felt.shuffle(kept);
  expect(felt.left).toBe(52);
});
