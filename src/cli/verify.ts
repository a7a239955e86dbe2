// pitwire verify JOURNAL: hashes every record again, and plays again what this release wrote. Needs no key and changes nothing.

import { readSigners } from "#table/journal";
import { softwareVersion } from "#table/package-root";
import { BadFile } from "#table/problems";
import { type FullVerification, type Stretch, verifyInFull, whyNotReplayed } from "#table/verify-journal";
import type { Command } from "./command.ts";
import { type PublishedHead, readHeads } from "./heads.ts";

export const verify: Command = {
  usage: "pitwire verify JOURNAL [--head SEQ:HASH|JSON|FILE …] [--signer KEY]",
  about: "check every record of a journal, play its rounds again and settle them again; the first bad record is named",
  options: { head: { type: "string", multiple: true }, signer: { type: "string" } },
  run: async ([file, ...more], { head, signer }, out) => {
    if (file === undefined) throw new BadFile("verify", ["name the journal: pitwire verify FOLDER/journal.sqlite"]);
    if (more.length > 0) throw new BadFile("verify", [`one journal at a time: ${more.join(" ")} would not be looked at`]);
    const heads = readHeads((Array.isArray(head) ? head : []).map(String));
    const software = softwareVersion();
    const found = verifyInFull(file, { software }, heads);
    tell(found, software, out);
    const trouble = foreignHead(found.id, heads) ?? found.damage?.sentence ?? wrongSigner(file, signer, heads);
    if (trouble !== null) {
      out(`Journal ${found.id}: ${trouble}`);
      return 1;
    }
    for (const { seq } of heads) out(`  the published head at record ${seq} fits`);
    return 0;
  },
};

function tell(found: FullVerification, software: string, out: (line: string) => void): void {
  const { id, records, head, stretches, settled, voided, opened } = found;
  out(`Journal ${id}: ${records} records stand whole. Head: record ${head.seq}, ${Buffer.from(head.hash).toString("hex")}`);
  for (const stretch of stretches)
    out(`  records ${stretch.from} to ${stretch.to}: ${writer(stretch)}: ${whyNotReplayed(stretch, software) ?? "replayed"}`);
  out(`  ${settled} rounds settled again, ${voided} void; ${opened} opened cards are those committed to`);
}

function writer({ edition, content }: Stretch): string {
  if (content === null) return edition;
  return `Pitwire ${content.software}, ${content.game} edition ${content.edition}, rules ${content.pack.id} (${content.pack.hash.slice(0, 8)})`;
}

function foreignHead(id: string, heads: readonly PublishedHead[]): string | null {
  const foreign = heads.find(({ journal }) => journal !== null && journal !== id);
  return foreign === undefined ? null : `the head at record ${foreign.seq} is of another journal, ${foreign.journal}`;
}

/** With a signer's key from elsewhere, a journal that was written anew as a whole shows too. */
function wrongSigner(file: string, signer: unknown, heads: readonly PublishedHead[]): string | null {
  if (typeof signer !== "string") return null;
  const wanted = signer.toLowerCase();
  const signers = readSigners(file);
  if (signers.length === 0) return "no head in it is signed";
  const other = [...signers, ...heads.flatMap((one) => one.signer ?? [])].find((one) => one.toLowerCase() !== wanted);
  return other === undefined ? null : `a head was signed by ${other}, not by the key given`;
}
