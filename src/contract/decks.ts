// What crosses HTTP between a table and its page of decks.

import { z } from "zod";
import type { View } from "#core/view";

/** GET /api/decks. */
export interface DecksMessage {
  readonly table: string;
  readonly now: number;
  readonly currency: { readonly code: string; readonly minorDigits: number };
  /** A round is being played: decks are changed between rounds. */
  readonly playing: boolean;
  readonly decks: NonNullable<View["care"]>["decks"];
  readonly quarantine: NonNullable<View["care"]>["quarantine"];
  readonly signing: NonNullable<View["care"]>["signing"];
  readonly scan: View["scan"];
  /** What may be done now, the acts on decks, the second signature and the count among them. */
  readonly expected: View["expected"];
  readonly draft: DraftMessage | null;
}

/** A deck that is being registered: never one that is in play. */
export interface DraftMessage {
  readonly name: string;
  readonly perCard: number;
  readonly pass: 1 | 2;
  readonly now: string | null;
  readonly done: readonly string[];
  readonly half: readonly string[];
  readonly refused: {
    readonly why: "sameTag" | "otherDeck" | "unknownTag" | "oneAtATime" | "halfCard" | "tagLength";
    readonly card?: string;
    readonly deck?: string;
  } | null;
  readonly ready: boolean;
}

const pin = z.string().max(16);
const name = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, "use 1 to 32 letters, digits, hyphens and underscores");

/** POST /api/decks: a registration, step by step. Who begins it and who signs for it shows a PIN. */
export const registrationRequest = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("begin"), name, perCard: z.union([z.literal(1), z.literal(2)]), pin }),
  z.strictObject({ do: z.literal("choose"), card: z.string().length(2) }),
  z.strictObject({ do: z.literal("undo") }),
  z.strictObject({ do: z.literal("cancel") }),
  z.strictObject({ do: z.literal("register"), pin }),
  // Its tags are on the disk already: a command on the table's own machine has put them there.
  z.strictObject({ do: z.literal("adopt"), name, pin }),
]);
export type RegistrationRequest = z.infer<typeof registrationRequest>;
