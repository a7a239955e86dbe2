// A table in one process whose devices are emulated to the byte: cards with tags lie on a felt, emulators say what firmware would say,
// drivers read it, the vault and `step` judge it. Only ports and clocks are left out. A dealer who reads the view plays; what goes wrong is
// done to the cards or to the lines, never told to the table.

import { createHash } from "node:crypto";
import { type Card, deck52 } from "#core/card";
import { type Alarm, alarms, deadline } from "#core/derive";
import type { Command } from "#core/event";
import type { Fact } from "#core/fact";
import type { Held, Place } from "#core/felt";
import { pile, seatOf } from "#core/felt";
import type { IrregularityCode } from "#core/irregularity";
import { isTyped } from "#core/manual-state";
import type { Role } from "#core/operator";
import { type DealtBy, emptyTable, type Reply, type Setup, type Table, type Watch } from "#core/table";
import { type View, view } from "#core/view";
import { tablelink } from "#devices/tablelink/driver";
import { type LineFault, type TablelinkAction, tablelinkEmulator } from "#devices/tablelink/emulator";
import { readOptions, type TablelinkOptions } from "#devices/tablelink/options";
import type { GameEntry } from "#games/index";
import { nextMove } from "#sim/dealer";
import { layOut } from "#sim/lay-out";
import { createEngine, type Engine, type Input, type Recorded } from "#table/engine";
import { createVault, type EraKey, type Vault } from "#table/vault";
import { numbers, shuffled } from "./story.ts";

export type DeviceName = "shoe" | "seats" | "shuffler";

export interface BedOptions {
  readonly entry: GameEntry;
  readonly rules?: Readonly<Record<string, unknown>>;
  readonly players?: number;
  /** How many places the felt has; as many as the game takes, up to seven, where nothing is said. */
  readonly places?: number;
  readonly dealtBy?: DealtBy;
  readonly countedBy?: Watch["countedBy"];
  readonly seed?: number;
  /** The dealer's and the rack's antennas too. */
  readonly everywhere?: boolean;
  readonly deckSignatures?: Setup<unknown>["deckSignatures"];
}

/** A card on the felt: its tag, and what the table calls it; null when it never said. */
export interface Laid {
  readonly uid: string;
  readonly to: Place;
}

export interface ByteBed {
  readonly table: Table;
  readonly facts: readonly Fact[];
  readonly vault: Vault;
  readonly setupPlaces: readonly number[];
  /** The undealt pack, top card last, and what lies on the felt. */
  stub: string[];
  laid: Laid[];
  view(): View;
  codes(): readonly IrregularityCode[];
  last(): Extract<Fact, { kind: "irregularity" }>["irregularity"] | undefined;
  act(device: DeviceName, action: TablelinkAction): void;
  strike(device: DeviceName, fault: LineFault): void;
  /** What surveillance hears. */
  alarms(): readonly Alarm[];
  cut(device: DeviceName): void;
  plug(device: DeviceName): void;
  /** Time passes: heartbeats, deadlines. */
  wait(ms: number): void;
  command(command: Command, role?: Role): Reply;
  confirm(code: Extract<Command, { kind: "confirm" }>["code"]): Reply;
  /** A card passes the shoe and is laid down at a place. */
  deal(uid: string, to: Place): void;
  /** The same, while the pack's antenna sees the card for some time longer. */
  slow(uid: string, to: Place, ms: number): void;
  lay(uid: string, to: Place): void;
  take(uid: string, from: Place): void;
  /** A card is taken away, from the undealt pack or off the felt. */
  remove(uid: string): void;
  /** Every card of the pack is passed over the shoe's reader, one by one, as the dealer does between rounds. */
  pass(): void;
  /** The dealer's next move, as the view has it; false when he waits for somebody else. */
  move(): boolean;
  /** Plays until it is true, or 2000 moves are over. */
  until(isThere: (bed: ByteBed) => boolean): void;
  restart(): void;
  /** Where the table believes a card to lie. */
  believed(uid: string): Place | null;
  /** The cards that the table believes to lie at each place, and those that do. */
  differences(): readonly string[];
}

export const deckName = "red";
const otherDeck = "blue";
export const uidOf = (card: Card, deck = "AA"): string =>
  `E00401${deck}000000${deck52.indexOf(card).toString(16).toUpperCase().padStart(2, "0")}`;
export const cardOf = (uid: string): Card => deck52[Number.parseInt(uid.slice(-2), 16)] as Card;
const dealerAntenna = 90;
const discardAntenna = 91;
const stubAntenna = 92;
const serviceKey = new Uint8Array(32).fill(7);

export function byteBed(options: BedOptions): ByteBed {
  const { entry, dealtBy = "shoe", countedBy = "shuffler", everywhere = false, seed = 1 } = options;
  const random = numbers(seed);
  const { game } = entry;
  const seats = Array.from({ length: options.places ?? Math.max(2, Math.min(game.players.max, 7)) }, (_, i) => i + 1);
  const players = options.players ?? Math.min(3, seats.length);
  const antennas: Record<number, Place> = {
    ...Object.fromEntries(seats.map((seat) => [seat, `${seat}/hand`])),
    ...(everywhere && { [dealerAntenna]: "dealer/hand", [discardAntenna]: "discard" }),
    ...(countedBy === "antennas" && { [stubAntenna]: "stub" }),
  };
  const antennaOf = (place: Place): number | null => {
    const seat = seatOf(place);
    const covering = seat === null ? place : `${seat}/hand`;
    const found = Object.entries(antennas).find(([, at]) => at === covering);
    return found === undefined ? null : Number(found[0]);
  };
  const setup: Setup<unknown> = {
    table: "bytes",
    places: seats,
    dealtBy,
    devices: [
      { id: "shoe", roles: ["shoe"], required: true, holds: "thisDeck" },
      { id: "seats", roles: ["antennas"], required: true, holds: "thisDeck" },
      { id: "shuffler", roles: ["shuffler"], required: true, holds: "thisDeck" },
    ],
    decks: [deckName, otherDeck],
    rules: entry.schema.parse(options.rules ?? {}),
    astrayAfterMs: 700,
    darkAfterMs: 1500,
    ...(options.deckSignatures && { deckSignatures: options.deckSignatures }),
    watch: {
      covered: Object.fromEntries(Object.values(antennas).map((at) => [at, "seats"])),
      seenWithinMs: 5000,
      countedBy,
      countEvery: 5,
    },
  };
  const decks = new Map([
    [deckName, new Map(deck52.map((card) => [uidOf(card), card]))],
    [otherDeck, new Map(deck52.map((card) => [uidOf(card, "BB"), card]))],
  ]);
  const bytes = fixedBytes();
  let vault: Vault;
  const history: Recorded[] = [];
  const facts: Fact[] = [];
  const fresh = (): Engine => {
    vault = createVault({ decks, serviceKey, journal: "0123456789abcdef", random: bytes });
    return createEngine({ game, setup, vault, antennas: { shoe: { 0: "shoe" }, seats: antennas }, table: emptyTable });
  };
  let engine = fresh();
  let at = 1000;
  let ids = 0;
  let isShuffled = false;

  function take(input: Input): readonly Recorded[] {
    const records = engine.take(input);
    history.push(...records);
    for (const record of records) facts.push(...record.facts);
    return records;
  }

  const lines = Object.fromEntries(
    (["shoe", "seats", "shuffler"] as const).map((id) => [
      id,
      makeLine(
        id,
        (one) => void take(one),
        () => at,
      ),
    ]),
  ) as Record<DeviceName, Line>;

  function pump(ms: number): void {
    at += ms;
    for (const line of Object.values(lines)) line.tick();
    const due = deadline(engine.table, setup, game);
    if (due !== null && due <= at) take({ kind: "deadline", at });
  }

  function command(asked: Command, role: Role = "manager"): Reply {
    at += 1;
    const records = take({ kind: "command", at, id: `bed-${ids++}`, by: { name: role, role }, command: asked });
    return records[0]?.reply ?? { ok: true };
  }

  const bed: ByteBed = {
    get table() {
      return engine.table;
    },
    facts,
    setupPlaces: seats,
    get vault() {
      return vault;
    },
    stub: [],
    laid: [],
    view: () => view(engine.table, setup, game, "dealer"),
    alarms: () => alarms(engine.table, setup),
    codes: () => facts.flatMap((fact) => (fact.kind === "irregularity" ? [fact.irregularity.code] : [])),
    last: () => facts.findLast((fact) => fact.kind === "irregularity")?.irregularity,
    act: (device, action) => {
      at += 1;
      lines[device].act(action);
    },
    strike: (device, fault) => lines[device].act({ kind: "fault", fault }),
    cut: (device) => lines[device].cut(),
    plug: (device) => lines[device].plug(),
    wait: (ms) => {
      for (let left = ms; left > 0; left -= 100) pump(Math.min(left, 100));
    },
    command,
    confirm: (code) => {
      const opening = bed.view().expected.find((one) => one.kind === "confirm" && one.code === code);
      const seat = opening?.kind === "confirm" && opening.seat !== undefined ? { seat: opening.seat } : {};
      return command({ kind: "confirm", code, reason: "looked at", ...seat });
    },
    remove: (uid) => {
      const lies = bed.laid.find((one) => one.uid === uid);
      if (lies !== undefined) return bed.take(uid, lies.to);
      bed.stub = bed.stub.filter((one) => one !== uid);
      if (countedBy === "antennas") bed.act("seats", { kind: "tag", antenna: stubAntenna, uid, present: false });
    },
    deal: (uid, to) => {
      // Of two tags with one number an antenna sees one; it is still there when one of them goes.
      if (countedBy === "antennas" && !bed.stub.includes(uid)) bed.act("seats", { kind: "tag", antenna: stubAntenna, uid, present: false });
      bed.act("shoe", { kind: "tag", antenna: 0, uid, present: true });
      bed.act("shoe", { kind: "tag", antenna: 0, uid, present: false });
      bed.lay(uid, to);
    },
    slow: (uid, to, ms) => {
      bed.act("shoe", { kind: "tag", antenna: 0, uid, present: true });
      bed.act("shoe", { kind: "tag", antenna: 0, uid, present: false });
      bed.lay(uid, to);
      bed.wait(ms);
      bed.act("seats", { kind: "tag", antenna: stubAntenna, uid, present: false });
    },
    lay: (uid, to) => {
      bed.laid.push({ uid, to });
      const antenna = antennaOf(to);
      if (antenna !== null) bed.act("seats", { kind: "tag", antenna, uid, present: true });
    },
    take: (uid, from) => {
      bed.laid = bed.laid.filter((one) => one.uid !== uid || one.to !== from);
      const antenna = antennaOf(from);
      if (antenna !== null) bed.act("seats", { kind: "tag", antenna, uid, present: false });
    },
    pass: () => {
      bed.confirm("scan");
      for (const uid of [...bed.stub, ...bed.laid.map((one) => one.uid)]) {
        bed.act("shoe", { kind: "tag", antenna: 0, uid, present: true });
        bed.act("shoe", { kind: "tag", antenna: 0, uid, present: false });
      }
      bed.confirm("scanned");
    },
    move,
    until: (isThere) => {
      for (let moves = 0; moves < 2000 && !isThere(bed); moves++) if (!move()) pump(100);
    },
    restart: () => {
      engine = fresh();
      const keys = new Map<number, EraKey>();
      for (const { key, dropKey } of history) {
        if (key !== undefined) keys.set(key.era, key);
        if (dropKey !== undefined) keys.delete(dropKey);
      }
      const keyOf = (era: number): EraKey | undefined => keys.get(era);
      for (const { event, facts: told, sealed } of history) engine.replay({ event, facts: JSON.stringify(told), sealed, keyOf, setup });
      at += 500;
      take({ kind: "started", at, cause: "crash", away: 500 });
      for (const line of Object.values(lines)) {
        line.forget();
        line.plug();
      }
    },
    believed: (uid) =>
      Object.entries(engine.table.felt.piles).find(([, cards]) =>
        vault.cards(cards.filter((one) => !isTyped(one))).includes(cardOf(uid)),
      )?.[0] ?? null,
    differences: () => differencesOf(bed, vault, engine.table),
  };

  /** Everything is picked up, mixed, and lies in the shoe; a counting shuffler says how many there are. */
  function shuffleAll(): void {
    for (const { uid, to } of [...bed.laid]) bed.take(uid, to);
    bed.stub = shuffled([...bed.stub, ...collected], random);
    collected.length = 0;
    isShuffled = true;
    if (countedBy === "antennas") for (const uid of bed.stub) bed.act("seats", { kind: "tag", antenna: stubAntenna, uid, present: true });
    if (countedBy === "shuffler") bed.act("shuffler", { kind: "count", cards: bed.stub.length });
  }
  const collected: string[] = [];

  function move(): boolean {
    const shown = bed.view();
    const next = nextMove(shown, {
      players,
      shuffled: isShuffled,
      layOut: (held, rows) =>
        layOut(held, rows, (cards) => cards.map((one) => (isTyped(one) ? null : (vault.cards([one])[0] ?? null))), random),
    });
    if (next === null) return false;
    switch (next.kind) {
      case "command":
        if (next.command.kind === "confirm" && (next.command.code === "openRound" || next.command.code === "redeal")) isShuffled = false;
        carryAfter(() => command(next.command));
        return true;
      case "deal": {
        const uid = bed.stub.pop();
        if (uid === undefined) return false;
        bed.deal(uid, next.to);
        return true;
      }
      case "shuffle":
        collected.push(...bed.laid.map(({ uid }) => uid));
        shuffleAll();
        return true;
      default:
        reshuffle(next.piles);
        command({ kind: "shuffle" });
        return true;
    }
  }

  /** Cards that a decision moves from one hand to another are carried there: the dealer does what the game says. */
  function carryAfter(act: () => unknown): void {
    const before = engine.table.felt.piles;
    act();
    for (const [place, cards] of Object.entries(engine.table.felt.piles)) {
      for (const held of cards) {
        const from = Object.keys(before).find((one) => before[one]?.includes(held));
        if (isTyped(held) || from === undefined || seatOf(place) === null || seatOf(from) === null || seatOf(place) === seatOf(from))
          continue;
        const lies = bed.laid.find((one) => cardOf(one.uid) === vault.cards([held])[0] && seatOf(one.to) === seatOf(from));
        if (lies === undefined) continue;
        bed.take(lies.uid, lies.to);
        bed.lay(lies.uid, place);
      }
    }
  }

  function reshuffle(piles: readonly Place[]): void {
    const gone = new Set(vault.cards(piles.flatMap((place) => pile(engine.table.felt, place))));
    const back = bed.laid.filter(({ uid }) => gone.has(cardOf(uid)));
    for (const { uid, to } of back) bed.take(uid, to);
    bed.stub = shuffled([...bed.stub, ...back.map(({ uid }) => uid)], random);
  }

  bed.stub = shuffled(
    deck52.map((card) => uidOf(card)),
    random,
  );
  for (const line of Object.values(lines)) line.plug();
  bed.act("shuffler", { kind: "input", port: 3, level: 1 });
  bed.act("shuffler", { kind: "input", port: 1, level: 1 });
  command({ kind: "confirm", code: "openTable" });
  command({ kind: "deck", deck: deckName });
  isShuffled = false;
  return bed;
}

interface Line {
  act(action: TablelinkAction): void;
  tick(): void;
  cut(): void;
  plug(): void;
  /** The host has died: its driver knows nothing. */
  forget(): void;
}

/** One emulator and one driver, back to back. */
function makeLine(id: DeviceName, take: (input: Input) => void, now: () => number): Line {
  const inputs = { 1: { lamp: "green" }, 2: { lamp: "red" }, 3: { lamp: "mains" } };
  const options: TablelinkOptions = readOptions(id === "shuffler" ? { inputs } : {});
  let emulator = tablelinkEmulator.start({ id, readers: 1, ...(id === "shuffler" && { ports: [1, 2, 3] }) });
  let driver = tablelink.start(options);
  let isPlugged = false;

  function hear(bytes: Uint8Array): void {
    if (!isPlugged || bytes.length === 0) return;
    const heard = tablelink.receive(driver, bytes, now());
    driver = heard.state;
    for (const reading of heard.readings) take({ kind: "reading", at: now(), device: id, reading });
    if (heard.reply !== undefined) answer(heard.reply);
  }

  function answer(request: Uint8Array): void {
    const said = tablelinkEmulator.receive(emulator, request, now());
    emulator = said.state;
    hear(said.bytes);
  }

  return {
    act: (action) => {
      const said = tablelinkEmulator.act(emulator, action, now());
      emulator = said.state;
      hear(said.bytes);
    },
    tick: () => {
      const said = tablelinkEmulator.tick(emulator, now());
      emulator = said.state;
      hear(said.bytes);
    },
    cut: () => {
      isPlugged = false;
      take({ kind: "link", at: now(), device: id, status: "down", why: "hungUp" });
    },
    plug: () => {
      isPlugged = true;
      const met = tablelink.connected(driver, now());
      driver = met.state;
      take({ kind: "link", at: now(), device: id, status: "up" });
      for (const reading of met.readings) take({ kind: "reading", at: now(), device: id, reading });
      if (met.reply !== undefined) answer(met.reply);
    },
    forget: () => {
      driver = tablelink.start(options);
    },
  };
}

/** Where the table's felt and the real one differ, card by card. A seat's rows and captures are its hand. */
function differencesOf(bed: ByteBed, vault: Vault, table: Table): readonly string[] {
  const owner = (place: Place): string => (seatOf(place) === null ? place : `${seatOf(place)}`);
  const believed = new Map<string, string[]>();
  const piles = Object.entries(table.felt.piles).filter(([place]) => !["aside", "discard", "burn"].some((one) => place.startsWith(one)));
  for (const [place, cards] of piles) push(believed, owner(place), vault.cards(cards as readonly Held[]));
  const real = new Map<string, string[]>();
  const gone = new Set(
    vault.cards(Object.entries(table.felt.piles).flatMap(([place, cards]) => (piles.some(([one]) => one === place) ? [] : cards))),
  );
  for (const { uid, to } of bed.laid) if (!gone.has(cardOf(uid)) || uid.startsWith("E00401BB")) push(real, owner(to), [cardOf(uid)]);
  return [...new Set([...believed.keys(), ...real.keys()])].flatMap((place) => {
    const one = [...(believed.get(place) ?? [])].sort().join(" ");
    const other = [...(real.get(place) ?? [])].sort().join(" ");
    return one === other ? [] : [`${place}: the table has ${one || "nothing"}, the felt ${other || "nothing"}`];
  });
}

function push(map: Map<string, string[]>, key: string, cards: readonly Card[]): void {
  map.set(key, [...(map.get(key) ?? []), ...cards]);
}

function fixedBytes(): (count: number) => Uint8Array {
  let n = 0;
  return (count) => {
    const made = Buffer.alloc(count);
    for (let from = 0; from < count; from += 32) createHash("sha256").update(String(n++)).digest().copy(made, from);
    return Uint8Array.from(made);
  };
}
