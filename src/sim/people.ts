// The people at a simulated table: a dealer, the floor, a manager. They look at the same view as at the console and work from its openings
// alone; they know no game. They make mistakes with cards and keys, and tell the truth when they are asked to compare.

import { countDue } from "#core/count-due";
import { expected, lampSign, waiting } from "#core/derive";
import type { Command } from "#core/event";
import { type Held, type Place, seatOf } from "#core/felt";
import type { AnyGame } from "#core/game";
import { isTyped } from "#core/manual-state";
import type { Operator } from "#core/operator";
import type { Setup, Table } from "#core/table";
import { phaseOf, stopOf, type View, view } from "#core/view";
import type { Chance } from "./chance.ts";
import { type Move, nextMove, type Seen } from "./dealer.ts";
import { layOut } from "./lay-out.ts";
import type { Process } from "./process.ts";
import { cardOf } from "./reader.ts";
import { confirming, dealer, floor, manager, type Slip, slipsOf } from "./slips.ts";
import type { TableTop } from "./table-top.ts";

export interface Habits {
  /** Players at the table, as a rule. */
  readonly players: number;
  /** Milliseconds between two things that somebody does. */
  readonly thinkMs: number;
  /** Mistakes for each thing that is done, 0 to 1. */
  readonly mistakes: number;
}

export interface PeopleOptions {
  readonly game: AnyGame;
  readonly setup: Setup<unknown>;
  readonly top: TableTop;
  readonly chance: Chance;
  readonly habits: Habits;
  readonly deckNames: readonly string[];
  /** Milliseconds, on a clock that never jumps. */
  readonly now: () => number;
  /** Something somebody did wrong, by name. */
  readonly erred: (what: string) => void;
  readonly tell: (who: string, what: () => string) => void;
}

/** How long people look at a halted table, so that readers and lamps have said what they have to say. */
const lookMs = 2_500;
const waitMs = 150;
const waitMaxMs = 400;
const shuffleMs = 20;

export class People {
  readonly #options: PeopleOptions;
  readonly #slips: Readonly<Record<string, Slip>>;
  readonly #slipNames: readonly string[];
  #process: Process | null = null;
  #ids = 0;
  #waited = 1;
  #mistakes: number;
  /** What people are looking at, and since when. */
  #looking: { readonly at: unknown; readonly since: number } | null = null;
  #lostCards = 0;
  #last: { readonly id: string; readonly by: Operator; readonly command: Command } | null = null;

  constructor(options: PeopleOptions) {
    this.#options = options;
    this.#mistakes = options.habits.mistakes;
    this.#slips = slipsOf({
      ...options,
      decks: options.deckNames.length,
      send: (by, command) => this.#send(by, command),
      again: () => {
        if (this.#last !== null) this.#enter({ kind: "command", ...this.#last });
      },
      tryPin: (by) => this.#enter({ kind: "attempt", how: "pin", by }),
    });
    this.#slipNames = Object.keys(this.#slips);
  }

  /** From now on nobody makes a mistake. */
  takeCare(): void {
    this.#mistakes = 0;
  }

  #enter(input: Entered): void {
    this.#process?.loop.take([{ ...input, at: this.#process.clock() }]);
  }

  #send(by: Operator, command: Command): void {
    this.#last = { id: `c${this.#ids++}`, by, command };
    this.#options.tell(by.role, () => words(command));
    this.#enter({ kind: "command", ...this.#last });
  }

  #confirm(by: Operator, code: Extract<Command, { kind: "confirm" }>["code"]): void {
    this.#send(by, confirming(code));
  }

  /** True once people have looked at the same thing for long enough. */
  #hasLooked(at: unknown): boolean {
    const now = this.#options.now();
    if (this.#looking === null || this.#looking.at !== at) this.#looking = { at, since: now };
    return now - this.#looking.since >= lookMs;
  }

  /** What hangs on the whole screen is worked out only for those who look there. */
  #glance(table: Table): Seen {
    const { setup, game } = this.#options;
    const openings = expected(table, setup, game);
    let whole: View | null = null;
    const screen = (): View => {
      whole ??= view(table, setup, game, "dealer");
      return whole;
    };
    return {
      expected: openings,
      dealer: table.dealer,
      stop: stopOf(table),
      phase: phaseOf(table, openings),
      round: table.played?.number ?? null,
      n: table.n,
      get seats() {
        return screen().seats;
      },
      get places() {
        return screen().places;
      },
    };
  }

  /** Somebody does the next thing; returns when to look again, in milliseconds. */
  act(process: Process): number {
    this.#process = process;
    const { chance, habits } = this.#options;
    const { loop } = process;
    const table = loop.table;
    // A careful person waits until his last key has been answered.
    if (loop.decided !== table && !chance.hits(this.#mistakes / 4)) {
      this.#waited = Math.min(this.#waited * 2, waitMaxMs);
      return this.#waited;
    }
    this.#waited = 1;
    const shown = this.#glance(table);
    if (chance.hits(this.#mistakes)) {
      this.#slip(shown, table);
      return habits.thinkMs;
    }
    return this.#attend(process, shown, table) ?? this.#play(process, shown);
  }

  #slip(shown: Seen, table: Table): void {
    const what = this.#options.chance.pick(this.#slipNames);
    this.#options.erred(what);
    this.#slips[what]?.(shown, table);
  }

  /** What comes before play: a stop, a light, a deck, a count. Null: nothing does. */
  #attend(process: Process, shown: Seen, table: Table): number | null {
    const { setup, chance, habits } = this.#options;
    if (table.halt === null && waiting(table, setup).length > 0) return waitMs;
    if (table.dealer === null && setup.signOn === true) {
      this.#send(dealer, { kind: "signOn" });
      return habits.thinkMs;
    }
    if (shown.expected.some((one) => one.kind === "confirm" && one.code === "withdraw")) return this.#answerProposal(shown);
    if (table.halt !== null) return this.#atHalt(process, shown, table);
    if (table.latch !== null || lampSign(table.lamps.shuffler, table.at, setup.darkAfterMs) !== "green") return this.#atLight(shown, table);
    if (table.scan !== null) return this.#finishScan();
    if (table.call !== null && chance.hits(0.2)) {
      this.#confirm(floor, table.call.coming === null ? "coming" : "endCall");
      return habits.thinkMs;
    }
    if (shown.phase !== "idle") return null;
    if (table.deck === null) return this.#bringDeck(table);
    return this.#count(shown, table);
  }

  #answerProposal(shown: Seen): number {
    const { chance, habits } = this.#options;
    const may = shown.expected.some((one) => one.kind === "confirm" && one.code === "approve");
    if (may && chance.hits(0.7)) this.#confirm(manager, "approve");
    else this.#confirm(floor, "withdraw");
    return habits.thinkMs;
  }

  #bringDeck(table: Table): number {
    const { deckNames, top, chance, habits } = this.#options;
    const good = deckNames.find((name) => !table.quarantine.some(({ deck }) => deck === name));
    if (good === undefined) return waitMs;
    // Some lay it down before they say which it is, some after.
    const isFirst = chance.hits(0.5);
    if (isFirst) top.bring(good);
    this.#send(floor, { kind: "deck", deck: good });
    if (!isFirst) top.bring(good);
    return habits.thinkMs;
  }

  #finishScan(): number {
    this.#options.top.scan();
    this.#confirm(dealer, "scanned");
    return this.#options.habits.thinkMs;
  }

  /** The deck is counted as the house counts it; a machine does it while it mixes. */
  #count(shown: Seen, table: Table): number | null {
    const { setup, top, chance, habits } = this.#options;
    if (!countDue(table, setup)) return null;
    const countedBy = setup.watch?.countedBy;
    if (shown.expected.some(({ kind }) => kind === "count") && countedBy === "hand") {
      this.#send(dealer, { kind: "count", cards: top.left + (chance.hits(this.#mistakes) ? 1 : 0) });
      return habits.thinkMs;
    }
    // A deck in doubt passes the reader, whatever counts it else.
    const passes = table.count.doubt !== undefined;
    if (countedBy === "hand" && !passes) return null;
    top.shuffleAll();
    if (countedBy === "shuffler" && !passes) return waitMs;
    this.#confirm(dealer, "scan");
    return habits.thinkMs;
  }

  #atLight(shown: Seen, table: Table): number {
    const { top } = this.#options;
    if (!this.#hasLooked(table.latch ?? "lamps")) return waitMs;
    top.light("mains", true);
    top.light("red", false);
    top.light("green", true);
    if (shown.expected.some((one) => one.kind === "confirm" && one.code === "unlatch")) this.#confirm(floor, "unlatch");
    this.#looking = null;
    return waitMs;
  }

  /** The dealer or the floor looks at the felt, puts right what can be put right, and answers truly. */
  #atHalt(process: Process, shown: Seen, table: Table): number {
    const { top, chance, habits, now } = this.#options;
    if (!this.#hasLooked(table.halt)) return waitMs;
    const isWrong = top.differences(process.loop.decided, process.vault).length > 0;
    if (isWrong && chance.hits(0.5) && this.#putRight(process)) {
      this.#looking = { at: table.halt, since: now() };
      return waitMs;
    }
    const codes = shown.expected.flatMap((one) => (one.kind === "confirm" ? [one.code] : []));
    const answers = (["same", "goOn", "settle", "dead"] as const).filter((code) => codes.includes(code));
    const refusals = (["different", "void"] as const).filter((code) => codes.includes(code));
    const isFine = refusals.length === 0 || (!isWrong && answers.length > 0 && chance.hits(0.85));
    const code = chance.pick(isFine ? answers : refusals);
    this.#confirm(code === "same" || code === "different" ? dealer : floor, code);
    this.#looking = null;
    return habits.thinkMs;
  }

  /** Cards that lie elsewhere than the table has them are moved there. True when one was. */
  #putRight({ loop, vault }: Process): boolean {
    const { top, tell } = this.#options;
    let moved = false;
    const { piles } = loop.decided.felt;
    for (const place in piles) {
      if (["aside", "discard", "drawn", "burn"].some((one) => place.startsWith(one))) continue;
      for (const card of vault.cards(piles[place] ?? [])) {
        const lies = top.laid.find(({ uid }) => cardOf(uid) === card);
        if (lies === undefined || isSameOwner(lies.to, place)) continue;
        top.move(lies, place);
        moved = true;
      }
    }
    if (moved) tell("floor", () => "puts the cards where they belong");
    return moved;
  }

  #play(process: Process, shown: Seen): number {
    const { top, chance, habits } = this.#options;
    const lying = Object.values(process.loop.decided.felt.piles).flat();
    const faces = (held: readonly Held[]) =>
      held.map((one) => (isTyped(one) || !lying.includes(one) ? null : (process.vault.cards([one])[0] ?? null)));
    const next = nextMove(shown, {
      players: habits.players,
      shuffled: top.isFresh,
      layOut: (held, rows) => layOut(held, rows, faces, chance),
    });
    if (next === null) return this.#betAfterAll(shown);
    this.#move(process, shown, next);
    return next.kind === "shuffle" ? Math.max(habits.thinkMs, shuffleMs) : habits.thinkMs;
  }

  /** Everybody sat this round out: somebody bets after all. */
  #betAfterAll(shown: Seen): number {
    const bet = shown.expected.find(
      (one) => one.kind === "wager" && one.required === true && one.placed === 0 && one.blocked === undefined,
    );
    if (bet?.kind !== "wager") return waitMs;
    this.#send(dealer, { kind: "wager", spot: bet.spot, stake: bet.stake.min });
    return this.#options.habits.thinkMs;
  }

  #move(process: Process, shown: Seen, next: Exclude<Move, null>): void {
    const { top, chance, erred, tell } = this.#options;
    if (next.kind === "command") return this.#send(dealer, next.command);
    if (next.kind === "deal") return this.#deal(shown, next.to);
    if (next.kind === "shuffle") {
      tell("dealer", () => "picks up the cards and mixes them");
      const left = chance.hits(this.#mistakes) ? top.laid.slice(0, 1) : [];
      if (left.length > 0) erred("left a card on the felt");
      return top.shuffleAll(left);
    }
    // Whoever acts before the screen has answered does it with the cards as they lie by now.
    const { piles } = process.loop.decided.felt;
    top.shuffleIn(process.vault.cards(next.piles.flatMap((place) => piles[place] ?? [])));
    this.#send(dealer, { kind: "shuffle" });
  }

  #deal(shown: Seen, to: Place): void {
    const { top, chance, tell } = this.#options;
    if (top.left === 0) return this.#confirm(floor, "misdeal");
    if (chance.hits(this.#mistakes * 2)) return this.#dealBadly(shown, to);
    tell("dealer", () => `deals to ${to}`);
    top.deal(to);
  }

  #dealBadly(shown: Seen, to: Place): void {
    const { top, chance, erred } = this.#options;
    const what = chance.pick(["dealt to another seat", "dealt past the reader", "dealt two at once", "showed a card twice", "lost a card"]);
    erred(what);
    const others = shown.seats.filter(({ seat }) => seat !== seatOf(to));
    if (what === "dealt to another seat" && others.length > 0) top.deal(`${chance.pick(others).seat}/hand`);
    // Where nothing else would see it nobody could know.
    else if (what === "dealt past the reader" && top.isCovered(to)) top.deal(to, "unseen");
    else if (what === "lost a card" && top.isCovered(to) && this.#lostCards < 2 && chance.hits(0.2)) {
      this.#lostCards++;
      top.deal(to, "lost");
    } else {
      top.deal(to);
      const last = top.laid.at(-1);
      if (what === "dealt two at once") top.deal(to);
      else if (what === "showed a card twice" && last !== undefined) top.passAgain(last.uid);
    }
  }
}

/** An input without its time. */
type Entered =
  | { readonly kind: "command"; readonly id: string; readonly by: Operator; readonly command: Command }
  | { readonly kind: "attempt"; readonly how: "pin"; readonly by: Operator | null };

function isSameOwner(one: Place, other: Place): boolean {
  return seatOf(one) === null ? one === other : seatOf(one) === seatOf(other);
}

function words(command: Command): string {
  const { kind, ...rest } = command;
  const more = Object.entries(rest).map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  return [kind, ...more].join(" ");
}
