// What hangs on the wall between two hands, page by page, made from the notice alone: paytables side by side and one above the other as
// far as they fit, then stakes and house rules.

import type { Limit, Notice, Paytable } from "#core/game";
import type { Reason } from "#core/settlement";

export type Page =
  | { readonly kind: "tables"; readonly bands: readonly (readonly Paytable[])[] }
  | { readonly kind: "house"; readonly limits: readonly Limit[]; readonly rules: readonly Reason[] };

export interface Pages {
  /** Shown whatever the table does: what a wager pays, or what a game costs. */
  readonly play: readonly Page[];
  /** Shown beside them while no hand is played. */
  readonly house: readonly Page[];
}

/** Columns of figures that stand beside each other; a table's hands take about as much as two. */
const roomAcross = 6;
const roomOfHands = 2;
/** Rows that stand above each other; a heading takes as much as one and a half. */
const roomDown = 12.5;
const roomOfHeading = 1.5;
/** Rules are set in a row, or where they are longer than this in two lines. */
const ruleLineMax = 52;
const roomOfRule = 1.05;
const roomOfLongRule = 1.55;
const roomOfHouse = 10.6;

/** `lengthOf`: a rule's letters, in the language it is shown in. */
export function composePages({ paytables, limits, rules }: Notice, lengthOf: (rule: Reason) => number): Pages {
  const tables = stack(lineUp(paytables)).map((bands): Page => ({ kind: "tables", bands }));
  const house = housePages(limits, rules, lengthOf);
  return tables.length === 0 ? { play: house.slice(0, 1), house: house.slice(1) } : { play: tables, house };
}

/** Stakes, and under them rules as far as they fit; the others page by page, as many on each. */
function housePages(limits: readonly Limit[], rules: readonly Reason[], lengthOf: (rule: Reason) => number): readonly Page[] {
  const pages: { limits: readonly Limit[]; rules: Reason[]; left: number }[] = [];
  const room = (rule: Reason): number => (lengthOf(rule) > ruleLineMax ? roomOfLongRule : roomOfRule);
  if (limits.length > 0) pages.push({ limits, rules: [], left: roomOfHouse - roomOfHeading - limits.length - roomOfHeading });
  for (const rule of rules) {
    const page = pages.at(-1);
    if (page === undefined || page.left < room(rule))
      pages.push({ limits: [], rules: [rule], left: roomOfHouse - roomOfHeading - room(rule) });
    else {
      page.rules.push(rule);
      page.left -= room(rule);
    }
  }
  return pages.map(({ left, ...page }) => ({ kind: "house", ...page }));
}

/** Side by side: each table in the first band that has room for it, in the order of the notice. */
function lineUp(tables: readonly Paytable[]): readonly (readonly Paytable[])[] {
  const bands: { tables: Paytable[]; left: number }[] = [];
  for (const table of tables) {
    const width = roomOfHands + table.columns.length;
    const band = bands.find(({ left }) => left >= width);
    if (band === undefined) bands.push({ tables: [table], left: roomAcross - width });
    else {
      band.tables.push(table);
      band.left -= width;
    }
  }
  return bands.map((band) => band.tables);
}

/** One above the other: as many bands as a page has room for. */
function stack(bands: readonly (readonly Paytable[])[]): readonly (readonly (readonly Paytable[])[])[] {
  const pages: { bands: (readonly Paytable[])[]; left: number }[] = [];
  for (const band of bands) {
    const height = heightOf(band);
    const page = pages.at(-1);
    if (page === undefined || page.left < height) pages.push({ bands: [band], left: roomDown - height });
    else {
      page.bands.push(band);
      page.left -= height;
    }
  }
  return pages.map((page) => page.bands);
}

export function heightOf(band: readonly Paytable[]): number {
  return roomOfHeading + Math.max(0, ...band.map(({ rows }) => rows.length));
}
