// A round as people look back at it: what was bet, where the cards lay, which of them the rules turned up, what was paid.

import type Database from "better-sqlite3";
import type { RecalledRound, RoundLine } from "#contract/console";
import type { Fact } from "#core/fact";
import type { Minor } from "#core/money";
import { type Served, wholeOfAll } from "#core/revision";
import { readingJournal } from "./journal-check.ts";

type Connection = Database.Database;

/** Rounds later in which a round may still be corrected. */
const correctableFor = 3;

/** The newest rounds, the last one first. */
export function recallRounds(db: Connection, file: string, count: number): readonly RoundLine[] {
  const rounds = readingJournal(file, () =>
    db.prepare<[number], number>("select round from rounds order by round desc limit ?").pluck().all(count),
  );
  return rounds.flatMap((number) => {
    const recalled = recallRound(db, file, number);
    if (recalled === null) return [];
    const { round, openedAt, endedAt, outcome } = recalled;
    return [{ round, openedAt, endedAt, outcome }];
  });
}

/** A round by its number, or null when there is none. */
export function recallRound(db: Connection, file: string, round: number): RecalledRound | null {
  return readingJournal(file, () => {
    const seqOf = db.prepare<[number], number>("select seq from rounds where round = ?").pluck();
    const first = seqOf.get(round);
    if (first === undefined) return null;
    const end = seqOf.get(round + correctableFor) ?? Number.MAX_SAFE_INTEGER;
    const texts = db
      .prepare<[number, number], string>("select facts from events where seq >= ? and seq < ? and facts <> '[]' order by seq")
      .pluck()
      .iterate(first, end);
    const facts: Fact[] = [];
    for (const text of texts) for (const fact of JSON.parse(text) as readonly Fact[]) if (fact.round === round) facts.push(fact);
    return retell(round, facts);
  });
}

/** A round from everything that was told of it. */
export function retell(round: number, facts: readonly Fact[]): RecalledRound {
  const sum = createRecall(round);
  for (const fact of withoutTakenBack(facts)) sum.take(fact);
  return sum.done();
}

/** What was taken back stays told, and does not count. */
function withoutTakenBack(facts: readonly Fact[]): readonly Fact[] {
  const gone = facts.flatMap((fact) => (fact.kind === "takenBack" ? [[fact.from, fact.to] as const] : []));
  return facts.filter(({ n }) => !gone.some(([from, to]) => n >= from && n <= to));
}

function createRecall(round: number) {
  const wagers = new Map<string, Minor>();
  const decisions: RecalledRound["decisions"][number][] = [];
  const places = new Map<string, number[]>();
  const faces = new Map<number, string>();
  const irregularities: RecalledRound["irregularities"][number][] = [];
  let openedAt = 0;
  let ended: Pick<RecalledRound, "endedAt" | "outcome"> = { endedAt: null, outcome: null };
  const revisions: Served[] = [];

  function take(fact: Fact): void {
    switch (fact.kind) {
      case "roundOpened":
        openedAt = fact.at;
        return;
      case "wager":
        wagers.set(fact.spot, fact.stake);
        return;
      case "decision":
        decisions.push({ by: fact.by, code: fact.code ?? null, how: fact.how });
        return;
      case "card":
        for (const cards of places.values()) if (cards.includes(fact.held)) cards.splice(cards.indexOf(fact.held), 1);
        places.set(fact.to, [...(places.get(fact.to) ?? []), fact.held]);
        return;
      case "shown":
        for (const { held, card } of fact.cards) faces.set(held, card);
        return;
      case "settled":
        revisions.push({ settlement: fact.settlement, served: 0 });
        return;
      case "paid":
        revisions.push(...revisions.splice(-1).map((one) => ({ ...one, served: one.served + 1 })));
        return;
      case "corrected":
        for (const { held, is } of fact.cards) faces.set(held, is);
        return;
      case "irregularity":
        irregularities.push({ at: fact.at, irregularity: fact.irregularity });
        return;
      case "roundEnded":
        ended = { endedAt: fact.at, outcome: fact.outcome };
        return;
      default:
        return;
    }
  }

  return {
    take,
    done: (): RecalledRound => ({
      round,
      openedAt,
      ...ended,
      wagers: [...wagers].flatMap(([spot, stake]) => (stake > 0 ? [{ spot, stake }] : [])),
      decisions,
      places: [...places].flatMap(([place, cards]) =>
        cards.length > 0 ? [{ place, cards: cards.map((held) => faces.get(held) ?? null) }] : [],
      ),
      settlement: wholeOfAll(revisions),
      irregularities,
    }),
  };
}
