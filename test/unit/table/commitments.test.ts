// What a stranger who has listened can say of the cards that were opened.

import { expect, it } from "vitest";
import { checkCommitments, type ToldFact } from "#table/commitments";

const met = (n: number, held: number, commitment: string): ToldFact => ({ kind: "card", n, held, commitment });

it("a card that is committed to anew in its round is told, one that is heard twice is not", () => {
  const facts = [met(1, 4, "aa"), met(1, 4, "aa"), met(2, 5, "bb"), met(3, 4, "cc")];
  expect(checkCommitments(facts)).toMatchObject({ twice: [3], gaps: [] });
  expect(checkCommitments([met(1, 4, "aa"), { kind: "roundEnded", n: 2 }, met(3, 4, "cc")])).toMatchObject({ twice: [] });
});

it("facts that are missing between others are told", () => {
  expect(checkCommitments([met(3, 1, "aa"), met(7, 2, "bb"), met(8, 3, "cc")]).gaps).toEqual([{ from: 4, to: 6 }]);
});
