// pitwire deck: the decks of a table. A tag's number is a face: it is read from a file once, written only sealed, and leaves only by the
// keys of two people.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DecksMessage } from "#contract/decks";
import { commandTable } from "#table/command-table";
import { readConfig, type TableConfig } from "#table/config";
import { deckLines, ownersOf } from "#table/deck-export";
import { type Deck, type Decks, parseDeck, readDecks, writeDecks } from "#table/deck-store";
import { JournalUnusable } from "#table/journal";
import { openKeyFile, readKeyFile } from "#table/key-file";
import { viewAtRest } from "#table/open-table";
import { BadFile, readText } from "#table/problems";
import { recordDeed } from "#table/record-deed";
import { addressOf } from "#table/running-table";
import { readServiceKey } from "#table/service-key";
import type { Command } from "./command.ts";
import { askSecrets } from "./secret.ts";

type Out = (line: string) => void;
interface Given {
  readonly config: TableConfig;
  readonly name: string;
  readonly reason: string;
  readonly keys: readonly string[];
  readonly signs: boolean;
  readonly out: Out;
}

const acts = ["release", "retire", "destroy"] as const;

export const deck: Command = {
  usage:
    "pitwire deck import --config FILE --name NAME [--sign] CARDS.csv  |  deck list --config FILE  |  deck release|retire|destroy --config FILE --name NAME --reason TEXT  |  deck export --config FILE --name NAME --reason TEXT --key FILE --key FILE OUT.csv",
  about:
    "register a deck from lines card,tag (two tags a card are allowed), list the decks, say what became of one, or take its tags out with two keys",
  options: {
    config: { type: "string" },
    name: { type: "string" },
    reason: { type: "string" },
    key: { type: "string", multiple: true },
    sign: { type: "boolean" },
  },
  run: async ([what, file], { config: path, name, reason, key, sign }, out) => {
    if (typeof path !== "string") throw new BadFile("deck", ["name the configuration: --config FILE"]);
    const config = readConfig(path);
    if (what === "list") return list(config, out);
    if (typeof name !== "string" || !/^[A-Za-z0-9_-]{1,32}$/.test(name)) throw new BadFile("deck", ["give the deck a name: --name red-1"]);
    const keys = Array.isArray(key) ? key.map(String) : [];
    const given: Given = { config, name, reason: typeof reason === "string" ? reason.trim() : "", keys, signs: sign === true, out };
    if (what === "import" && file !== undefined) return register(given, file);
    if (what === "export" && file !== undefined) return exportTo(given, file);
    const act = acts.find((one) => one === what);
    if (act === undefined) throw new BadFile("deck", [`write: ${deck.usage}`]);
    if (given.reason === "") throw new BadFile("deck", ['say why: --reason "…"; it is put on record']);
    const [pin = ""] = await askSecrets(["PIN"]);
    const refused = await commandTable(config, pin, { kind: "deckAct", deck: name, act, reason: given.reason });
    if (refused !== null) throw new BadFile("deck", [refused]);
    out(
      `Deck "${name}": ${act} is on record.${config.deckSignatures.length > 1 ? " A second person signs at the table, on its page /decks." : ""}`,
    );
    return 0;
  },
};

/** Each deck with how it stands, by the table itself while it runs, else by its journal. */
async function list(config: TableConfig, out: Out): Promise<number> {
  const decks = readDecks(config.folder, readServiceKey(config.folder));
  const states = await statesOf(config).catch((error: Error) => error);
  for (const [one, tags] of decks) {
    const now = states instanceof Error ? undefined : states.find(({ deck: name }) => name === one);
    out(`${one}: 52 cards, ${tags.size} tags${now === undefined ? "" : `, ${[now.state, ...now.by].join(", ")}`}`);
  }
  if (decks.size === 0) out("no deck is registered");
  if (states instanceof Error) out(`How they stand can't be said: ${states.message}`);
  return states instanceof Error ? 1 : 0;
}

type Standing = Pick<DecksMessage["decks"][number], "deck" | "state" | "by">;

/** Before the first start of a table there are none. @throws as `viewAtRest` */
async function statesOf(config: TableConfig): Promise<readonly Standing[]> {
  const told = await fetch(`${addressOf(config)}/api/decks`).catch(() => null);
  if (told?.ok) return ((await told.json()) as DecksMessage).decks;
  try {
    return (await viewAtRest(config)).care?.decks ?? [];
  } catch (error) {
    if (error instanceof JournalUnusable && error.why === "missing") return [];
    throw error;
  }
}

async function register({ config, name, signs, out }: Given, file: string): Promise<number> {
  const { folder, deckSignatures } = config;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = readServiceKey(folder);
  const decks = readDecks(folder, key);
  if (decks.has(name)) throw new BadFile("deck", [`a deck "${name}" is registered already; use another name`]);
  const tags = tagsIn(file, decks);
  const isByTwo = deckSignatures.length > 1;
  const isSigned = signs || isByTwo;
  const pin = isSigned ? await askPin(config) : "";
  const write = (kept: Decks): void => writeDecks(folder, key, kept, (bytes) => randomBytes(bytes));
  // On the disk first: a deck that the journal knows has tags.
  write(new Map([...decks, [name, tags]]));
  const refused = isSigned ? await signFor(config, name, pin).catch((error: Error) => error.message) : null;
  if (refused !== null) {
    write(decks);
    throw new BadFile("deck", [`it is not registered: ${refused}`]);
  }
  out(`Deck "${name}" is registered.${isSigned ? "" : " The table knows it from its next start."}`);
  if (isByTwo) out("It can be played once a second person has signed for it at the table, on its page /decks.");
  out(`Keep or destroy ${file}: it names every card's tag.`);
  return 0;
}

function tagsIn(file: string, others: Decks): Deck {
  const csv = readText(file);
  try {
    return parseDeck(csv, others);
  } catch (error) {
    throw new BadFile(file, [(error as Error).message]);
  }
}

/** @throws BadFile where there is no journal to sign in */
async function askPin({ folder }: TableConfig): Promise<string> {
  if (!existsSync(join(folder, "journal.sqlite")))
    throw new BadFile("deck", ["who signs for a deck goes on record in the table's journal, and it has none yet: start the table once"]);
  const [pin = ""] = await askSecrets(["PIN of whoever registers it"]);
  return pin;
}

/** Null: it is on record; else why not. */
function signFor(config: TableConfig, name: string, pin: string): Promise<string | null> {
  const running = { path: "/api/decks", body: { do: "adopt", name } };
  return commandTable(config, pin, { kind: "deckAct", deck: name, act: "register", reason: "" }, running);
}

async function exportTo({ config, name, reason, keys, out }: Given, file: string): Promise<number> {
  if (reason === "") throw new BadFile("deck", ['say why: --reason "…"; it is put on record']);
  if (keys.length !== 2) throw new BadFile("deck", ["give the keys of two people: --key FILE --key FILE"]);
  const tags = readDecks(config.folder, readServiceKey(config.folder)).get(name);
  if (tags === undefined) throw new BadFile("deck", [`there is no deck "${name}"; pitwire deck list names them`]);
  const passphrases = await askSecrets(keys.map((one) => `Passphrase of ${readKeyFile(one).name}`));
  const by = ownersOf(
    config,
    keys.map((one, i) => openKeyFile(one, passphrases[i] ?? "")),
  );
  await recordDeed(config, { of: { deck: name }, by, reason });
  try {
    writeFileSync(file, deckLines(tags), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new BadFile(file, [(error as Error).message]);
  }
  out(`The tags of deck "${name}" are in ${file}, by ${by.map((one) => `${one.name} (${one.role})`).join(" and ")}. This is on record.`);
  return 0;
}
