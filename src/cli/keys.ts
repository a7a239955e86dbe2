// pitwire keys: makes the key of a custodian, one of two people who can open together what stayed hidden in a round.

import { roles } from "#core/operator";
import { makeKeyFile, passphraseMin } from "#table/key-file";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { askSecrets } from "./secret.ts";

export const keys: Command = {
  usage: "pitwire keys --name NAME --role ROLE FILE",
  about: "make a custodian's key: the file is his alone, locked with a passphrase; the lines printed go into the configuration",
  options: { name: { type: "string" }, role: { type: "string" } },
  run: async ([file], { name, role }, out) => {
    const known = roles.find((one) => one === role);
    if (file === undefined || typeof name !== "string" || name === "") throw new BadFile("keys", [`write: ${keys.usage}`]);
    if (known === undefined) throw new BadFile("keys", [`--role may be ${roles.join(", ")}`]);
    const [passphrase = "", again = ""] = await askSecrets(["Passphrase", "Once more"]);
    if (passphrase.length < passphraseMin) throw new BadFile("keys", [`a passphrase has at least ${passphraseMin} characters`]);
    if (passphrase !== again) throw new BadFile("keys", ["the two passphrases differ"]);
    const key = makeKeyFile(file, { name, role: known }, passphrase);
    out(`${file} is ${name}'s alone: keep it off the table's machine. Under custodians: in the configuration:`);
    out(`  - name: ${JSON.stringify(name)}\n    role: ${known}\n    key: ${key}`);
    return 0;
  },
};
