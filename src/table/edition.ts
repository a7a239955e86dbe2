// The edition of a record: which game, by which rules, at which table, in which release. Its name is part of every record and
// holds the hash of its content, so a journal says by itself how to replay it.

import { createHash } from "node:crypto";
import type { Change } from "#contract/program";
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
  /** SHA-256 of what was installed of it, in hex; null where it was never built, absent in older journals. */
  readonly build?: string | null;
  readonly game: string;
  /** Of the game's rules as code. */
  readonly edition: number;
  readonly pack: { readonly id: string; readonly hash: string };
  readonly title: string;
  readonly site: string;
  readonly currency: string;
  readonly setup: Setup<unknown>;
  /** By device: what drives it, and the hash of its profile where it is described by one. Absent in older journals. */
  readonly drivers?: Readonly<Record<string, { readonly driver: string; readonly profile: string | null }>>;
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

const shortHash = (hash: string | null | undefined): string | null => hash?.slice(0, 8) ?? null;

/** What changed between two editions; with no first one, what the journal was begun with. */
export function changesBetween(before: EditionContent | null, after: EditionContent): readonly Change[] {
  const rules = ({ pack }: EditionContent): string => `${pack.id} (${shortHash(pack.hash)})`;
  const driver = (content: EditionContent | null, id: string): string | null => {
    const found = content?.drivers?.[id];
    return found === undefined ? null : [found.driver, shortHash(found.profile)].filter((part) => part !== null).join(" ");
  };
  if (before === null) return [{ part: "journal", before: null, after: `Pitwire ${after.software}, ${rules(after)}` }];
  const parts: Change[] = [
    { part: "software", before: before.software, after: after.software },
    { part: "build", before: shortHash(before.build), after: shortHash(after.build) },
    { part: "rules", before: rules(before), after: rules(after) },
  ];
  const devices = new Set([before, after].flatMap((content) => Object.keys(content.drivers ?? {})));
  for (const id of devices) parts.push({ part: "device", name: id, before: driver(before, id), after: driver(after, id) });
  const found = parts.filter((part) => part.before !== part.after);
  return found.length > 0 ? found : [{ part: "table", before: null, after: null }];
}
