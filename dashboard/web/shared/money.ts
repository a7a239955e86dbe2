// Figures in the language of this screen and the currency of the table.

import { amount, type Currency, chips } from "#i18n/format";
import { language } from "./language.ts";
import { about } from "./stream.ts";

const none: Currency = { code: "", minorDigits: 0 };

export function currency(): Currency {
  return about.value?.currency ?? none;
}

/** As chips lie on the felt: no symbol. */
export function inChips(minor: number): string {
  return chips(language.value, minor, currency());
}

/** As a sign says it: with the symbol. */
export function inMoney(minor: number): string {
  return amount(language.value, minor, currency());
}

/** Limits as a sign says them; one amount where there is no choice. */
export function range(min: number, max: number): string {
  return min === max ? inMoney(min) : `${inMoney(min)} – ${inMoney(max)}`;
}
