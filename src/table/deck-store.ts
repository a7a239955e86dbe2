// Decks: which tag is which card. A tag's number is a face, so a deck is written to disk only sealed, and never printed.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Card, deck52, isCard } from "#core/card";
import type { Uid } from "#core/device";
import { type Random, seal, unseal } from "./seal.ts";

export type Deck = ReadonlyMap<Uid, Card>;
export type Decks = ReadonlyMap<string, Deck>;

const fileName = "decks.sealed";
const about = "pitwire decks 1";

/** @throws Error when the file does not open with this key */
export function readDecks(folder: string, key: Uint8Array): Decks {
  const path = join(folder, fileName);
  if (!existsSync(path)) return new Map();
  let plain: Uint8Array;
  try {
    plain = unseal(key, readFileSync(path), about);
  } catch {
    throw new Error(
      `The decks in ${path} do not open with this service key. Restore the key they were registered under, or register the decks again.`,
    );
  }
  const stored = JSON.parse(Buffer.from(plain).toString()) as Record<string, readonly (readonly [Uid, Card])[]>;
  return new Map(Object.entries(stored).map(([name, tags]) => [name, new Map(tags)]));
}

/** Replaces the decks as one: after a crash the old ones stand there, or the new. */
export function writeDecks(folder: string, key: Uint8Array, decks: Decks, random: Random): void {
  const path = join(folder, fileName);
  const plain = JSON.stringify(Object.fromEntries([...decks].map(([name, tags]) => [name, [...tags]])));
  const fresh = `${path}.new`;
  // What a crash has left there may be open to others: the mode counts only for a file that is new.
  rmSync(fresh, { force: true });
  const file = openSync(fresh, "wx", 0o600);
  try {
    writeFileSync(file, seal(key, Buffer.from(plain), about, random));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  syncFolder(folder);
}

/** A name is on the disk once its folder is. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Reads a deck from CSV lines `card,uid` (every card has one tag, or every card has two; a first line `card,uid` is skipped).
 * @throws Error naming the line, or the cards that are missing or have other tags than the others, by number or length
 */
export function parseDeck(csv: string, others: Decks): Deck {
  const tags = new Map<Uid, Card>();
  const lines = csv.split(/\r?\n/);
  lines.forEach((line, i) => {
    const text = line.trim();
    if (text === "" || (i === 0 && /^card\b/i.test(text))) return;
    const [card = "", uid = ""] = text.split(/[,;\t]/).map((cell) => cell.trim());
    const where = `line ${i + 1}`;
    if (!isCard(card)) throw new Error(`${where}: "${card}" is not a card. Write rank and suit, for example Ts or 9h.`);
    if (!/^([0-9A-Fa-f]{2}){4,16}$/.test(uid)) throw new Error(`${where}: the tag of ${card} must be 4 to 16 bytes in hex.`);
    const id = uid.toUpperCase();
    const known = tags.get(id);
    if (known !== undefined) throw new Error(`${where}: the tag of ${card} already belongs to ${known}.`);
    for (const [name, deck] of others) {
      if (deck.has(id)) throw new Error(`${where}: the tag of ${card} already belongs to a card of deck "${name}".`);
    }
    tags.set(id, card);
  });
  const present = new Set(tags.values());
  const missing = deck52.filter((card) => !present.has(card));
  if (missing.length > 0) throw new Error(`The deck is not complete. Missing: ${missing.join(" ")}`);
  checkTagsPerCard(tags);
  checkTagLengths(tags);
  return tags;
}

/** A card whose tag is longer or shorter than the others' is known face down by how much its reader says of it. */
function checkTagLengths(tags: Deck): void {
  const lengths = new Map<Card, readonly number[]>();
  for (const [uid, card] of tags)
    lengths.set(
      card,
      [...(lengths.get(card) ?? []), uid.length / 2].sort((a, b) => a - b),
    );
  const kinds = new Map<string, Card[]>();
  for (const [card, bytes] of lengths) kinds.set(bytes.join(" and "), [...(kinds.get(bytes.join(" and ")) ?? []), card]);
  const [most, ...odd] = [...kinds].sort(([, one], [, other]) => other.length - one.length);
  if (most === undefined || odd.length === 0) return;
  const cards = odd.flatMap(([, others]) => others);
  throw new Error(
    `All cards of a deck have tags of one length (here ${most[0]} bytes), or a card is known face down. Others: ${cards.join(" ")}`,
  );
}

/** A card with a tag less than the others may lie with the one it has not got over the antenna, and one with more is none of this deck. */
function checkTagsPerCard(tags: Deck): void {
  const counts = new Map<Card, number>();
  for (const card of tags.values()) counts.set(card, (counts.get(card) ?? 0) + 1);
  const having = (count: (tags: number) => boolean): readonly Card[] => deck52.filter((card) => count(counts.get(card) ?? 0));
  const [many, two, one] = [having((count) => count > 2), having((count) => count === 2), having((count) => count === 1)];
  if (many.length > 0) throw new Error(`A card has one tag or two. More have: ${many.join(" ")}`);
  if (two.length === 0 || one.length === 0) return;
  const [few, what] = one.length <= two.length ? [one, "the second tag is missing"] : [two, "there are two tags, of the others one"];
  throw new Error(`Every card of a deck has one tag, or every card has two. Of these cards ${what}: ${few.join(" ")}`);
}
