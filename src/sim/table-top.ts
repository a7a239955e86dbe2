// A table top without hardware: cards with tags, a shoe, antennas under the seats, a shuffler with lamps. What happens on it happens to the
// emulated devices, byte by byte; nothing here is told to the table in any other way.

import { type Card, deck52 } from "#core/card";
import type { Uid } from "#core/device";
import { type Place, pile, seatOf } from "#core/felt";
import type { DeviceSetup, Table, Watch } from "#core/table";
import { type TablelinkAction, tablelinkEmulator } from "#devices/tablelink/emulator";
import type { Antennas } from "#table/engine";
import type { Vault } from "#table/vault";
import type { Chance } from "./chance.ts";
import { cardOf, tagOf } from "./reader.ts";
import type { VirtualTime } from "./virtual-time.ts";
import { createWire, type Wire } from "./wire.ts";

export const deviceNames = ["shoe", "seats", "shuffler"] as const;
export type DeviceName = (typeof deviceNames)[number];

export interface Laid {
  readonly uid: Uid;
  readonly to: Place;
  /** It was left there when the others were picked up. */
  readonly isLeft?: true;
  /** It is in somebody's hand, and lies nowhere. */
  readonly isCarried?: true;
}

export interface TableTop {
  readonly wires: Readonly<Record<DeviceName, Wire<TablelinkAction>>>;
  readonly antennas: Antennas;
  readonly devices: readonly DeviceSetup[];
  readonly covered: Watch["covered"];
  readonly decks: ReadonlyMap<string, ReadonlyMap<Uid, Card>>;
  readonly laid: readonly Laid[];
  /** How many cards are left to deal. */
  readonly left: number;
  /** Mixed since the last card was drawn. */
  readonly isFresh: boolean;
  readonly isRed: boolean;
  /** Whether a place lies over an antenna. */
  isCovered(place: Place): boolean;
  /** Readers may not have told all that happened before this time. */
  blindUntil: number;
  /** Draws the top card over the shoe's reader, which may miss it, and lays it at a place or loses it. False: the shoe is empty. */
  deal(to: Place, how?: "unseen" | "lost"): boolean;
  /** A card that was not drawn is passed over the shoe's reader once more. */
  passAgain(uid: Uid): void;
  /** Somebody takes a card and lays it elsewhere. */
  move(card: Laid, to: Place): void;
  /** Picks up all cards, but for those left lying, and mixes them. */
  shuffleAll(leave?: readonly Laid[]): void;
  /** Mixes the cards of some piles in with the undealt ones. */
  shuffleIn(cards: readonly Card[]): void;
  /** Brings a whole deck of that name to the table. */
  bring(deck: string): void;
  /** Passes every card over the shoe's reader. */
  scan(): void;
  light(lamp: "red" | "green" | "mains", on: boolean): void;
  /** Where the table's felt and the real one differ, place by place. */
  differences(table: Table, vault: Vault): readonly string[];
}

export interface TopOptions {
  readonly seats: readonly number[];
  /** Antennas at the dealer's hand and the discard rack too, and under the whole pack. */
  readonly everywhere: boolean;
  readonly underPack: boolean;
  /** Only hands lie over antennas; cards in other piles of a seat lie beside it. */
  readonly handsOnly: boolean;
  readonly deckNames: readonly string[];
  readonly counts: boolean;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly stir: () => void;
}

const lampPorts = { green: 1, red: 2, mains: 3 } as const;
/** What a configuration writes of the shuffler's inputs. */
export const shufflerInputs = { 1: { lamp: "green" }, 2: { lamp: "red" }, 3: { lamp: "mains" } } as const;
const dealerAntenna = 90;
const discardAntenna = 91;
const stubAntenna = 92;

const devices: readonly DeviceSetup[] = [
  { id: "shoe", roles: ["shoe"], required: true, holds: "thisDeck" },
  { id: "seats", roles: ["antennas"], required: true, holds: "thisDeck" },
  { id: "shuffler", roles: ["shuffler"], required: true, holds: "thisDeck" },
];

export function createTableTop(options: TopOptions): TableTop {
  const { underPack, handsOnly, counts, chance } = options;
  const { under, antennaOf } = antennasOf(options);
  const isCovered = (place: Place): boolean => antennaOf(place) !== undefined;
  const decks = new Map(options.deckNames.map((name, i) => [name, new Map(deck52.map((card) => [tagOf(card, i), card]))]));
  let deck = options.deckNames[0] as string;
  let stub: Uid[] = [...(decks.get(deck)?.keys() ?? [])];
  let laid: Laid[] = [];
  /** Cards that have left the table top. */
  const lost = new Set<Uid>();
  let isFresh = false;
  let isRed = false;
  const wires = { shoe: wireOf("shoe", options), seats: wireOf("seats", options), shuffler: wireOf("shuffler", options) };

  function sense({ uid, to }: Laid, present: boolean): void {
    const antenna = antennaOf(to);
    if (antenna !== undefined) wires.seats.act({ kind: "tag", antenna, uid, present });
  }

  function pass(uid: Uid): void {
    wires.shoe.act({ kind: "tag", antenna: 0, uid, present: true });
    wires.shoe.act({ kind: "tag", antenna: 0, uid, present: false });
  }

  function lay(card: Laid): void {
    laid = [...laid, card];
    sense(card, true);
  }

  function take(card: Laid): void {
    laid = laid.filter((one) => one !== card);
    sense(card, false);
  }

  function move(card: Laid, to: Place): void {
    const carried = { uid: card.uid, to, isCarried: true } as const;
    laid = [...laid.filter((one) => one !== card), carried];
    sense(card, false);
    laid = laid.filter((one) => one !== carried);
    lay({ uid: card.uid, to });
  }

  /** The undealt pack over its own antenna, where it has one. */
  function lieInShoe(uid: Uid, present: boolean): void {
    if (underPack) wires.seats.act({ kind: "tag", antenna: stubAntenna, uid, present });
  }

  for (const uid of stub) lieInShoe(uid, true);

  return {
    wires,
    blindUntil: 0,
    isCovered,
    antennas: { shoe: { 0: "shoe" }, seats: under },
    devices,
    covered: Object.fromEntries(Object.values(under).map((place) => [place, "seats"])),
    decks,
    get laid() {
      return laid;
    },
    get left() {
      return stub.length;
    },
    get isFresh() {
      return isFresh;
    },
    get isRed() {
      return isRed;
    },
    deal: (to, how) => {
      const uid = stub.pop();
      if (uid === undefined) return false;
      isFresh = false;
      lieInShoe(uid, false);
      if (how !== "unseen") pass(uid);
      if (how === "lost") lost.add(uid);
      else lay({ uid, to });
      return true;
    },
    passAgain: pass,
    move,
    shuffleAll: (leave = []) => {
      for (const card of laid) if (!leave.includes(card)) take(card);
      laid = laid.map((card) => ({ ...card, isLeft: true }));
      for (const uid of stub) lieInShoe(uid, false);
      const lying = new Set(laid.map(({ uid }) => uid));
      const whole = [...(decks.get(deck)?.keys() ?? [])].filter((uid) => !lost.has(uid));
      stub = chance.shuffled(whole.filter((uid) => !lying.has(uid)));
      for (const uid of stub) lieInShoe(uid, true);
      isFresh = true;
      if (counts) wires.shuffler.act({ kind: "count", cards: stub.length });
    },
    shuffleIn: (cards) => {
      const gone = new Set(cards);
      const back = laid.filter(({ uid }) => gone.has(cardOf(uid) as Card));
      for (const card of back) take(card);
      stub = chance.shuffled([...stub, ...back.map(({ uid }) => uid)]);
      for (const { uid } of back) lieInShoe(uid, true);
    },
    bring: (name) => {
      for (const card of laid) take(card);
      for (const uid of stub) lieInShoe(uid, false);
      deck = name;
      lost.clear();
      stub = chance.shuffled([...(decks.get(name)?.keys() ?? [])]);
      for (const uid of stub) lieInShoe(uid, true);
      isFresh = true;
    },
    scan: () => {
      for (const uid of [...stub, ...laid.map((one) => one.uid)]) pass(uid);
    },
    light: (lamp, on) => {
      isRed = lamp === "red" ? on : isRed;
      wires.shuffler.act({ kind: "input", port: lampPorts[lamp], level: on ? 1 : 0 });
    },
    differences: (table, vault) => differencesOf(laid, table, vault, { isCovered, carried: handsOnly }),
  };
}

/** The place over each antenna, and the antenna under a place: one may see all piles of a seat. */
function antennasOf({ seats, everywhere, underPack, handsOnly }: TopOptions) {
  const under: Readonly<Record<number, Place>> = {
    ...Object.fromEntries(seats.map((seat) => [seat, `${seat}/hand`])),
    ...(everywhere && { [dealerAntenna]: "dealer/hand", [discardAntenna]: "discard" }),
    ...(underPack && { [stubAntenna]: "stub" }),
  };
  const byPlace = new Map(Object.entries(under).map(([antenna, place]) => [place, Number(antenna)]));
  const antennaOf = (place: Place): number | undefined =>
    byPlace.get(seatOf(place) === null || handsOnly ? place : `${seatOf(place)}/hand`);
  return { under, antennaOf };
}

function wireOf(id: DeviceName, { time, chance, stir }: TopOptions): Wire<TablelinkAction> {
  const ports = id === "shuffler" ? { ports: Object.values(lampPorts) } : {};
  return createWire({ emulator: tablelinkEmulator, options: { id, readers: 1, ...ports }, time, chance: chance.branch(id), stir });
}

/** Piles whose cards nobody holds: where they lie no more matters. */
const isOut = (place: Place): boolean => ["aside", "discard", "burn"].some((one) => place.startsWith(one));

/** Whose the cards at a place are: a seat's piles are its hand. */
export const ownerOf = (place: Place): string => (seatOf(place) === null ? place : `seat ${seatOf(place)}`);

/** Where felts differ, by owner; with `carried`, cards go from hand to hand without anybody seeing it, and only which ones lie there counts. */
function differencesOf(
  laid: readonly Laid[],
  table: Table,
  vault: Vault,
  { isCovered, carried }: { readonly isCovered: (place: Place) => boolean; readonly carried: boolean },
): readonly string[] {
  const owner = (place: Place): string => (carried ? "the felt" : ownerOf(place));
  const inHand = new Set(laid.flatMap(({ uid, isCarried }) => (isCarried ? [cardOf(uid)] : [])));
  const believed = new Map<string, string[]>();
  const gone = new Set<Card>();
  for (const place in table.felt.piles) {
    const cards = vault.cards(pile(table.felt, place)).filter((card) => !inHand.has(card));
    if (isOut(place)) for (const card of cards) gone.add(card);
    else believed.set(owner(place), [...(believed.get(owner(place)) ?? []), ...cards]);
  }
  const real = new Map<string, string[]>();
  for (const { uid, to, isLeft } of laid) {
    // What was left where nothing looks nobody can know before the deck is counted.
    if (isLeft && !isCovered(to)) continue;
    const card = cardOf(uid) as Card;
    if (inHand.has(card)) continue;
    if (!gone.has(card)) real.set(owner(to), [...(real.get(owner(to)) ?? []), card]);
  }
  return [...new Set([...believed.keys(), ...real.keys()])].flatMap((place) => {
    const one = (believed.get(place) ?? []).sort().join(" ");
    const other = (real.get(place) ?? []).sort().join(" ");
    return one === other ? [] : [`${place}: the table has ${one || "nothing"}, the felt ${other || "nothing"}`];
  });
}
