// pitwire open: two people look at what stayed hidden in a round that is over. That they did is on record before they see a card.

import { join } from "node:path";
import { readConfig } from "#table/config";
import { openKeyFile, readKeyFile } from "#table/key-file";
import { openRound } from "#table/open-round";
import { BadFile } from "#table/problems";
import { recordDeed } from "#table/record-deed";
import type { Command } from "./command.ts";
import { askSecrets } from "./secret.ts";

export const open: Command = {
  usage: "pitwire open --config FILE --round N --reason TEXT --key FILE --key FILE",
  about: "show what stayed hidden in a round, with the keys of two custodians; leaves a record in the journal",
  options: {
    config: { type: "string" },
    round: { type: "string" },
    reason: { type: "string" },
    key: { type: "string", multiple: true },
  },
  run: async (_words, { config: path, round: given, reason, key }, out) => {
    if (typeof path !== "string") throw new BadFile("open", ["name the configuration: --config FILE"]);
    const round = Number(given);
    if (!Number.isSafeInteger(round) || round < 1) throw new BadFile("open", ["name the round: --round N"]);
    if (typeof reason !== "string" || reason.trim() === "") throw new BadFile("open", ['say why: --reason "…"; it is put on record']);
    const files = Array.isArray(key) ? key.map(String) : [];
    if (files.length !== 2) throw new BadFile("open", ["give the keys of two people: --key FILE --key FILE"]);
    const config = readConfig(path);
    const names = files.map((file) => readKeyFile(file).name);
    const passphrases = await askSecrets(names.map((name) => `Passphrase of ${name}`));
    const opened = openRound(
      join(config.folder, "journal.sqlite"),
      round,
      files.map((file, i) => openKeyFile(file, passphrases[i] ?? "")),
    );
    await recordDeed(config, { of: round, by: opened.by, reason: reason.trim() });
    out(`Round ${round}, opened by ${opened.by.map(({ name, role }) => `${name} (${role})`).join(" and ")}. This is on record.`);
    for (const { held, card, place } of opened.hidden) out(`  ${(place ?? "not dealt").padEnd(14)} ${card}  card ${held} of the round`);
    if (opened.hidden.length === 0) out("  no card stayed hidden");
    out(`  ${opened.shown} cards were turned up in play`);
    return 0;
  },
};
