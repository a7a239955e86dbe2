// Whether a picture may be taken for live. Old is worse than nothing: what is old looks old, and what cannot be vouched for is words.

export type Validity = "live" | "stale" | "notValid";

/** Pack hashes as they were last heard, and for how long nothing was. */
export interface Heard {
  /** Of the rules that are printed. */
  readonly about: string | null;
  /** Of the rules that the state was played by. */
  readonly view: string | null;
  readonly beat: string | null;
  /** Since the last beat of the table. */
  readonly silentMs: number;
  /** Since the line was lost; 0: it stands. */
  readonly lostMs: number;
  /** Of the last that is known, a start of this page included. */
  readonly ageMs: number;
}

/** Two beats missed and half of a third. */
export const silentMaxMs = 2_500;
/** A table that starts anew is back sooner; one that is gone may come back with other rules. */
export const lostMaxMs = 900;
/** Rules as old as that are no longer shown at all. */
export const forgottenMs = 15 * 60_000;

export function judge({ about, view, beat, silentMs, lostMs, ageMs }: Heard): Validity {
  if (about === null || view === null) return "notValid";
  if (about !== view || (beat !== null && about !== beat)) return "notValid";
  if (silentMs <= silentMaxMs && lostMs <= lostMaxMs) return "live";
  return ageMs > forgottenMs ? "notValid" : "stale";
}
