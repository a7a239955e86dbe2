// The edition of a record: which game, by which rules, at which table, in which release. Its name is part of every record and
// holds the hash of its content, so a journal says by itself how to replay it.

import { createHash } from "node:crypto";
import type { Setup } from "#core/table";

export interface Edition {
  /** "high-card-flush@1+" and 32 hex digits. */
  readonly name: string;
  /** What the name stands for, as JSON. */
  readonly content: string;
}

export interface EditionContent {
  /** The release that wrote it. */
  readonly software: string;
  readonly game: string;
  /** Of the game's rules as code. */
  readonly edition: number;
  readonly pack: { readonly id: string; readonly hash: string };
  readonly title: string;
  readonly site: string;
  readonly currency: string;
  readonly setup: Setup<unknown>;
}

const hashDigits = 32;
const hashOf = (content: string): string => createHash("sha256").update(content).digest("hex").slice(0, hashDigits);

export function makeEdition(content: EditionContent): Edition {
  const text = JSON.stringify(content);
  return { name: `${content.game}@${content.edition}+${hashOf(text)}`, content: text };
}

/** Whether a name holds the hash of what it stands for; names without one stand for themselves. */
export function isHashed(name: string): boolean {
  return /\+[0-9a-f]{32}$/.test(name);
}

export function standsFor(name: string, content: string): boolean {
  return isHashed(name) && name.endsWith(`+${hashOf(content)}`);
}

/** The content of an edition whose text was found whole. */
export function readEdition(content: string): EditionContent {
  return JSON.parse(content) as EditionContent;
}
