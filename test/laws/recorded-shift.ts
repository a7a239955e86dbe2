// A shift as a table writes it: a story told to the real loop, vault and journal, and what the table was after every record.

import { randomBytes } from "node:crypto";
import { deck52 } from "#core/card";
import type { Setup } from "#core/table";
import type { GameEntry } from "#games/index";
import type { Custodian } from "#table/custody";
import { type Edition, makeEdition } from "#table/edition";
import type { Engine } from "#table/engine";
import { type Journal, openJournal } from "#table/journal";
import { restore } from "#table/restore";
import { createHeadSigner } from "#table/signed-head";
import { createTableLoop } from "#table/table-loop";
import { createVault, type EraKey, type Vault } from "#table/vault";
import { antennasOf, type Beat, deckName, invent, setupOf, uidOf, type World, worldFor } from "./story.ts";

export const software = "0.1.0";
export const serviceKey = new Uint8Array(32).fill(7);
const pack = { id: "test 1", hash: "0".repeat(64) };

export interface Shift {
  readonly world: World;
  readonly setup: Setup<unknown>;
  readonly edition: Edition;
  readonly beats: readonly Beat[];
  /** The table after each record, as JSON; the first is that after record 1. */
  readonly states: readonly string[];
  /** Every era's key as it was wrapped, in order. */
  readonly keys: readonly EraKey[];
}

export interface ShiftOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly mistakes?: number;
  readonly custodians?: readonly Custodian[];
}

export function editionFor(world: World, setup: Setup<unknown>): Edition {
  const { id: game, edition } = world.entry.game;
  return makeEdition({ software, game, edition, pack, title: "Test", site: "test", currency: "EUR", setup });
}

export function vaultFor(journal: string, custodians: readonly Custodian[] = []): Vault {
  const decks = new Map([[deckName, new Map(deck52.map((card) => [uidOf(card), card]))]]);
  return createVault({ decks, serviceKey, journal, random: (bytes) => randomBytes(bytes), custodians });
}

/** A table over a journal that is open, as it starts. */
export function restoreFor(opened: Awaited<ReturnType<typeof openJournal>>, world: World, custodians: readonly Custodian[] = []) {
  const setup = setupOf(world);
  const edition = editionFor(world, setup).name;
  const vault = vaultFor(opened.journal.id, custodians);
  return restore(opened, { game: world.entry.game, setup, vault, antennas: antennasOf(world), edition, pack });
}

export function openFor(file: string, world: World): ReturnType<typeof openJournal> {
  const edition = editionFor(world, setupOf(world));
  return openJournal(file, { edition: edition.name, content: edition.content, create: true });
}

/** A loop whose time is that of its inputs: nothing happens by itself. */
export function loopFor(
  world: World,
  journal: Journal,
  engine: Engine,
  sinceSnapshot: number,
  clock: Parameters<typeof createTableLoop>[0]["clock"] = () => engine.table.at,
) {
  return createTableLoop({ game: world.entry.game, setup: setupOf(world), engine, journal, clock, sinceSnapshot });
}

/** Plays a story into a new journal. */
export async function recordShift(file: string, entry: GameEntry, options: ShiftOptions): Promise<Shift> {
  const { seed, rounds, mistakes = 0.02, custodians = [] } = options;
  const world = worldFor(entry, seed);
  const { beats } = invent(world, seed, { moves: rounds * 400, mistakes, rounds });
  const setup = setupOf(world);
  const opened = await openFor(file, world);
  const { journal } = opened;
  const { engine, replayed } = restoreFor(opened, world, custodians);
  const loop = loopFor(world, journal, engine, replayed);
  const states: string[] = [];
  const keys: EraKey[] = [];
  loop.listen({
    committed: (records) => {
      for (const { record } of records) {
        states.push(JSON.stringify(record.table));
        if (record.key !== undefined) keys.push(record.key);
      }
    },
  });
  loop.take([{ kind: "started", at: 1_795_985_000_000, cause: "first", away: 0 }]);
  for (const [i, beat] of beats.entries()) {
    loop.take([beat.kind === "restart" ? { kind: "started", at: engine.table.at + 5, cause: "crash", away: 5 } : later(beat, engine)]);
    if (i % 500 === 499) await journal.flush();
  }
  await journal.flush();
  loop.stop();
  const signer = createHeadSigner(serviceKey, journal.id);
  const head = journal.head();
  journal.keepHead({ seq: head.seq, signer: signer.publicKey, signature: signer.sign(head) });
  await journal.close();
  return { world, setup, edition: editionFor(world, setup), beats, states, keys };
}

/** Stories begin at time 0, a shift begins today. */
function later(beat: Exclude<Beat, { kind: "restart" }>, engine: Engine): Exclude<Beat, { kind: "restart" }> {
  return { ...beat, at: Math.max(engine.table.at, 1_795_985_000_000 + beat.at) };
}
