// The tags of a deck leave a table only by two people in two roles, who prove who they are with their keys; that they did is on record
// before anybody sees a tag.

import type { Operator } from "#core/operator";
import type { TableConfig } from "./config.ts";
import { publicKeyOf } from "./custody.ts";
import type { Deck } from "./deck-store.ts";

/**
 * Who two opened keys belong to.
 * @throws Error when one is no custodian's of this table, or both are of one role
 */
export function ownersOf(
  { custodians }: Pick<TableConfig, "custodians">,
  keys: readonly Uint8Array[],
): readonly Pick<Operator, "name" | "role">[] {
  const owners = keys.map((key) => {
    const own = Buffer.from(publicKeyOf(key)).toString("base64url");
    const found = custodians.find((one) => one.key === own);
    if (found === undefined) throw new Error("One of the keys belongs to no custodian of this table.");
    return { name: found.name, role: found.role };
  });
  if (new Set(owners.map(({ role }) => role)).size !== 2) throw new Error("Two people in two roles are needed: both keys are of one role.");
  return owners;
}

/** The lines that `pitwire deck import` reads. */
export function deckLines(deck: Deck): string {
  return `card,tag\n${[...deck].map(([tag, card]) => `${card},${tag}`).join("\n")}\n`;
}
