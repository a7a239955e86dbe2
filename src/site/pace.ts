// How long things take at the tables of a site: the phases of each game, as they have lasted lately.

/** Of these last ones the middle half is what is usual. */
const kept = 60;
/** Fewer say nothing. */
const enough = 8;

export class Pace {
  readonly #lasted = new Map<string, number[]>();
  readonly #usual = new Map<string, readonly [number, number]>();

  /** A phase has ended after `ms`. */
  took(game: string, phase: string, ms: number): void {
    const key = `${game} ${phase}`;
    const lasted = [...(this.#lasted.get(key) ?? []), ms].slice(-kept);
    this.#lasted.set(key, lasted);
    if (lasted.length < enough) return;
    const sorted = [...lasted].sort((one, other) => one - other);
    const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
    this.#usual.set(key, [at(0.25), at(0.75)]);
  }

  /** Between which durations, in milliseconds, the middle half of them lie; null: too few were seen. */
  usual(game: string, phase: string): readonly [number, number] | null {
    return this.#usual.get(`${game} ${phase}`) ?? null;
  }
}
