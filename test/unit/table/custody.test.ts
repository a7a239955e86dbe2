// The key of a round that is over: two people in two roles put it together, nobody else does, and the service keeps nothing.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deck52 } from "#core/card";
import { games } from "#games/index";
import { type Custodian, depositKey, joinKey, publicKeyOf } from "#table/custody";
import { makeKeyFile, openKeyFile, readKeyFile } from "#table/key-file";
import { openRound } from "#table/open-round";
import { recordShift } from "../../laws/recorded-shift.ts";
import { makeJournalPath } from "./journal-bed.ts";

const random = (bytes: number): Uint8Array => randomBytes(bytes);
const journal = "0123456789abcdef";

interface Person extends Custodian {
  readonly privateKey: Uint8Array;
}

function person(name: string, role: Custodian["role"]): Person {
  const privateKey = randomBytes(32);
  return { name, role, privateKey, publicKey: publicKeyOf(privateKey) };
}

const bianchi = person("Bianchi", "surveillance");
const verdi = person("Verdi", "surveillance");
const rossi = person("Rossi", "manager");
const custodians = [bianchi, verdi, rossi];

describe("a round's key", () => {
  it("is put together by any two people of the two roles, in either order", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constantFrom(bianchi, verdi), fc.boolean(), (key, first, turned) => {
        const deposit = depositKey(Uint8Array.from(key), { journal, round: 7, custodians, random });
        const keys = turned ? [rossi.privateKey, first.privateKey] : [first.privateKey, rossi.privateKey];
        const joined = joinKey(deposit, journal, keys);
        expect([...joined.key]).toEqual([...key]);
        expect(new Set(joined.by.map(({ name }) => name))).toEqual(new Set([first.name, "Rossi"]));
      }),
      { numRuns: 20 },
    );
  });

  it("is opened by nobody else", () => {
    const deposit = depositKey(randomBytes(32), { journal, round: 7, custodians, random });
    const stranger = person("Nobody", "manager");
    expect(() => joinKey(deposit, journal, [bianchi.privateKey, verdi.privateKey])).toThrow(
      "Bianchi and Verdi have one role, surveillance; two roles are needed: Bianchi (surveillance), Verdi (surveillance), Rossi (manager).",
    );
    expect(() => joinKey(deposit, journal, [bianchi.privateKey, stranger.privateKey])).toThrow(/^Key 2 is of nobody to whom round 7/);
    expect(() => joinKey(deposit, journal, [rossi.privateKey])).toThrow("Two keys are needed");
    expect(() => joinKey(deposit, "fedcba9876543210", [bianchi.privateKey, rossi.privateKey])).toThrow();
    expect(() => joinKey({ ...deposit, round: 8 }, journal, [bianchi.privateKey, rossi.privateKey])).toThrow();
  });

  it("is not in its two halves: each of them, and each box, says nothing of it", () => {
    const key = randomBytes(32);
    const deposit = depositKey(key, { journal, round: 7, custodians, random });
    const text = JSON.stringify(deposit);
    for (const secret of [key, bianchi.privateKey, rossi.privateKey])
      for (const encoding of ["hex", "base64", "base64url"] as const) expect(text).not.toContain(Buffer.from(secret).toString(encoding));
    const again = depositKey(key, { journal, round: 7, custodians, random });
    expect(again.shares.map(({ box }) => box)).not.toEqual(deposit.shares.map(({ box }) => box));
  });
});

describe("a custodian's key file", () => {
  it("opens with its passphrase alone, is its owner's alone, and is never written over", () => {
    const path = join(dirname(makeJournalPath()), "bianchi.key");
    const key = makeKeyFile(path, { name: "Bianchi", role: "surveillance" }, "correct horse battery");
    expect(readKeyFile(path)).toMatchObject({ name: "Bianchi", role: "surveillance", key });
    const opened = openKeyFile(path, "correct horse battery");
    expect(Buffer.from(publicKeyOf(opened)).toString("base64url")).toBe(key);
    expect(() => openKeyFile(path, "correct horse batterz")).toThrow(/another passphrase/);
    expect(() => makeKeyFile(path, { name: "Rossi", role: "manager" }, "x")).toThrow(/never written over/);
    expect(readFileSync(path).includes(Buffer.from(opened))).toBe(false);
  });
});

describe.each(games.map((entry) => [entry.game.id, entry] as const))("a shift of %s", (_id, entry) => {
  it("keeps no key of a round that is over, and two people see what stayed hidden", async () => {
    const file = makeJournalPath();
    const { keys } = await recordShift(file, entry, { seed: 11, rounds: 3, custodians });
    const bytes = [file, `${file}-wal`].flatMap((part) => (existsSync(part) ? [readFileSync(part)] : []));
    const stillThere = keys.filter(({ wrapped }) => bytes.some((part) => part.includes(Buffer.from(wrapped))));
    expect(keys.length).toBeGreaterThan(4);
    expect(stillThere).toHaveLength(1);
    expect(stillThere[0]).toBe(keys.at(-1));
    const db = new Database(file, { readonly: true });
    const rounds = db.prepare<[], number>("select round from rounds").pluck().all();
    db.close();
    let hidden = 0;
    for (const round of rounds) {
      const opened = openRound(file, round, [rossi.privateKey, verdi.privateKey]);
      const cards = opened.hidden.map(({ card }) => card);
      expect(cards.every((card) => deck52.includes(card))).toBe(true);
      hidden += cards.length;
    }
    expect(hidden).toBeGreaterThan(0);
    expect(() => openRound(file, 99, [rossi.privateKey, verdi.privateKey])).toThrow("has no round 99");
  });
});

describe("without custodians", () => {
  it("what stayed hidden stays hidden for ever", async () => {
    const file = makeJournalPath();
    await recordShift(file, games[2] as (typeof games)[number], { seed: 11, rounds: 1 });
    expect(() => openRound(file, 1, [rossi.privateKey, verdi.privateKey])).toThrow("entrusted to nobody");
  });
});
