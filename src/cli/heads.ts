// Heads that were published earlier, as they come to the command line: from a shift report (SEQ:HASH), from MQTT (JSON), or as a
// file with one a line.

import { existsSync, readFileSync } from "node:fs";
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
  return given.flatMap((one) => {
    if (!existsSync(one)) return [readHead(one, one)];
    const lines = readFileSync(one, "utf8").split("\n");
    return lines.flatMap((line, i) => (line.trim() === "" ? [] : [readHead(line.trim(), `${one}, line ${i + 1}`)]));
  });
}

function readHead(text: string, where: string): PublishedHead {
  const short = /^(\d+):([0-9a-f]{64})$/i.exec(text);
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
  if (!head.success) throw new BadFile(where, [`this is no head: ${head.error.issues[0]?.path.join(".")} is missing or wrong`]);
  const { journal, seq, signer, signature } = head.data;
  const hash = Buffer.from(head.data.hash, "hex");
  if (!isSignedBy(Buffer.from(signer, "hex"), journal, { seq, hash }, Buffer.from(signature, "hex")))
    throw new BadFile(where, [`the signature under head ${seq} does not fit: this is not what the table published`]);
  return { journal, seq, hash, signer };
}
