// pitwire commitments FILE: a stranger's proof that opened cards are those that were dealt. Needs facts only, from MQTT or a journal.

import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { type CommitmentTally, checkCommitments, type ToldFact } from "#table/commitments";
import { readFacts } from "#table/journal";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

const factsAtOnce = 10_000;

export const commitments: Command = {
  usage: "pitwire commitments FACTS|JOURNAL",
  about: "check that each opened card is the one committed to when it was met; FACTS: messages of the topic …/fact, one a line",
  options: {},
  run: async ([file], _options, out) => {
    if (file === undefined || !existsSync(file) || !statSync(file).isFile())
      throw new BadFile(file ?? "commitments", ["name a file of facts, or a journal"]);
    const tally = checkCommitments(isJournal(file) ? journalFacts(file) : lineFacts(file));
    for (const line of describe(tally)) out(line);
    return tally.wrong.length + tally.twice.length > 0 ? 1 : 0;
  },
};

function isJournal(file: string): boolean {
  const head = Buffer.alloc(15);
  const opened = openSync(file, "r");
  readSync(opened, head);
  closeSync(opened);
  return head.toString() === "SQLite format 3";
}

function* journalFacts(file: string): Generator<ToldFact> {
  for (let from = 1; ; ) {
    const facts = readFacts(file, { from, limit: factsAtOnce });
    for (const { fact } of facts) yield fact as unknown as ToldFact;
    const last = facts.at(-1);
    if (last === undefined) return;
    from = last.n + 1;
  }
}

function* lineFacts(file: string): Generator<ToldFact> {
  const lines = readFileSync(file, "utf8").split("\n");
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    let message: { readonly fact?: unknown } | null;
    try {
      // mosquitto_sub -v prints the topic first.
      message = JSON.parse(line.slice(Math.max(0, line.indexOf("{"))));
    } catch {
      throw new BadFile(file, [`line ${i + 1}: this is no message of the topic …/fact`]);
    }
    const fact = message?.fact;
    if (typeof fact === "object" && fact !== null) yield fact as ToldFact;
  }
}

function describe({ opened, unknown, wrong, twice, gaps }: CommitmentTally): readonly string[] {
  return [
    `${opened} opened cards are those that were committed to`,
    ...(unknown > 0 ? [`${unknown} were met before these facts begin: nothing can be said of them`] : []),
    ...gaps.map(({ from, to }) => `facts ${from} to ${to} are missing: nothing can be said of what they told`),
    ...twice.map((n) => `fact ${n} commits to a card a second time, before its round has ended`),
    ...wrong.map(({ n, card }) => `fact ${n}: ${card} is not the card that was committed to`),
  ];
}
