// What a site knows of its tables now: the last each of them has said, and how old that is.

import type { AboutMessage, StateMessage, StatusMessage } from "#contract/message";
import type { SiteTable, TableStatus } from "#contract/site";
import type { TableJournal } from "./history.ts";

/** A table says every second that it lives; past this what is shown of it is old. */
export const silentAfterMs = 2_500;

interface Known {
  about: AboutMessage | null;
  status: StatusMessage | null;
  state: StateMessage | null;
  journal: string | null;
  heardAt: number;
}

export class Floor {
  readonly #tables = new Map<string, Known>();
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
    this.#of(table).state = state;
  }

  /** A beat is news of this moment; what stood retained at the broker may be of yesterday. */
  beat(table: string, journal: string): void {
    const known = this.#of(table);
    known.heardAt = this.#clock();
    known.journal = journal;
  }

  isOnline(table: string): boolean {
    const known = this.#tables.get(table);
    return known !== undefined && statusOf(known, this.#clock()) !== "offline" && statusOf(known, this.#clock()) !== "silent";
  }

  tables(missing: (of: TableJournal) => number): readonly SiteTable[] {
    const now = this.#clock();
    return [...this.#tables]
      .filter(([, { about }]) => about !== null)
      .map(([table, known]): SiteTable => {
        const { about, status, state, journal, heardAt } = known;
        return {
          table,
          game: about?.game ?? "",
          title: about?.title ?? table,
          pack: about?.pack ?? { id: "", hash: "" },
          status: statusOf(known, now),
          why: status?.why ?? null,
          heardAt,
          missing: journal === null ? 0 : missing({ table, journal }),
          view: state?.view ?? null,
        };
      })
      .sort((one, other) => one.table.localeCompare(other.table, "en", { numeric: true }));
  }

  #of(table: string): Known {
    const known = this.#tables.get(table) ?? { about: null, status: null, state: null, journal: null, heardAt: 0 };
    this.#tables.set(table, known);
    return known;
  }
}

function statusOf({ status, heardAt }: Known, now: number): TableStatus {
  if (status?.status === "offline") return "offline";
  if (now - heardAt > silentAfterMs) return "silent";
  return status?.status ?? "online";
}
