// Figures in the language of this screen and the currency of the table.

import { signal } from "@preact/signals";
import type { Option } from "#core/opening";
import { amount, type Currency, chips, count, meterParts, range as rangeOf } from "#i18n/format";
import { language } from "./language.ts";

/** The table's currency, once it is known. */
export const currencyShown = signal<Currency>({ code: "", minorDigits: 0 });

export function currency(): Currency {
  return currencyShown.value;
}

/** As chips lie on the felt: no symbol. */
export function inChips(minor: number): string {
  return chips(language.value, minor, currency());
}

/** What an option's amount counts: money as chips, points as a plain number. */
export function inUnit(amount: number, unit?: Option["unit"]): string {
  return unit === undefined ? inChips(amount) : count(language.value, amount);
}

/** As a sign says it: with the symbol. */
export function inMoney(minor: number): string {
  return amount(language.value, minor, currency());
}

/** Limits as a sign says them; one amount where there is no choice. */
export function range(min: number, max: number): string {
  return rangeOf(language.value, min, max, currency());
}

/** A meter's figure: the whole units, and what is set smaller beside them. */
export function inMeter(minor: number): ReturnType<typeof meterParts> {
  return meterParts(language.value, minor, currency());
}
