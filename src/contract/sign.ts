// What a sign is given, and what it says of itself.

import { z } from "zod";
import type { Notice } from "#core/game";

/** All that a sign prints comes from this, the public view and the meters: the house's numbers, from the active rule pack. */
export interface SignAbout {
  readonly site: string;
  readonly table: string;
  readonly game: string;
  /** The title on signs and screens; a house may use a neutral one. */
  readonly title: string;
  readonly pack: { readonly id: string; readonly hash: string };
  readonly software: string;
  readonly language: "en" | "it" | "ro";
  readonly currency: { readonly code: string; readonly minorDigits: number };
  /** The house's own time zone, whatever the sign's machine is set to. */
  readonly timeZone: string;
  readonly notice: Notice;
  /** Progressives that wagers of this table feed, by pool. */
  readonly meters: readonly string[];
}

/** Names of signs: letters, digits, hyphens and underscores. */
export const signName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, "use 1 to 32 letters, digits, hyphens and underscores");

/**
 * What a sign says every few seconds, from its drawing loop: a picture that has frozen says nothing. POST /api/sign, or the topic
 * `…/sign/{name}`. It changes nothing at the table.
 */
export const signReport = z.strictObject({
  name: signName,
  /** The number of the view in the picture, and the hash of the rules printed there; null: none. */
  shown: z.int().nonnegative().nullable(),
  pack: z.string().max(64).nullable(),
  scene: z.string().max(32),
  /** Whether the picture is live, old and looks it, or not valid. */
  state: z.enum(["live", "stale", "notValid"]),
});
export type SignReport = z.infer<typeof signReport>;

/** How often a sign speaks, and after what silence it is taken for frozen. */
export const signReportMs = 4000;
export const signFrozenMs = 12_000;
