// What turns by the clock: the page, the language, and the place of the whole picture against burn-in. Signs of one table, and of
// a whole floor, turn together, because they all count the table's time.

import type { DimHours } from "./address.ts";

export const pageMs = 20_000;
export const shiftMs = 180_000;
const shiftPx = 4;

/** A table that has been closed for so long sleeps. */
export const sleepAfterMs = 10 * 60_000;

export interface Turn {
  readonly page: number;
  readonly language: number;
}

/** Every page comes in every language: the language turns first. */
export function turnAt(now: number, pages: number, languages: number): Turn {
  const turns = Math.floor(now / pageMs);
  return { page: Math.floor(turns / Math.max(1, languages)) % Math.max(1, pages), language: turns % Math.max(1, languages) };
}

const corners = [
  [0, 0],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** Where the picture stands, in pixels from its place. */
export function shiftAt(now: number): { readonly x: number; readonly y: number } {
  const [x, y] = corners[Math.floor(now / shiftMs) % corners.length] ?? [0, 0];
  return { x: x * shiftPx, y: y * shiftPx };
}

/** Whether a clock that shows `minutes` since midnight stands within these hours, which may go over midnight. */
export function isWithin({ from, to }: DimHours, minutes: number): boolean {
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}
