// What must hold at every step of a simulated table, whatever goes wrong. Each breach is one sentence.

import { deadline } from "#core/derive";
import type { Fact } from "#core/fact";
import type { AnyGame } from "#core/game";
import { balances, type Settlement } from "#core/settlement";
import { emptyTable, type Played, type Setup, type Table } from "#core/table";
import type { Recorded } from "#table/engine";
import type { Row } from "#table/journal";
import type { Disk } from "./disk.ts";
import { unlooked } from "./slips.ts";
import { ownerOf } from "./table-top.ts";

export interface LawOptions {
  readonly game: AnyGame;
  readonly setup: Setup<unknown>;
  readonly disk: Disk;
  readonly factTopic: string;
  /** Where the table's felt and the real one differ. */
  readonly differences: (table: Table) => readonly string[];
  readonly broken: (law: string, what: string) => void;
}

/** How often each round may still do what it does once. */
interface Books {
  readonly round: number;
  /** Whose hands are out by what went wrong: how many cards lie there decides nothing any more. */
  readonly dead: readonly string[];
  /** A card at a wrong place was told, and the house's rules go on with it; or somebody has answered for a felt at which he had not looked. */
  readonly goesOn: boolean;
  readonly isSettled: boolean;
  readonly isEnded: boolean;
}

interface Unwritten {
  readonly seq: number;
  readonly table: Table;
  readonly books: Books;
}

/** A face between quotation marks. */
const faces = /"([2-9TJQKA][cdhs])"/g;
const tagMark = "E004010";
const sealedBytes = 60;
/** What a custodian's share begins with: it is JSON. */
const openBrace = 123;
/** Rounds whose cards a screen may still show, beside those that may be corrected: the one in play and the last. */
const roundsShown = 3;
/** A table keeps no more than so much of the past: rounds without a count of the deck are the most of it. */
const snapshotMax = 400_000;
/** Facts that are kept although they have been heard, for one that comes twice. */
const factsKept = 2_000;
const tablesKept = 64;
const newBooks: Books = { round: 0, dead: [], goesOn: false, isSettled: true, isEnded: true };

export class Laws {
  settled = 0;
  void = 0;
  corrected = 0;
  events = 0;
  facts = 0;
  heardFacts = 0;
  readonly #options: LawOptions;
  readonly #broken: (law: string, what: string) => void;
  /** By round: the faces that were turned up in it, or that a correction named. */
  #opened = new Map<number, Set<string>>();
  /** What is recorded and perhaps not on the disk: the table after each row, and the books with it. */
  #unwritten: Unwritten[] = [];
  #books = newBooks;
  #table: Table = emptyTable;
  #recorded = 0;
  /** The rounds of the records whose rows have not been written. */
  #roundsWritten: number[] = [];
  /** Number of the last fact that the subscriber holds. */
  #held = 0;

  constructor(options: LawOptions) {
    this.#options = options;
    this.#broken = options.broken;
  }

  /** What an input led to. */
  recordedAll(before: Table, records: readonly Recorded[]): void {
    let table = before;
    for (const record of records) {
      this.#record(table, record);
      table = record.table;
    }
  }

  #record(before: Table, record: Recorded): void {
    const { event, facts, table, reply } = record;
    const { setup, game, disk } = this.#options;
    this.events++;
    this.#table = before;
    this.facts += facts.length;
    if (event.at < before.at) this.#broken("time", `${event.kind} at ${event.at} after ${before.at}`);
    let isHalted = before.halt !== null;
    for (const [i, fact] of facts.entries()) {
      if (fact.n !== before.n + 1 + i) this.#broken("numbers", `fact ${fact.n} follows ${before.n + i}`);
      if (fact.kind === "resumed") isHalted = false;
      this.#open(fact);
      this.#bury(before, fact);
      if (fact.kind === "settled") this.#settle(before, table, fact, isHalted);
      this.#follow(fact);
    }
    if (reply !== undefined) this.#lookAtReply(JSON.stringify(reply), JSON.stringify(event), table.rounds);
    this.#redKills(before, record);
    const due = event.kind === "deadline" ? deadline(table, setup, game) : null;
    if (due !== null && due <= table.at)
      this.#broken("standstill", "a deadline that has come is still due: the table would do nothing else");
    this.#roundsWritten.push(facts[0]?.round ?? table.rounds);
    this.#recorded++;
    this.#unwritten.push({ seq: this.#recorded, table, books: this.#books });
    if (this.#unwritten.length <= tablesKept) return;
    const from = this.#unwritten.findLastIndex(({ seq }) => seq <= disk.rows);
    if (from > 0) this.#unwritten = this.#unwritten.slice(from);
  }

  /** Remembers which faces anybody may see. */
  #open(fact: Fact): void {
    if (fact.kind === "shown") for (const { card } of fact.cards) this.#openedIn(fact.round).add(card);
    if (fact.kind === "corrected" || fact.kind === "correctionProposed")
      for (const { was, is } of fact.cards) this.#openedIn(fact.round).add(was).add(is);
  }

  #bury({ halt }: Table, fact: Fact): void {
    const goesOn =
      (fact.kind === "irregularity" && fact.consequence.kind === "goOn" && fact.irregularity.place !== undefined) ||
      (fact.kind === "resumed" && fact.reason === unlooked);
    if (goesOn) this.#books = { ...this.#books, goesOn };
    const place =
      fact.kind === "irregularity" && (fact.consequence.kind === "dead" || fact.consequence.kind === "foul")
        ? fact.consequence.place
        : fact.kind === "resumed" && fact.answer === "dead"
          ? halt?.irregularity.place
          : undefined;
    if (place !== undefined) this.#books = { ...this.#books, dead: [...this.#books.dead, ownerOf(place)] };
  }

  #openedIn(round: number): Set<string> {
    const found = this.#opened.get(round);
    if (found !== undefined) return found;
    const made = new Set<string>();
    const { recalled, last } = this.#table;
    const isKept = (one: number): boolean =>
      one > round - roundsShown || one === last?.number || recalled.some(({ played }) => played.number === one);
    this.#opened = new Map([...[...this.#opened].filter(([one]) => isKept(one)), [round, made]]);
    return made;
  }

  /** Each round is opened once, settled once or void, and ended once. */
  #follow(fact: Fact): void {
    const books = this.#books;
    const say = (what: string): void => this.#broken("once", `round ${fact.round}: ${what}`);
    if (fact.kind === "roundOpened") {
      if (!books.isEnded) say(`opened while round ${books.round} has not ended`);
      if (fact.round !== books.round + 1) say(`opened after round ${books.round}`);
      this.#books = { round: fact.round, dead: [], goesOn: false, isSettled: false, isEnded: false };
    } else if (fact.kind === "settled" && fact.settlement.revision === undefined) {
      if (fact.round !== books.round || books.isSettled) say("settled a second time");
      this.#books = { ...books, isSettled: true };
    } else if (fact.kind === "roundEnded") {
      if (fact.round !== books.round || books.isEnded || !books.isSettled) say("ended without a settlement, or twice");
      this.#books = { ...books, isEnded: true };
      if (fact.outcome === "settled") this.settled++;
      else this.void++;
    }
  }

  #settle(before: Table, table: Table, { settlement, round }: Extract<Fact, { kind: "settled" }>, isHalted: boolean): void {
    this.#conserve(settlement, round, playedIn(round, table, before));
    if (settlement.revision !== undefined) {
      this.corrected++;
      return;
    }
    if (settlement.outcome === "void") return;
    if (isHalted) this.#broken("halt", `round ${round} was settled while the table was halted`);
    if (table.latch?.code === "red") this.#broken("red", `round ${round} was settled under a red light`);
    // What gives every stake back no card has decided.
    if (settlement.results.every(({ outcome }) => outcome === "returned")) return;
    // Where nobody is left to be paid the round has been put away with it.
    const found = table.played?.number === round && !this.#books.goesOn ? this.#options.differences(table) : [];
    const wrong = found.filter((one) => !this.#books.dead.some((owner) => one.startsWith(`${owner}:`)));
    if (wrong.length > 0) this.#broken("felt", `round ${round} was settled by other cards than those on the felt: ${wrong.join("; ")}`);
  }

  /** No cent is made or lost: every stake is taken off its spot, every pot is emptied. */
  #conserve(settlement: Settlement, round: number, played: Played<unknown> | null): void {
    const say = (what: string): void => this.#broken("money", `round ${round}, ${what}`);
    for (const { from, to, amount } of settlement.transfers)
      if (!Number.isSafeInteger(amount) || amount <= 0 || from === to) say(`a transfer of ${amount} from ${from} to ${to}`);
    // A correction goes on from what had been carried out.
    const made = settlement.revision === undefined ? [] : (played?.revised?.moved ?? []);
    const moved = balances([...made, ...settlement.transfers]);
    let sum = 0;
    for (const [account, amount] of moved) {
      sum += amount;
      if (account.startsWith("pot/") && amount !== 0) say(`${account} keeps ${amount}`);
    }
    if (sum !== 0) say(`the transfers come to ${sum}`);
    if (played === null) return;
    const { game, setup } = this.#options;
    const stakes = game.stakes(played.round);
    for (const [spot, stake] of Object.entries(stakes)) {
      const left = stake + (moved.get(spot) ?? 0);
      if (left !== 0 && game.untracked?.(spot, setup.rules) !== true) say(`${spot} holds ${stake} and is left with ${left}`);
    }
    for (const [account, amount] of moved)
      if (/^\d+\//.test(account) && amount !== 0 && stakes[account] === undefined) say(`${account} gives ${-amount} and holds nothing`);
  }

  /** A red light over this deck makes the round in play void at once, and none opens under it. */
  #redKills({ played, latch }: Table, { facts }: Recorded): void {
    if (latch !== null && facts.some(({ kind }) => kind === "roundOpened")) this.#broken("red", `a round was opened under ${latch.code}`);
    const isLatched = facts.some((fact) => fact.kind === "latched" && fact.code === "red");
    if (!isLatched || played === null || played.settlement !== null) return;
    const isVoid = facts.some((fact) => fact.kind === "settled" && fact.settlement.outcome === "void");
    if (!isVoid) this.#broken("red", `round ${played.number} goes on under a red light`);
  }

  /**
   * A row as the journal is given it: no face and no tag of a card that lies face down is in anything that leaves the vault. What a person
   * names is no news.
   */
  written({ event, facts, sealed = [], snapshot }: Row): void {
    const round = this.#roundsWritten.shift() ?? null;
    this.#look(facts, round, "facts");
    if (!event.startsWith('{"kind":"command"')) this.#look(event, round, "an event");
    for (const blob of sealed)
      if (blob.length !== sealedBytes && blob[0] !== openBrace) this.#broken("secrecy", `a sealed record of ${blob.length} bytes`);
    if (snapshot === undefined) return;
    // Replies are kept longer than rounds are shown; each was looked at when it was given.
    const [replies, handles] = [snapshot.indexOf('"replies":'), snapshot.lastIndexOf('"handles":')];
    this.#look(snapshot.slice(0, replies) + snapshot.slice(handles), null, "a snapshot");
    if (snapshot.length > snapshotMax) this.#broken("memory", `a snapshot takes ${snapshot.length} bytes`);
  }

  /** A reply speaks of no card but those that lie open and those that the command has named. */
  #lookAtReply(reply: string, command: string, round: number): void {
    let said = reply;
    for (const [named] of command.matchAll(faces)) said = said.replaceAll(named, "");
    this.#look(said, round, "a reply");
  }

  /** `round` null: any whose cards may still be shown. */
  #look(text: string, round: number | null, where: string): void {
    if (text.includes(tagMark)) this.#broken("secrecy", `a tag in ${where}: ${text}`);
    faces.lastIndex = 0;
    for (let found = faces.exec(text); found !== null; found = faces.exec(text)) {
      const card = found[1] as string;
      const isOpen = round === null ? [...this.#opened.values()].some((one) => one.has(card)) : this.#openedIn(round).has(card);
      if (!isOpen) this.#broken("secrecy", `${card} lies face down, and is in ${where}: ${text}`);
    }
  }

  /** The program has died: what was recorded and is not on the disk has never been. */
  died(): void {
    this.#roundsWritten = [];
    const durable = this.#options.disk.rows;
    const kept = this.#unwritten.findLast(({ seq }) => seq <= durable);
    if (durable > 0 && kept?.seq !== durable) this.#broken("journal", `row ${durable} is on the disk and was never recorded`);
    if (durable < this.#recorded) this.#books = kept?.books ?? newBooks;
    this.#unwritten = kept === undefined ? [] : [kept];
    this.#recorded = durable;
  }

  /** The table as it was restored: what it was after the last row on the disk. */
  restored(table: Table): void {
    const kept = this.#unwritten.at(-1);
    if (kept === undefined) return;
    const [one, other] = [JSON.stringify(kept.table), JSON.stringify(table)];
    if (one !== other) this.#broken("restore", `the table was ${one} and is ${other}`);
  }

  /** A message that the broker has taken: nothing is told before it is on the disk, and facts come as they were written, without a gap. */
  heard(topic: string, payload: string): void {
    if (payload === "") return;
    const { disk, factTopic } = this.#options;
    const start = payload.indexOf('"n":') + 4;
    const n = Number.parseInt(payload.slice(start, start + 16), 10);
    if (topic !== factTopic) {
      if (n > disk.lastFact) this.#broken("order", `${topic} speaks of fact ${n}; the disk has ${disk.lastFact}`);
      return this.#look(payload, null, topic);
    }
    this.heardFacts++;
    const fact = payload.slice(payload.indexOf('"fact":') + 7, -1);
    if (n > this.#held + 1) this.#broken("facts", `${n} was heard after ${this.#held}`);
    if (disk.fact(n) !== fact) this.#broken("facts", `fact ${n} was heard as ${fact}, and the journal has ${disk.fact(n) ?? "nothing"}`);
    this.#held = Math.max(this.#held, n);
    disk.forget(this.#held - factsKept);
  }

  /** Whether everything on the disk has been heard. */
  get isUpToDate(): boolean {
    return this.#held === this.#options.disk.lastFact;
  }
}

/** A round as it was when it was settled, though it may have been put away already. */
function playedIn(number: number, table: Table, before: Table): Played<unknown> | null {
  const { played, recalled } = table;
  if (played?.number === number) return played;
  const kept = recalled.find((one) => one.played.number === number)?.played;
  return kept ?? (before.played?.number === number ? before.played : null);
}
