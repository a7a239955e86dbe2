// Heads that were published earlier, as they come to the command line: from a shift report (SEQ:HASH), from MQTT (JSON), or as a
// file with one a line.

import { existsSync, readFileSync, statSync } from "node:fs";
import { z } from "zod";
import type { Head } from "#table/journal";
import { BadFile } from "#table/problems";
import { isSignedBy } from "#table/signed-head";

export interface PublishedHead extends Head {
  /** Where it came from, and what it says of itself. */
  readonly journal: string | null;
  readonly signer: string | null;
}

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`, "i"));
const message = z.object({ journal: z.string(), seq: z.int().positive(), hash: hex(32), signer: hex(32), signature: hex(64) });

/** @throws BadFile naming what is no head, or whose signature does not fit */
export function readHeads(given: readonly string[]): readonly PublishedHead[] {
  const heads = given.flatMap((one) => (existsSync(one) ? headsIn(one) : [readHead(one, one)]));
  for (const [i, head] of heads.entries()) {
    const other = heads.slice(0, i).find(({ seq, journal }) => seq === head.seq && (journal ?? head.journal) === (head.journal ?? journal));
    if (other !== undefined && !Buffer.from(other.hash).equals(head.hash))
      throw new BadFile("verify", [
        `two heads at record ${head.seq} contradict each other: ${hexOf(other.hash)} and ${hexOf(head.hash)}. One of them is forged, or the journal was written anew: keep both`,
      ]);
  }
  return heads;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function headsIn(file: string): readonly PublishedHead[] {
  if (!statSync(file).isFile()) throw new BadFile(file, ["this is no file of heads"]);
  const lines = readFileSync(file, "utf8").split("\n");
  const heads = lines.flatMap((line, i) => (line.trim() === "" ? [] : [readHead(line.trim(), `${file}, line ${i + 1}`)]));
  if (heads.length === 0) throw new BadFile(file, ["there is no head in it: nothing would be compared"]);
  return heads;
}

function readHead(text: string, where: string): PublishedHead {
  const short = /^([1-9]\d*):([0-9a-f]{64})$/i.exec(text);
  if (short !== null) return { seq: Number(short[1]), hash: Buffer.from(short[2] as string, "hex"), journal: null, signer: null };
  let parsed: unknown;
  try {
    // mosquitto_sub -v prints the topic first.
    parsed = JSON.parse(text.slice(Math.max(0, text.indexOf("{"))));
  } catch {
    throw new BadFile(where, [
      "this is no head: give SEQ:HASH from a shift report, a message of the topic …/head, or a file of such lines",
    ]);
  }
  const head = message.safeParse(parsed);
  if (!head.success)
    throw new BadFile(where, [`this is no head: ${head.error.issues[0]?.path.join(".") || "what it holds"} is missing or wrong`]);
  const { journal, seq, signer, signature } = head.data;
  const hash = Buffer.from(head.data.hash, "hex");
  if (!isSignedBy(Buffer.from(signer, "hex"), journal, { seq, hash }, Buffer.from(signature, "hex")))
    throw new BadFile(where, [`the signature under head ${seq} does not fit: this is not what the table published`]);
  return { journal, seq, hash, signer };
}
