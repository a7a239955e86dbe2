// Which cards lie over which antennas, by their tags: part of the vault. A card may have two tags; it has come with its first one and has
// left with its last.

import { hash } from "node:crypto";
import type { Card } from "#core/card";
import type { DeviceId, Uid } from "#core/device";
import { type Place, stub } from "#core/felt";

/** A card over an antenna. */
export interface Lying {
  readonly card: Card;
  readonly place: Place;
  readonly device: DeviceId;
  readonly uids: Set<Uid>;
  /** It has lain there since an earlier round. */
  old: boolean;
}

/** Why a tag is none of a card of the deck in play. */
export type Strange = "foreign" | "otherDeck";

export interface Census {
  /** Distinct cards of the deck in play. */
  readonly cards: number;
  /** Cards that lie at two places at once. */
  readonly twice: number;
  /** Tags of no card of this deck. */
  readonly strays: readonly Strange[];
}

export interface Whereabouts {
  /**
   * A tag of a card comes or goes; `place` null: in the mouth of the shoe. "second": another tag of the same card is seen there, so nothing
   * has happened; "old": it has lain there since an earlier round.
   */
  seen(
    card: Card,
    uid: Uid,
    at: { readonly place: Place | null; readonly device: DeviceId; readonly present: boolean },
  ): "second" | "old" | "new";
  /** The undealt pack that this card is seen in, and where it has lain since an earlier round: marks of the places. */
  besides(card: Card, place: Place | null): readonly string[];
  stranger(uid: Uid, why: Strange, at: { readonly place: Place | null; readonly device: DeviceId; readonly present: boolean }): void;
  /** Another deck is in play: what lies over antennas is looked at anew, by what its tags are now. */
  sortAnew(cardOf: (uid: Uid) => Card | Strange): void;
  /** A new round: what lies somewhere has lain there since an earlier one. */
  newRound(): void;
  /** What an earlier round has left lying; the undealt pack lies where it should. */
  old(): readonly Lying[];
  /** A card that lay at a place, by its mark, when the program ended. */
  recall(card: Card, mark: Uint8Array): void;
  census(): Census;
}

interface Tag {
  readonly uid: Uid;
  readonly place: Place;
  readonly device: DeviceId;
}

const markBytes = 16;

/** Marks of the places of a table: as many as it has antennas, asked for at every card. */
const marks = new Map<Place, string>();

/** A place in so many bytes as a sealed record has for it, as hex digits. */
export function markOf(place: Place): string {
  const known = marks.get(place);
  if (known !== undefined) return known;
  const mark = hash("sha256", place, "hex").slice(0, 2 * markBytes);
  marks.set(place, mark);
  return mark;
}

/** A place in so many bytes as a sealed record has for it. */
export function placeMark(place: Place): Uint8Array {
  return Uint8Array.from(Buffer.from(markOf(place), "hex"));
}

export function createWhereabouts(): Whereabouts {
  /** By place and card. */
  const lying = new Map<string, Lying>();
  /** Cards that lay somewhere since an earlier round when the program ended, until they are seen again. */
  const recalled = new Set<string>();
  const atShoe = new Map<Card, Set<Uid>>();
  const strangers = new Map<string, Tag & { readonly why: Strange }>();

  function come(card: Card, uid: Uid, spot: string, at: { readonly place: Place; readonly device: DeviceId }): boolean {
    const here = lying.get(spot);
    const others = othersThan(uid, here?.uids);
    if (here === undefined) lying.set(spot, { card, ...at, uids: new Set([uid]), old: recalled.has(spot) });
    else here.uids.add(uid);
    return others;
  }

  function go(uid: Uid, spot: string): "second" | "old" | "new" {
    const here = lying.get(spot);
    const old = here?.old === true || recalled.has(spot);
    here?.uids.delete(uid);
    if (here !== undefined && here.uids.size > 0) return "second";
    lying.delete(spot);
    recalled.delete(spot);
    return old ? "old" : "new";
  }

  function passShoe(card: Card, uid: Uid, present: boolean): "second" | "new" {
    const here = atShoe.get(card);
    const others = othersThan(uid, here);
    if (present) atShoe.set(card, new Set([...(here ?? []), uid]));
    else if (others) here?.delete(uid);
    else atShoe.delete(card);
    return others ? "second" : "new";
  }

  return {
    seen: (card, uid, { place, device, present }) => {
      if (place === null) return passShoe(card, uid, present);
      const spot = spotOf(card, place);
      if (!present) return go(uid, spot);
      if (come(card, uid, spot, { place, device })) return "second";
      return lying.get(spot)?.old === true ? "old" : "new";
    },
    besides: (card, place) => {
      const seen = [...lying.values()].filter((one) => one.card === card && (one.old || one.place === stub));
      const spots = new Set(seen.map((one) => spotOf(card, one.place)));
      for (const spot of recalled) if (spot.endsWith(` ${card}`)) spots.add(spot);
      if (place !== null) spots.delete(spotOf(card, place));
      return [...spots].map((spot) => spot.slice(0, 2 * markBytes)).sort();
    },
    stranger: (uid, why, { place, device, present }) => {
      if (present && place !== null) strangers.set(`${place} ${uid}`, { uid, place, device, why });
      else strangers.delete(`${place} ${uid}`);
    },
    sortAnew: (cardOf) => {
      const tags: Tag[] = [...strangers.values()];
      for (const { place, device, uids } of lying.values()) for (const uid of uids) tags.push({ uid, place, device });
      for (const places of [lying, strangers, atShoe, recalled]) places.clear();
      for (const { uid, place, device } of tags) {
        const card = cardOf(uid);
        if (card === "foreign" || card === "otherDeck") strangers.set(`${place} ${uid}`, { uid, place, device, why: card });
        else come(card, uid, spotOf(card, place), { place, device });
      }
    },
    newRound: () => {
      atShoe.clear();
      recalled.clear();
      for (const one of lying.values()) one.old = true;
    },
    old: () => [...lying.values()].filter(({ place }) => place !== stub),
    recall: (card, mark) => {
      recalled.add(`${Buffer.from(mark).toString("hex")} ${card}`);
    },
    census: () => {
      const places = new Map<Card, number>();
      for (const { card } of lying.values()) places.set(card, (places.get(card) ?? 0) + 1);
      return {
        cards: places.size,
        twice: [...places.values()].filter((count) => count > 1).length,
        strays: [...strangers.values()].map(({ why }) => why),
      };
    },
  };
}

function othersThan(uid: Uid, uids: ReadonlySet<Uid> | undefined): boolean {
  return uids !== undefined && uids.size > (uids.has(uid) ? 1 : 0);
}

function spotOf(card: Card, place: Place): string {
  return `${markOf(place)} ${card}`;
}
