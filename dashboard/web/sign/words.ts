// Names of hands, as a sign says them.

import type { Reason } from "#core/settlement";
import { reason } from "#i18n/format";
import { language } from "../shared/language.ts";
import { inMoney } from "../shared/money.ts";

export interface HandWords {
  readonly name: string;
  /** "qualifies", "low 8-6-4-2-A"; empty where there is nothing to add. */
  readonly more: string;
}

export function handWords(hand: Reason | null): HandWords {
  if (hand === null) return { name: "", more: "" };
  const [name = "", more = ""] = reason(language.value, hand, inMoney).split(" · ");
  return { name, more };
}

/** For a line of its own among many: what follows a colon is left to the large hand. */
export function shortHand(hand: Reason | null): string {
  return handWords(hand).name.split(":")[0] ?? "";
}

export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1);
}
