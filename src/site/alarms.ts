// The alarms of a site's tables: each once, as long as it stands and afterwards, with who acknowledged it and when.

import type Database from "better-sqlite3";
import type { SiteAlarm } from "#contract/site";

/** One alarm of a table, as long as it stands and afterwards. */
export interface KeptAlarm extends SiteAlarm {
  readonly journal: string;
}

export interface Alarms {
  /** What is told again stands as it was told last. An alarm of the same id that began at another time is another one; the one before it is over. */
  raise(alarm: Omit<KeptAlarm, "clearedAt" | "ackedBy" | "ackedAt">): void;
  clear(table: string, id: string, at: number): void;
  /** False when there is no such alarm or somebody has acknowledged it already. */
  acknowledge(alarm: Pick<KeptAlarm, "table" | "id" | "since">, by: string, at: number): boolean;
  alarm(table: string, id: string, since: number): KeptAlarm | null;
  /** Those that stand or that nobody has acknowledged, the gravest first; then by age. */
  standing(): readonly KeptAlarm[];
  /** The last ones, of one table or of all, newest first. */
  alarms(table: string | null, limit: number): readonly KeptAlarm[];
}

const schema = `
  create table if not exists alarms(
    tbl text not null, id text not null, journal text not null, code text not null, priority integer not null, weight integer not null,
    since integer not null, device text, place text, count integer, deck text, cleared_at integer, acked_by text, acked_at integer,
    primary key(tbl, id, since)) strict, without rowid;
  create index if not exists alarms_standing on alarms(priority) where cleared_at is null or acked_by is null;
  create index if not exists alarms_since on alarms(since);
`;

const alarmColumns = `tbl as "table", journal, id, code, priority, weight, since, device, place, count, deck,
  cleared_at as clearedAt, acked_by as ackedBy, acked_at as ackedAt`;

/** The alarms in this database; makes the table when there is none. */
export function openAlarms(db: Database.Database): Alarms {
  db.exec(schema);
  return {
    raise: db.transaction(({ table, journal, id, code, priority, weight, since, device, place, count, deck }) => {
      db.prepare("update alarms set cleared_at = ? where tbl = ? and id = ? and since < ? and cleared_at is null").run(
        since,
        table,
        id,
        since,
      );
      db.prepare(
        `insert into alarms(tbl, id, journal, code, priority, weight, since, device, place, count, deck) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict(tbl, id, since) do update set code = excluded.code, priority = excluded.priority, weight = excluded.weight,
           device = excluded.device, place = excluded.place, count = excluded.count, deck = excluded.deck, cleared_at = null`,
      ).run(table, id, journal, code, priority, weight, since, device, place, count, deck);
    }),
    clear: (table, id, at) => {
      db.prepare("update alarms set cleared_at = ? where tbl = ? and id = ? and cleared_at is null").run(at, table, id);
    },
    acknowledge: ({ table, id, since }, by, at) =>
      db
        .prepare("update alarms set acked_by = ?, acked_at = ? where tbl = ? and id = ? and since = ? and acked_by is null")
        .run(by, at, table, id, since).changes === 1,
    alarm: (table, id, since) =>
      db.prepare<unknown[], KeptAlarm>(`select ${alarmColumns} from alarms where tbl = ? and id = ? and since = ?`).get(table, id, since) ??
      null,
    standing: () =>
      db
        .prepare<[], KeptAlarm>(
          `select ${alarmColumns} from alarms where cleared_at is null or acked_by is null order by priority, weight desc, since`,
        )
        .all(),
    alarms: (table, limit) =>
      db
        .prepare<unknown[], KeptAlarm>(`select ${alarmColumns} from alarms where tbl = coalesce(?, tbl) order by since desc limit ?`)
        .all(table, limit),
  };
}
