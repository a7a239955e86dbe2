// CSS pixels a millimetre. A screen that has been measured says so (?mm=5.9, kept on the device); else the layout fills the window.

import { signal } from "@preact/signals";

/** What the layout needs, in millimetres: that of a 10.1 inch screen, lying or standing. */
const layout = { long: 1280 / 5.9, short: 800 / 5.9 };

/** The screen is higher than wide. */
export const standing = signal(false);
const kept = "pitwire.mm";

export function fitting(width: number, height: number): number {
  return Math.min(Math.max(width, height) / layout.long, Math.min(width, height) / layout.short);
}

/** The measured size of a text such as "5.9", or null where it makes no sense. */
export function measured(text: string | null): number | null {
  const mm = Number(text);
  return text !== null && mm >= 1 && mm <= 30 ? mm : null;
}

/** Sets --mm and which way the screen stands, now and whenever the window changes. */
export function setSize(): void {
  const asked = measured(new URLSearchParams(location.search).get("mm"));
  if (asked !== null) localStorage.setItem(kept, String(asked));
  const known = asked ?? measured(localStorage.getItem(kept));
  const apply = (): void => {
    standing.value = innerHeight > innerWidth;
    document.documentElement.style.setProperty("--mm", `${known ?? fitting(innerWidth, innerHeight)}px`);
  };
  apply();
  addEventListener("resize", apply);
}
