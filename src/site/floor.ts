// What a site knows of its tables now: the last each of them has said, and how old that is.

import type { AboutMessage, StateMessage, StatusMessage } from "#contract/message";
import type { SiteTable, TableNow, TableStatus } from "#contract/site";
import type { TableJournal } from "./history.ts";
import { Pace } from "./pace.ts";

/** A table says every second that it lives; past this what is shown of it is old. */
export const silentAfterMs = 2_500;

interface Known {
  about: AboutMessage | null;
  status: StatusMessage | null;
  state: StateMessage | null;
  journal: string | null;
  heardAt: number;
  /** When the site first heard of it. */
  readonly knownSince: number;
  /** When the phase began; null: before the site looked. */
  phaseSince: number | null;
}

export interface Measured {
  missing(of: TableJournal): number;
  roundsPerHour(table: string): number | null;
}

export class Floor {
  readonly #tables = new Map<string, Known>();
  readonly #pace = new Pace();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  about(table: string, about: AboutMessage): void {
    this.#of(table).about = about;
  }

  status(table: string, status: StatusMessage): void {
    this.#of(table).status = status;
  }

  state(table: string, state: StateMessage): void {
    const known = this.#of(table);
    const before = known.state;
    known.state = state;
    if (before === null || before.view.phase === state.view.phase) return;
    const now = this.#clock();
    if (known.phaseSince !== null && known.about !== null) this.#pace.took(known.about.game, before.view.phase, now - known.phaseSince);
    known.phaseSince = now;
  }

  /** A beat is news of this moment; what stood retained at the broker may be of yesterday. */
  beat(table: string, journal: string): void {
    const known = this.#of(table);
    known.heardAt = this.#clock();
    known.journal = journal;
  }

  /** The journal that a table writes now; null: it has not been heard. */
  journal(table: string): string | null {
    return this.#tables.get(table)?.journal ?? null;
  }

  isOnline(table: string): boolean {
    const known = this.#tables.get(table);
    return known !== undefined && !["offline", "silent"].includes(statusOf(known, this.#clock()));
  }

  /** Tables that have gone without a word, and since when they have not been heard. One that was switched off has said so. */
  gone(): readonly { readonly table: string; readonly journal: string | null; readonly since: number }[] {
    const now = this.#clock();
    return [...this.#tables]
      .filter(
        ([, known]) => known.about !== null && known.status?.why !== "stopped" && ["silent", "offline"].includes(statusOf(known, now)),
      )
      .map(([table, { journal, heardAt, knownSince }]) => ({ table, journal, since: Math.max(heardAt, knownSince) }));
  }

  tables({ missing, roundsPerHour }: Measured): readonly SiteTable[] {
    const now = this.#clock();
    return [...this.#tables]
      .flatMap(([table, known]): readonly SiteTable[] => {
        const { about, status, journal, heardAt } = known;
        if (about === null) return [];
        return [
          {
            table,
            game: about.game,
            title: about.title,
            pack: about.pack,
            timeZone: about.timeZone,
            status: statusOf(known, now),
            why: status?.why ?? null,
            heardAt,
            missing: journal === null ? 0 : missing({ table, journal }),
            now: this.#nowOf(known, about.game, now),
            roundsPerHour: roundsPerHour(table),
          },
        ];
      })
      .sort((one, other) => one.table.localeCompare(other.table, "en", { numeric: true }));
  }

  #nowOf({ state, phaseSince }: Known, game: string, now: number): TableNow | null {
    if (state === null) return null;
    const { phase, stage, round, rounds, deal, stop, waiting, lamps, manual, seats } = state.view;
    return {
      ...{ phase, stage, round, rounds, deal, stop, waiting, lamps, manual },
      seats: seats.length,
      playing: seats.filter(({ playing, sitting }) => playing || sitting).length,
      phaseMs: phaseSince === null ? null : Math.max(0, now - phaseSince),
      usualMs: this.#pace.usual(game, phase),
    };
  }

  #of(table: string): Known {
    const known = this.#tables.get(table) ?? {
      ...{ about: null, status: null, state: null, journal: null, heardAt: 0, phaseSince: null },
      knownSince: this.#clock(),
    };
    this.#tables.set(table, known);
    return known;
  }
}

function statusOf({ status, heardAt }: Known, now: number): TableStatus {
  if (status?.status === "offline") return "offline";
  if (now - heardAt > silentAfterMs) return "silent";
  return status?.status ?? "online";
}
