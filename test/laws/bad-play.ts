// Rounds at a table where everything lies: lines that lose, repeat and spoil bytes, readers that see what is not there and miss what is, cards
// that fall, are laid at the wrong seat or changed between two. Only the people tell the truth when they are asked to look.

import { expect } from "vitest";
import { deck52 } from "#core/card";
import { seatOf } from "#core/felt";
import type { GameEntry } from "#games/index";
import { type ByteBed, byteBed, uidOf } from "./byte-bed.ts";
import { answerTruly } from "./irregularity-story.ts";
import { numbers } from "./story.ts";

const striking = ["drop", "repeat", "swap", "corrupt", "truncate"] as const;

/** Plays until a round was settled, or there is no end of trouble. Returns how many were settled, each by the cards on the felt. */
export function playBadly(entry: GameEntry, seed: number, rounds = 1): number {
  const random = numbers(seed * 7919);
  const bed = byteBed({ entry, seed, everywhere: true, players: 4 });
  let settled = 0;
  for (let moves = 0; moves < 600 * rounds && settled < rounds; moves++) {
    const before = bed.facts.length;
    if (random() < 0.04) harm(bed, random);
    answerTruly(bed);
    // People take their time: a beat of every device goes by before the next thing happens, and tells what a line has swallowed.
    bed.wait(1100);
    for (const fact of bed.facts.slice(before)) {
      if (fact.kind !== "settled" || fact.settlement.outcome !== "settled") continue;
      settled++;
      expect(bed.differences(), `${entry.game.id}, seed ${seed}, round ${fact.round}`).toEqual([]);
    }
  }
  return settled;
}

function harm(bed: ByteBed, random: () => number): void {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const device = (): "shoe" | "seats" => pick(["shoe", "seats"]);
  const anyTag = (): string => pick([uidOf(pick(deck52)), uidOf(pick(deck52)), uidOf(pick(deck52), "BB"), "E0FFFFFF00000001"]);
  const lying = bed.laid.filter(({ to }) => seatOf(to) !== null);
  pick<() => void>([
    () => bed.strike(device(), { kind: pick(striking), at: Math.floor(random() * 60), xor: 1 + Math.floor(random() * 254) } as never),
    () => bed.act(device(), { kind: "reboot" }),
    () => bed.act("shoe", { kind: "unread", antenna: 0 }),
    // A reader sees a card that is not there, or does not see one that is.
    () => bed.act("shoe", { kind: "tag", antenna: 0, uid: anyTag(), present: true }),
    () => bed.act("seats", { kind: "tag", antenna: pick(bed.setupPlaces), uid: anyTag(), present: random() < 0.7 }),
    // A card is laid where it does not belong, or two are changed.
    () => {
      const one = pick(lying);
      if (one !== undefined) move(bed, one, `${pick(bed.setupPlaces)}/hand`);
    },
    () => {
      const [one, other] = [pick(lying), pick(lying)];
      if (one === undefined || other === undefined || one === other) return;
      move(bed, one, other.to);
      move(bed, other, one.to);
    },
    () => bed.restart(),
  ])();
}

function move(bed: ByteBed, { uid, to }: ByteBed["laid"][number], there: string): void {
  bed.take(uid, to);
  bed.lay(uid, there);
}
