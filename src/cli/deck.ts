// pitwire deck: registers decks. A tag's number is a face: it is read from the file once, and written only sealed.

import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readConfig } from "#table/config";
import { parseDeck, readDecks, writeDecks } from "#table/deck-store";
import { BadFile, readText } from "#table/problems";
import { readServiceKey } from "#table/service-key";
import type { Command } from "./command.ts";

export const deck: Command = {
  usage: "pitwire deck import --config FILE --name NAME CARDS.csv  |  pitwire deck list --config FILE",
  about: "register a deck from lines card,tag (two tags a card are allowed), or list the decks",
  options: { config: { type: "string" }, name: { type: "string" } },
  run: async ([what, file], { config, name }, out) => {
    if (typeof config !== "string") throw new BadFile("deck", ["name the configuration: --config FILE"]);
    const { folder } = readConfig(config);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const key = readServiceKey(folder);
    const decks = readDecks(folder, key);
    if (what === "list") {
      for (const [one, tags] of decks) out(`${one}: 52 cards, ${tags.size} tags`);
      if (decks.size === 0) out("no deck is registered");
      return 0;
    }
    if (what !== "import" || file === undefined) throw new BadFile("deck", [`write: ${deck.usage}`]);
    if (typeof name !== "string" || !/^[A-Za-z0-9_-]{1,32}$/.test(name)) throw new BadFile("deck", ["give the deck a name: --name red-1"]);
    if (decks.has(name)) throw new BadFile("deck", [`a deck "${name}" is registered already; use another name`]);
    const csv = readText(file);
    try {
      writeDecks(folder, key, new Map([...decks, [name, parseDeck(csv, decks)]]), (bytes) => randomBytes(bytes));
    } catch (error) {
      throw new BadFile(file, [(error as Error).message]);
    }
    out(`Deck "${name}" is registered. The table knows it from its next start. Keep or destroy ${file}: it names every card's tag.`);
    return 0;
  },
};
