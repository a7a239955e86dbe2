// Money is a whole number of minor units (cents, bani) or, where a house counts in chips, of chips.

export type Minor = number;

/** What an amount may be: min, min + step, min + 2·step … up to max. */
export interface Bounds {
  readonly min: Minor;
  readonly max: Minor;
  readonly step: Minor;
}

export function within(bounds: Bounds, amount: Minor): boolean {
  return Number.isSafeInteger(amount) && amount >= bounds.min && amount <= bounds.max && (amount - bounds.min) % bounds.step === 0;
}

/** Bounds that leave no choice. */
export function exactly(amount: Minor): Bounds {
  return { min: amount, max: amount, step: 1 };
}

export const roundings = ["down", "up", "half-up"] as const;
export type Rounding = (typeof roundings)[number];

/** amount × numerator / denominator in whole units, rounded by the pack's named rule. All arguments are non-negative integers. */
export function share(amount: Minor, numerator: number, denominator: number, rounding: Rounding): Minor {
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const floor = product / divisor;
  const rest = product % divisor;
  if (rest === 0n || rounding === "down") return Number(floor);
  if (rounding === "up") return Number(floor + 1n);
  return Number(2n * rest >= divisor ? floor + 1n : floor);
}

/** ISO 4217's minor units where they are not two. (`Intl` knows them too, and takes 70 ms of a table's start to find out.) */
const minorDigits: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** Digits of a currency's smallest unit, by ISO 4217: 2 for EUR, 0 for JPY. */
export function currencyDigits(code: string): number {
  for (const digits in minorDigits) if (minorDigits[digits]?.includes(code)) return Number(digits);
  return 2;
}
