// How this screen looks, as the dealer who works at it wants it: kept on this device, a set a person, never at the table.

import { effect, signal } from "@preact/signals";
import { isLanguage, type Language } from "#i18n/format";
import { language, speak } from "../shared/language.ts";

export const themes = ["night", "dusk", "day"] as const;
export type Theme = (typeof themes)[number];

export interface Screen {
  readonly theme: Theme;
  /** Steps below full brightness. STOP ignores them. */
  readonly dim: number;
  readonly hand: "right" | "left";
  readonly suits: "four" | "two";
  readonly sound: boolean;
  /** null: the language of the house. */
  readonly language: Language | null;
}

export const plain: Screen = { theme: "night", dim: 0, hand: "right", suits: "four", sound: false, language: null };
export const dimMost = 4;

const kept = "pitwire.screen";

export const screen = signal<Screen>(plain);
/** Whose set it is; null: that of nobody in particular. */
const owner = signal<string | null>(null);

/** A kept set, or what of it still makes sense. */
export function readScreen(text: string | null): Screen {
  let found: Partial<Record<keyof Screen, unknown>>;
  try {
    found = (JSON.parse(text ?? "{}") ?? {}) as typeof found;
  } catch {
    return plain;
  }
  const dim = Number(found.dim);
  return {
    theme: themes.find((one) => one === found.theme) ?? plain.theme,
    dim: dim >= 0 && dim <= dimMost ? Math.floor(dim) : plain.dim,
    hand: found.hand === "left" ? "left" : "right",
    suits: found.suits === "two" ? "two" : "four",
    sound: found.sound === true,
    language: isLanguage(found.language as string) ? (found.language as Language) : null,
  };
}

function keyOf(name: string | null): string {
  return name === null ? kept : `${kept}.${name}`;
}

/** The set of who deals now; what the address asks for (?hand=left&theme=day) comes first. */
export function useScreenOf(dealer: { readonly name: string; readonly language?: string } | null, search: string, house: Language): void {
  owner.value = dealer?.name ?? null;
  const own = readScreen(localStorage.getItem(keyOf(owner.value)));
  const asked = new URLSearchParams(search);
  const spoken = isLanguage(asked.get("lang")) ? (asked.get("lang") as Language) : null;
  const dealers = isLanguage(dealer?.language) ? (dealer?.language as Language) : null;
  screen.value = {
    ...own,
    theme: themes.find((one) => one === asked.get("theme")) ?? own.theme,
    hand: asked.get("hand") === "left" ? "left" : own.hand,
    suits: asked.get("suits") === "two" ? "two" : own.suits,
  };
  speak(spoken ?? own.language ?? dealers ?? house);
}

/** Changes this screen and keeps it. */
export function setScreen(change: Partial<Screen>): void {
  screen.value = { ...screen.value, ...change };
  if (change.language) speak(change.language);
  localStorage.setItem(keyOf(owner.value), JSON.stringify(screen.value));
}

/** Puts the set on the page. */
export function dress(root: HTMLElement): void {
  effect(() => {
    const { theme, hand, suits, dim } = screen.value;
    Object.assign(root.dataset, { theme, hand, suits, dim: dim > 0 ? "on" : "off" });
    root.style.setProperty("--dim", String(1 - 0.18 * dim));
    document.documentElement.style.colorScheme = theme === "day" ? "light" : "dark";
    document.documentElement.lang = language.value;
  });
}

let speaker: AudioContext | null = null;

/** A click on release, where the dealer wants one. */
export function click(): void {
  if (!screen.value.sound) return;
  speaker ??= new AudioContext();
  const tone = speaker.createOscillator();
  const volume = speaker.createGain();
  tone.frequency.value = 1_800;
  volume.gain.setValueAtTime(0.2, speaker.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, speaker.currentTime + 0.02);
  tone.connect(volume).connect(speaker.destination);
  tone.start();
  tone.stop(speaker.currentTime + 0.02);
}
