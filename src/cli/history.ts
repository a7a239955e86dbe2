// pitwire history export JOURNAL: settled rounds in a notation that others read. The journal is verified and played again on the way:
// what is damaged is not exported.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fact } from "#core/fact";
import { type SettledRound, writePhh } from "#games/stud-hi-lo-8/history";
import { softwareVersion } from "#table/package-root";
import { BadFile } from "#table/problems";
import { type Followed, verifyInFull, whyNotReplayed } from "#table/verify-journal";
import type { Command } from "./command.ts";

const formats = ["phh"] as const;
/** Games the notation has a variant for. */
const stud = "stud-hi-lo-8";

export const history: Command = {
  usage: "pitwire history export --format phh JOURNAL [--to FOLDER]",
  about: "write the settled rounds of seven-card stud in PHH, the open notation for poker hands: one file a round, or all to the screen",
  options: { format: { type: "string" }, to: { type: "string" } },
  run: async ([what, file], { format, to }, out) => {
    if (what !== "export" || file === undefined) throw new BadFile("history", [`write: ${history.usage}`]);
    if (!(formats as readonly unknown[]).includes(format)) throw new BadFile("history", [`--format is "${format ?? ""}"; it may be phh`]);
    const rounds = settledRounds(file);
    let written = 0;
    for (const settled of rounds) {
      const result = writePhh(settled);
      if ("why" in result) {
        out(`# round ${settled.number} is left out: ${result.why}`);
        continue;
      }
      written++;
      if (typeof to !== "string") out(result.phh);
      else writeFileSync(join(to, `${settled.table}-${settled.number}.phh`), result.phh);
    }
    out(`# ${written} of ${rounds.length} settled rounds written${typeof to === "string" ? ` to ${to}` : ""}`);
    return 0;
  },
};

/** @throws BadFile when the journal is damaged, of another game, or of a release that this one cannot replay */
function settledRounds(file: string): readonly SettledRound[] {
  const software = softwareVersion();
  const rounds = new Map<number, SettledRound>();
  const facts = new Map<number, Fact[]>();
  const follow = ({ facts: told, table, content }: Followed): void => {
    if (content.game !== stud) return;
    for (const fact of told) {
      const own = facts.get(fact.round) ?? [];
      if (own.length === 0) facts.set(fact.round, own);
      own.push(fact);
      if (fact.kind !== "settled" || fact.settlement.outcome !== "settled") continue;
      const played = [table.played, ...table.recalled.map((one) => one.played)].find((one) => one?.number === fact.round);
      if (played === undefined || played === null) continue;
      const { rules } = content.setup as { rules: SettledRound["rules"] };
      rounds.set(fact.round, {
        number: fact.round,
        round: played.round as SettledRound["round"],
        rules,
        facts: own,
        table: content.setup.table,
      });
    }
  };
  const { damage, stretches } = verifyInFull(file, { software, follow });
  if (damage !== null) throw new BadFile(file, [damage.sentence]);
  for (const stretch of stretches) {
    const { content, from, to } = stretch;
    if (content !== null && content.game !== stud)
      throw new BadFile(file, [`it is a journal of ${content.game}; PHH is written for ${stud} alone`]);
    const why = whyNotReplayed(stretch, software);
    if (why !== null) throw new BadFile(file, [`records ${from} to ${to}: ${why}`]);
  }
  return [...rounds.values()].sort((a, b) => a.number - b.number);
}
