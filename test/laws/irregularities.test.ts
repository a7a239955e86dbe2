// Every irregularity is produced at the devices, bytes and all, or at the console where only a person sees it, in every game where it can
// occur; each is told, stands in the alarm feed or is on record, and has its text. And the law above all: a round that is settled was
// settled by the cards that lie on the felt.

import { describe, expect, it } from "vitest";
import { type IrregularityCode, irregularities, irregularityCodes, ofTheDeal, type Reportable, reportable } from "#core/irregularity";
import { type GameEntry, games } from "#games/index";
import { irregularityText, languages } from "#i18n/format";
import { type BedOptions, type ByteBed, byteBed, uidOf } from "./byte-bed.ts";
import { numbers } from "./story.ts";

type Options = Partial<BedOptions>;
interface Producer {
  readonly options?: Options;
  /** Brings the table to where it can happen; absent: the middle of the deal. */
  readonly until?: (bed: ByteBed) => boolean;
  readonly produce: (bed: ByteBed) => void;
}

const dealt = (bed: ByteBed): number => bed.view().deal?.dealt ?? 0;
const inDeal = (bed: ByteBed): boolean => bed.table.played?.settlement === null && dealt(bed) >= 3;
const someHand = (bed: ByteBed): string =>
  bed.laid.find(({ to }) => /^\d+\/hand$/.test(to))?.to ?? bed.laid.find(({ to }) => /^\d/.test(to))?.to ?? "";
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

const producers: Readonly<Record<IrregularityCode, Producer>> = {
  ...(Object.fromEntries(reportable.map((code) => [code, report(code)])) as Record<Reportable, Producer>),
  red: { produce: (bed) => bed.act("shuffler", { kind: "input", port: 2, level: 1 }) },
  dealtOnRed: {
    produce: (bed) => {
      bed.act("shuffler", { kind: "input", port: 2, level: 1 });
      passShoe(bed, bed.stub.at(-1) ?? uidOf("As"));
    },
  },
  foreign: { produce: (bed) => passShoe(bed, "E0FFFFFF00000001") },
  dark: { produce: (bed) => bed.act("shuffler", { kind: "input", port: 3, level: 0 }) },
  sensorLost: { produce: (bed) => bed.cut("shuffler") },
  otherDeck: { produce: (bed) => passShoe(bed, uidOf("7d", "BB")) },
  duplicate: { produce: (bed) => passShoe(bed, bed.laid[0]?.uid ?? "") },
  notFromShoe: { produce: (bed) => seen(bed, antennaOf(someHand(bed)), bed.stub[0] ?? "") },
  twoPlaces: {
    produce: (bed) => {
      const card = bed.laid.find(({ to }) => to === someHand(bed));
      const other = bed.laid.find(({ to }) => /^\d/.test(to) && antennaOf(to) !== antennaOf(card?.to ?? ""));
      seen(bed, antennaOf(other?.to ?? ""), card?.uid ?? "");
    },
  },
  wrongPlace: {
    produce: (bed) => {
      const card = bed.laid.find(({ to }) => to === someHand(bed));
      const other = bed.laid.find(({ to }) => /^\d/.test(to) && antennaOf(to) !== antennaOf(card?.to ?? ""));
      const from = antennaOf(card?.to ?? "");
      // A second card stays behind: it is one card that lies wrong, not the hand.
      bed.act("seats", { kind: "tag", antenna: from, uid: card?.uid ?? "", present: false });
      seen(bed, antennaOf(other?.to ?? ""), card?.uid ?? "");
    },
    until: (bed) => inDeal(bed) && (!someHand(bed).endsWith("/hand") || (bed.table.felt.piles[someHand(bed)]?.length ?? 0) >= 2),
  },
  emptySeat: {
    produce: (bed) => {
      const card = bed.laid.find(({ to }) => to === someHand(bed));
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
    until: (bed) => bed.view().phase === "bets",
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
const cannot: Readonly<Partial<Record<IrregularityCode, readonly string[]>>> = {
  // All four hands are dealt, also at empty places, and the whole deck with them.
  emptySeat: ["chinese-poker"],
  extraCard: ["chinese-poker"],
  oldRound: ["chinese-poker"],
};

const cases = games.flatMap((entry) =>
  irregularityCodes.filter((code) => !cannot[code]?.includes(entry.game.id)).map((code) => [entry.game.id, code, entry] as const),
);

describe("every irregularity", () => {
  it.each(cases)("%s: %s is found, told and worded", (_id, code, entry) => {
    const { options = {}, until = inDeal, produce } = producers[code];
    const bed = byteBed({ entry, ...options });
    bed.until(until);
    expect(until(bed), "the table never came to where it can happen").toBe(true);
    produce(bed);
    expect(bed.codes()).toContain(code);
    const told = bed.facts.find((fact) => fact.kind === "irregularity" && fact.irregularity.code === code);
    const irregularity = told?.kind === "irregularity" ? told.irregularity : { code };
    for (const language of languages) {
      const text = irregularityText(language, irregularity);
      expect([text.title, text.what, text.who, ...text.steps].every((one) => one.length > 0 && !/[{}]/.test(one))).toBe(true);
    }
    const { alarms } = bed.view();
    expect(alarms.map(({ weight }) => weight)).toEqual(alarms.map(({ weight }) => weight).sort((a, b) => b - a));
    expect(irregularities[code].answers).not.toBe("");
    // What leaves the table never names a card that was not turned up.
    expect(JSON.stringify(told)).not.toContain("E00401");
  });

  it("has somebody or something that produces it", () => {
    expect(Object.keys(producers).sort()).toEqual([...irregularityCodes].sort());
  });
});

describe("a settled round", () => {
  const striking = ["drop", "repeat", "swap", "corrupt", "truncate"] as const;

  /** Plays with lines that lie; the dealer answers truly when asked to compare the felt. */
  function playBadly(entry: GameEntry, seed: number): number {
    const random = numbers(seed * 7919);
    const bed = byteBed({ entry, seed, everywhere: true, players: 4 });
    let compared = 0;
    for (let moves = 0; moves < 600 && compared < 1; moves++) {
      const before = bed.facts.length;
      if (random() < 0.03)
        bed.strike(random() < 0.5 ? "shoe" : "seats", {
          kind: pick(striking, random),
          at: Math.floor(random() * 60),
          xor: 1 + Math.floor(random() * 254),
        } as never);
      if (random() < 0.004) bed.act(random() < 0.5 ? "shoe" : "seats", { kind: "reboot" });
      const { expected } = bed.view();
      const asked = (code: string): boolean => expected.some((one) => one.kind === "confirm" && one.code === code);
      if (asked("same")) bed.wait(2500);
      if (asked("same") && bed.differences().length > 0) bed.confirm("different");
      else if (asked("void")) bed.confirm("void");
      else bed.move();
      // People take their time: a beat of every device goes by before the next thing happens.
      bed.wait(1100);
      for (const fact of bed.facts.slice(before)) {
        if (fact.kind !== "settled" || fact.settlement.outcome !== "settled") continue;
        compared++;
        expect(bed.differences(), `seed ${seed}, round ${fact.round}`).toEqual([]);
      }
    }
    return compared;
  }

  // Palace Poker's captures are carried by the players' hands, which the emulated felt does not have.
  const carried = games.filter(({ game }) => game.id !== "palace-poker");
  it.each(carried.map((entry) => [entry.game.id, entry] as const))("%s: was settled by the cards that lie on the felt", (_id, entry) => {
    let settled = 0;
    for (let seed = 1; seed <= 8; seed++) settled += playBadly(entry, seed);
    expect(settled).toBeGreaterThan(1);
  });
});

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}
