// How each irregularity is produced at the devices of a byte bed, or at its console where only a person sees it; at which points of a round it
// can occur, and in which games it cannot.

import { expect } from "vitest";
import { seatOf } from "#core/felt";
import { type IrregularityCode, ofTheDeal, type Reportable, reportable } from "#core/irregularity";
import { type BedOptions, type ByteBed, type Laid, uidOf } from "./byte-bed.ts";

type Options = Partial<BedOptions>;
export interface Producer {
  readonly options?: Options;
  /** Brings the table to where it can happen; absent: the middle of the deal. */
  readonly until?: (bed: ByteBed) => boolean;
  readonly produce: (bed: ByteBed) => void;
}

const dealt = (bed: ByteBed): number => bed.view().deal?.dealt ?? 0;
export const inDeal = (bed: ByteBed): boolean => bed.table.played?.settlement === null && dealt(bed) >= 3;
/** A card that lies in a seat's hand, by the felt and by the table. */
const someCard = (bed: ByteBed): Laid | undefined => {
  const lying = bed.laid.filter(({ uid, to }) => /^\d/.test(to) && seatOf(bed.believed(uid) ?? "") === seatOf(to));
  return lying.find(({ to }) => to.endsWith("/hand")) ?? lying[0];
};
/** A card at another seat than this one. */
const otherThan = (bed: ByteBed, card: Laid | undefined): Laid | undefined =>
  bed.laid.find(({ to }) => /^\d/.test(to) && seatOf(to) !== seatOf(card?.to ?? ""));
const dueSeat = (bed: ByteBed): string =>
  bed.view().expected.flatMap((one) => (one.kind === "card" && /^\d/.test(one.to) ? [one.to] : []))[0] ?? "";
const emptySeat = (bed: ByteBed): number =>
  [...bed.setupPlaces].reverse().find((seat) => !bed.laid.some(({ to }) => to.startsWith(`${seat}/`))) ?? 0;
const antennaOf = (place: string): number => Number.parseInt(place, 10);
const seen = (bed: ByteBed, antenna: number, uid: string): void => {
  bed.act("seats", { kind: "tag", antenna, uid, present: true });
  bed.wait(900);
};
const passShoe = (bed: ByteBed, uid: string): void => bed.act("shoe", { kind: "tag", antenna: 0, uid, present: true });
/** The next card goes to the shoe and is laid at another place than the one it was dealt to, or nowhere. */
const report = (code: Reportable): Producer => ({
  produce: (bed) => {
    const place = Object.entries(bed.table.felt.piles).find(([at, cards]) => /^\d/.test(at) && cards.length > 0)?.[0] ?? "1/hand";
    const count = code === "wrongCount" ? (bed.table.felt.piles[place]?.length ?? 0) + 1 : 1;
    bed.command({ kind: "report", code, count, ...(!ofTheDeal.includes(code) && { place }) });
  },
});

export const producers: Readonly<Record<IrregularityCode, Producer>> = {
  ...(Object.fromEntries(reportable.map((code) => [code, report(code)])) as Record<Reportable, Producer>),
  red: { produce: (bed) => bed.act("shuffler", { kind: "input", port: 2, level: 1 }) },
  dealtOnRed: {
    produce: (bed) => {
      bed.act("shuffler", { kind: "input", port: 2, level: 1 });
      bed.wait(1_100);
      passShoe(bed, bed.stub.at(-1) ?? uidOf("As"));
    },
  },
  foreign: { produce: (bed) => passShoe(bed, "E0FFFFFF00000001") },
  dark: { produce: (bed) => bed.act("shuffler", { kind: "input", port: 3, level: 0 }) },
  sensorLost: { produce: (bed) => bed.cut("shuffler") },
  otherDeck: { produce: (bed) => passShoe(bed, uidOf("7d", "BB")) },
  duplicate: { produce: (bed) => passShoe(bed, bed.laid[0]?.uid ?? "") },
  notFromShoe: { produce: (bed) => seen(bed, antennaOf(someCard(bed)?.to ?? dueSeat(bed)), bed.stub[0] ?? "") },
  twoPlaces: {
    produce: (bed) => {
      const card = someCard(bed);
      const other = otherThan(bed, card);
      seen(bed, antennaOf(other?.to ?? ""), card?.uid ?? "");
    },
  },
  wrongPlace: {
    produce: (bed) => {
      const card = someCard(bed);
      const other = otherThan(bed, card);
      const from = antennaOf(card?.to ?? "");
      // A second card stays behind: it is one card that lies wrong, not the hand.
      bed.act("seats", { kind: "tag", antenna: from, uid: card?.uid ?? "", present: false });
      seen(bed, antennaOf(other?.to ?? ""), card?.uid ?? "");
    },
  },
  emptySeat: {
    produce: (bed) => {
      const card = someCard(bed);
      bed.act("seats", { kind: "tag", antenna: antennaOf(card?.to ?? ""), uid: card?.uid ?? "", present: false });
      seen(bed, emptySeat(bed), card?.uid ?? "");
    },
  },
  shufflerFault: { produce: (bed) => bed.act("shuffler", { kind: "error", code: "jam" }) },
  oldRound: {
    options: { countedBy: "reader" },
    until: (bed) => bed.table.played === null && bed.facts.some(({ kind }) => kind === "roundEnded") && bed.laid.length > 0,
    produce: (bed) => {
      // One card is left on the felt when the others are picked up.
      const left = bed.laid.find(({ to }) => /^\d/.test(to));
      bed.laid = bed.laid.filter((one) => one !== left);
      bed.until((one) => one.table.played !== null);
    },
  },
  notSeen: {
    produce: (bed) => {
      const uid = bed.stub.pop() ?? "";
      const card = bed.view().expected.find((one) => one.kind === "card" && /^\d+\//.test(one.to));
      expect(card).toBeDefined();
      passShoe(bed, uid);
      bed.wait(6000);
    },
    until: (bed) => inDeal(bed) && bed.view().expected.some((one) => one.kind === "card" && /^\d+\//.test(one.to)),
  },
  cardBeforeClose: {
    // A wager lies: the table stands until it has gone back.
    until: (bed) => bed.view().phase === "bets" && bed.view().seats.some(({ wagers }) => wagers.some(({ stake }) => stake > 0)),
    produce: (bed) => passShoe(bed, bed.stub.at(-1) ?? ""),
  },
  extraCard: {
    until: (bed) => {
      const shown = bed.view();
      return (
        shown.deal !== null &&
        bed.table.played?.settlement === null &&
        dealt(bed) > 0 &&
        !shown.expected.some(({ kind }) => kind === "card")
      );
    },
    produce: (bed) => passShoe(bed, bed.stub.at(-1) ?? uidOf("As", "BB")),
  },
  lostReadings: {
    produce: (bed) => {
      bed.strike("shoe", { kind: "drop" });
      passShoe(bed, bed.stub.at(-1) ?? "");
      bed.wait(2500);
    },
  },
  restarted: { produce: (bed) => bed.restart() },
  called: { produce: (bed) => void bed.command({ kind: "confirm", code: "misdeal", reason: "seen by the floor" }) },
  unreadable: { produce: (bed) => bed.act("shoe", { kind: "unread", antenna: 0 }) },
  deckShort: counted(-1),
  deckLong: counted(1),
  cardMissing: scanned((uids) => uids.slice(1)),
  cardDoubled: scanned((uids) => [...uids, uids[0] as string]),
};

function counted(by: number): Producer {
  return {
    until: (bed) => bed.table.played === null && bed.facts.some(({ kind }) => kind === "roundEnded"),
    produce: (bed) => bed.act("shuffler", { kind: "count", cards: 52 + by }),
  };
}

function scanned(change: (uids: readonly string[]) => readonly string[]): Producer {
  return {
    until: (bed) => bed.table.played === null && bed.facts.some(({ kind }) => kind === "roundEnded"),
    produce: (bed) => {
      for (const _ of [1, 2]) {
        bed.confirm("scan");
        for (const uid of change([...bed.stub, ...bed.laid.map((one) => one.uid)])) {
          bed.act("shoe", { kind: "tag", antenna: 0, uid, present: true });
          bed.act("shoe", { kind: "tag", antenna: 0, uid, present: false });
        }
        bed.confirm("scanned");
      }
    },
  };
}

/** Where a game leaves no room for it. */
export const cannot: Readonly<Partial<Record<IrregularityCode, readonly string[]>>> = {
  // All four hands are dealt, also at empty places, and the whole deck with them.
  emptySeat: ["chinese-poker"],
  extraCard: ["chinese-poker"],
  oldRound: ["chinese-poker"],
};

/** The points of a deal, and how to tell that the table stands there. */
export const points = {
  first: (bed: ByteBed) => isPlayed(bed) && bed.table.played?.betsClosed === true && dealt(bed) === 0 && isCardDue(bed),
  mid: inDeal,
  // The draw for the first seat is no deal: one card lies then, and none at another seat.
  last: (bed: ByteBed) => inDeal(bed) && isPlayed(bed) && isCardDue(bed) && leftToDeal(bed) === 1,
  after: (bed: ByteBed) =>
    isPlayed(bed) && dealt(bed) > 0 && !isCardDue(bed) && bed.table.played?.revealed === false && leftToDeal(bed) <= 0,
  reveal: (bed: ByteBed) => isPlayed(bed) && bed.table.played?.revealed === true,
} as const;
/** What needs a card on the felt, or a card that is due. */
const needsCard: readonly IrregularityCode[] = [
  "foreignBack",
  "duplicate",
  "twoPlaces",
  "misread",
  "clearedEarly",
  "flawed",
  "wrongHand",
  "wrongCount",
  "wrongPlace",
  "emptySeat",
  "offTable",
  "exposed",
  "talked",
  "mixedHand",
];

/** Whether a code can occur at a point of a game's deal. What has a moment of its own (a count, a card before its time) has no other. */
export function canOccur(code: IrregularityCode, point: Point, game: string): boolean {
  if (cannot[code]?.includes(game) === true) return false;
  if (code === "notSeen") return point === "first" || point === "mid" || (point === "last" && game !== "caribbean-stud");
  if (producers[code].until !== undefined) return false;
  // The whole deck is on the felt.
  if (code === "notFromShoe" && game === "chinese-poker") return point !== "after" && point !== "reveal";
  return point !== "first" || !needsCard.includes(code);
}

export type Point = keyof typeof points;
export const pointNames = Object.keys(points) as readonly Point[];

function isPlayed(bed: ByteBed): boolean {
  return bed.table.played !== null && bed.table.played.settlement === null && bed.table.halt === null;
}
const isCardDue = (bed: ByteBed): boolean => bed.view().expected.some(({ kind }) => kind === "card");
const leftToDeal = (bed: ByteBed): number => (bed.view().deal?.of ?? 0) - dealt(bed);
