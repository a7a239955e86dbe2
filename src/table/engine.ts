// The table without its wires: the vault in front, `step` behind it, and what follows by itself (faces to open, questions to
// answer) until nothing does. No port, clock or file: the laws, the simulator and the real table all run this.

import { asks, opens } from "#core/derive";
import type { DeviceId, OpenReading, Sequenced } from "#core/device";
import type { Event, Millis } from "#core/event";
import type { Fact } from "#core/fact";
import { type Held, type Place, pile } from "#core/felt";
import type { AnyGame } from "#core/game";
import { isTyped } from "#core/manual-state";
import { step } from "#core/step";
import type { Reply, Setup, Table } from "#core/table";
import { eraOf } from "./era.ts";
import type { EraKey, Vault } from "./vault.ts";
import { markOf } from "./whereabouts.ts";

/** Where each antenna of a device looks: a place, or the mouth of the shoe. */
export type Antennas = Readonly<Record<DeviceId, Readonly<Record<number, Place | "shoe">>>>;

/** What reaches the vault's outer edge. */
export type Input =
  | { readonly kind: "reading"; readonly at: Millis; readonly device: DeviceId; readonly reading: Sequenced }
  | Extract<
      Event,
      { kind: "link" | "command" | "award" | "attempt" | "started" | "stopped" | "clock" | "deadline" | "unsealed" | "exported" }
    >;

/** One event and all that came of it, as the journal keeps it. */
export interface Recorded {
  readonly event: Event;
  readonly facts: readonly Fact[];
  readonly reply?: Reply;
  /** What the vault has locked: a card met for the first time, the key of a round that is over. */
  readonly sealed: readonly Uint8Array[];
  /** The key of the era that begins. */
  readonly key?: EraKey;
  /** The era whose key is forgotten. */
  readonly dropKey?: number;
  /** The round that begins. */
  readonly round?: number;
  /** The table after it. */
  readonly table: Table;
}

export interface Engine {
  readonly table: Table;
  take(input: Input): readonly Recorded[];
  /**
   * Plays a journalled event again.
   * @throws Error when its facts differ from those recorded: another edition wrote them, or the journal was changed
   */
  replay(told: Told): void;
  /** All that has to be kept to go on from here, as JSON; which cards are which is in the sealed records. */
  snapshot(): string;
  /** Whether a technician may see a reader's frame. */
  mayShow: Vault["disclosure"]["mayShow"];
}

/** A journalled event with all that came of it. */
export interface Told {
  readonly event: Event;
  /** As JSON. */
  readonly facts: string;
  readonly sealed: readonly Uint8Array[];
  /** The key of an era, if it was not forgotten. */
  keyOf(era: number): EraKey | undefined;
  /** The setup under which it was written. */
  readonly setup: Setup<unknown>;
}

/** What a snapshot holds. */
export interface Kept {
  readonly table: Table;
  /** The vault's handles. */
  readonly handles: readonly Held[];
}

export interface EngineOptions {
  readonly game: AnyGame;
  readonly setup: Setup<unknown>;
  readonly vault: Vault;
  readonly antennas: Antennas;
  readonly table: Table;
}

/** Most events one input may lead to: a longer chain is a fault in a game's rules. */
const chainMax = 1000;

export function createEngine({ game, setup, vault, antennas, table: first }: EngineOptions): Engine {
  let table = first;
  const spots = spotsOf(antennas);
  /** What antennas see besides: cards that still lie where an earlier round left them, or in the pack although they were dealt. */
  const besides: { readonly event: Event; readonly sealed?: Uint8Array }[] = [];

  function run(event: Event, sealed?: Uint8Array): Recorded {
    const before = table;
    const stepped = step(game, setup, table, event);
    table = stepped.table;
    const blobs = sealed === undefined ? [] : [sealed];
    let more: Pick<Recorded, "key" | "dropKey" | "round"> = {};
    follow(before, stepped.facts, (era, round) => {
      const deposit = era.ended ? vault.deposit(round) : null;
      if (deposit !== null) blobs.push(deposit);
      more = { key: vault.begin(era.number), ...(era.number > 1 && { dropKey: era.number - 1 }), ...(era.opened && { round }) };
      if (era.opened) leftOver(event.at);
    });
    return { event, facts: stepped.facts, table, sealed: blobs, ...(stepped.reply && { reply: stepped.reply }), ...more };
  }

  function leftOver(at: Millis): void {
    for (const { device, place, sealed } of vault.leftovers())
      besides.push({ event: { kind: "stray", at, device, place, why: "oldRound" }, sealed });
  }

  /** Tells the vault what concerns it. `begin` gives an era its key: a new one, or the one it had. */
  function follow(before: Table, facts: readonly Fact[], begin: (era: Era, round: number) => void): void {
    for (const fact of facts) {
      disclose(fact);
      if (fact.kind === "deck") vault.use(fact.deck);
      else if (fact.kind === "scan" && fact.deck !== undefined) vault.use(fact.on ? fact.deck : (before.deck ?? fact.deck));
      else if (fact.kind === "shuffled") vault.forget(fact.piles.flatMap((place) => pile(before.felt, place)));
      else {
        const era = eraBegunBy(fact);
        if (era !== null) begin(era, fact.round);
      }
    }
  }

  /** What a technician may see hangs on what was turned up, and on the round's end. */
  function disclose(fact: Fact): void {
    if (fact.kind === "shown") vault.disclosure.turnedUp(fact.cards.map(({ held }) => held));
    else if (fact.kind === "roundEnded") vault.disclosure.concluded(fact.at);
  }

  function toEvent(input: Input): { event: Event; sealed?: Uint8Array; besides?: readonly string[] } | null {
    if (input.kind !== "reading") return { event: input };
    const { device, at, reading: sequenced } = input;
    const { seq, ...reading } = sequenced;
    // Taken out before; what came here by another way is dropped: its number is not to be in a journal.
    if (reading.kind === "badge") return null;
    if (reading.kind === "tag" || reading.kind === "card") {
      const antenna = reading.kind === "tag" ? antennas[device]?.[reading.antenna] : "shoe";
      if (antenna === undefined) return { event: fault(device, at, "unknownAntenna") };
      const place = antenna === "shoe" ? null : antenna;
      return vault.meet({ device, at, reading, place, ...(seq !== undefined && { seq }) });
    }
    return { event: { kind: "reading", at, device, reading: reading as OpenReading, ...(seq !== undefined && { seq }) } };
  }

  /** A card that was met where it is seen at other places too. */
  function alsoSeen({ held, at }: Extract<Event, { kind: "held" }>, marks: readonly string[]): readonly { readonly event: Event }[] {
    return marks.flatMap((mark) => {
      const here = spots.get(mark);
      return here === undefined ? [] : [{ event: { kind: "held", held, at, ...here, present: true } as const }];
    });
  }

  /** What follows by itself: faces the rules turned up, answers they asked for. */
  function next(at: Millis): Event | null {
    if (table.opening !== null) return { kind: "census", at, ...vault.census() };
    const wanted = opens(table).filter((held) => !isTyped(held));
    if (wanted.length > 0) return { kind: "opened", at, faces: vault.faces(wanted) };
    const ask = asks(table, setup, game)[0];
    if (ask === undefined) return null;
    // Of cards entered at the console nobody can say what they are before they lie open.
    if (ask.of.some((places) => places.some((place) => pile(table.felt, place).some(isTyped))))
      return { kind: "answered", at, ask: ask.id, value: null };
    const hands = ask.of.map((places) => places.flatMap((place) => vault.cards(pile(table.felt, place))));
    const answer = game.answers[ask.question];
    return { kind: "answered", at, ask: ask.id, value: answer?.(hands, ask.params) ?? null };
  }

  return {
    mayShow: vault.disclosure.mayShow,
    get table() {
      return table;
    },
    take(input) {
      const met = toEvent(input);
      if (met === null) return [];
      const records = [run(met.event, met.sealed)];
      if (met.event.kind === "held") besides.push(...alsoSeen(met.event, met.besides ?? []));
      while (records.length < chainMax) {
        const seen = besides.shift();
        const event = seen?.event ?? next(input.at);
        if (event === null) break;
        records.push(run(event, seen?.sealed));
      }
      return records;
    },
    replay({ event, facts, sealed, keyOf, setup: own }) {
      const before = table;
      const ofCard = event.kind === "held" ? event.commitment !== undefined : event.kind === "stray";
      if (ofCard && sealed[0] !== undefined) vault.recall(sealed[0]);
      const stepped = step(game, own, table, event);
      const told = JSON.stringify(stepped.facts);
      if (told !== facts) throw new Error(`replaying event at ${event.at} (${event.kind}) tells other facts than those recorded`);
      table = stepped.table;
      follow(before, stepped.facts, (era) => {
        const key = keyOf(era.number);
        if (key === undefined) vault.lapse(era.number);
        else vault.resume(key);
      });
    },
    snapshot: () => JSON.stringify({ table, handles: vault.handles() } satisfies Kept),
  };
}

/** Each antenna by the mark of its place. */
function spotsOf(antennas: Antennas): ReadonlyMap<string, { readonly device: DeviceId; readonly place: Place | "shoe" }> {
  const all = Object.entries(antennas).flatMap(([device, places]) => Object.values(places).map((place) => ({ device, place })));
  return new Map(all.map((spot) => [markOf(spot.place), spot]));
}

interface Era {
  readonly number: number;
  /** It begins because a round was opened, or has ended. */
  readonly opened: boolean;
  readonly ended: boolean;
}

function eraBegunBy(fact: Fact): Era | null {
  const opened = fact.kind === "roundOpened";
  const ended = fact.kind === "roundEnded";
  if (!opened && !ended && !(fact.kind === "started" && fact.cause === "first")) return null;
  return { number: eraOf(fact.round, opened), opened, ended };
}

function fault(device: DeviceId, at: Millis, code: string): Event {
  return { kind: "reading", at, device, reading: { kind: "fault", code, cleared: false } };
}
