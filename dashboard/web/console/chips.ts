// A payment in chips: the largest first, from the values in the rack.

import type { Minor } from "#core/money";

export interface Stack {
  readonly value: Minor;
  readonly count: number;
}

export interface Breakdown {
  readonly stacks: readonly Stack[];
  /** What no chip in the rack can pay. */
  readonly rest: Minor;
}

/** `values` in any order; values that are not positive are left out. */
export function breakDown(amount: Minor, values: readonly Minor[]): Breakdown {
  let rest = amount;
  const stacks: Stack[] = [];
  for (const value of [...values].filter((one) => one > 0).sort((a, b) => b - a)) {
    const count = Math.floor(rest / value);
    if (count === 0) continue;
    stacks.push({ value, count });
    rest -= count * value;
  }
  return { stacks, rest };
}

export interface ChipColour {
  readonly body: string;
  readonly spot: string;
  readonly ink: string;
}

const light = "#F3EDE0";
const dark = "#16181A";
const known: Readonly<Record<number, ChipColour>> = {
  1: { body: "#D9D4C6", spot: "#3E6DB5", ink: dark },
  5: { body: "#C23B33", spot: light, ink: "#FFFFFF" },
  10: { body: "#3E6DB5", spot: light, ink: "#FFFFFF" },
  25: { body: "#2F8F5B", spot: light, ink: "#FFFFFF" },
  50: { body: "#C77A1E", spot: light, ink: dark },
  100: { body: "#33363A", spot: "#D9D4C6", ink: "#FFFFFF" },
  500: { body: "#6B4A9A", spot: light, ink: "#FFFFFF" },
  1000: { body: "#C9A227", spot: dark, ink: dark },
};
const others: readonly ChipColour[] = [
  { body: "#8A5A44", spot: light, ink: "#FFFFFF" },
  { body: "#1F7A86", spot: light, ink: "#FFFFFF" },
  { body: "#B0568A", spot: light, ink: "#FFFFFF" },
];

/**
 * The colour of a chip of so many major units: the house's own ("#RRGGBB"), else the usual one; a value without one takes its own,
 * always the same.
 */
export function chipColour(majorUnits: number, own?: string): ChipColour {
  if (own !== undefined) return isLight(own) ? { body: own, spot: dark, ink: dark } : { body: own, spot: light, ink: "#FFFFFF" };
  return known[majorUnits] ?? (others[Math.round(majorUnits * 100) % others.length] as ChipColour);
}

/** Whether dark figures are easier to read on it than white ones: WCAG's relative luminance above 0.18. */
function isLight(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
}
