// The language of this screen. `t` reads the signal, so that a component that says something is drawn anew when it changes.

import { signal } from "@preact/signals";
import type { Key } from "#i18n/format";
import { type Given, isLanguage, type Language, say } from "#i18n/format";

export const language = signal<Language>("en");

/** Languages of the address (?lang=it or ?lang=en,it), in its order. */
export function askedLanguages(search: string): readonly Language[] {
  return (new URLSearchParams(search).get("lang") ?? "").split(",").filter(isLanguage);
}

export function speak(next: Language): void {
  language.value = next;
  document.documentElement.lang = next;
}

/** The text of a key in the language of this screen. */
export function t<K extends Key>(key: K, ...given: Given<K>): string {
  return say(language.value, key, ...given);
}
