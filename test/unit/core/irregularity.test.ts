// The catalogue: every code has a weight of its own rank, a requirement, and choices that make sense.

import { describe, expect, it } from "vitest";
import { consequence, isLight, packChoices, usual } from "#core/consequence";
import { choices, irregularities, irregularityCodes, ofTheDeal, priorityOf, reportable, softCodes } from "#core/irregularity";
import { games } from "#games/index";

describe("the catalogue", () => {
  it("is in the order of its weights, and names what each code answers", () => {
    const weights = irregularityCodes.map((code) => irregularities[code].weight);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    for (const code of irregularityCodes) {
      expect(irregularities[code].answers, code).toMatch(/^(R\d+|sheet)( (R\d+|sheet))*$/);
      expect(weights.every((weight) => weight >= 1 && weight <= 100)).toBe(true);
    }
  });

  it("lets a pack choose the usual consequence, whatever else it may choose; a light is never softened", () => {
    for (const code of irregularityCodes) {
      const { may, usual: own } = irregularities[code];
      if (isLight(code)) expect(may).toEqual([]);
      else expect(may as readonly string[], code).toContain(own);
    }
    expect(irregularityCodes.filter(isLight)).toEqual(["red", "dark", "sensorLost"]);
  });

  it("lets nobody play on with a deck in doubt unseen by the floor", () => {
    for (const code of ["foreign", "foreignBack", "otherDeck", "cardMissing", "cardDoubled", "deckShort", "deckLong", "sortMode"] as const)
      expect(irregularities[code].may).toEqual(["floor", "void"]);
  });

  it("makes three priorities of the weights", () => {
    expect([
      priorityOf("red"),
      priorityOf("shufflerFault"),
      priorityOf("clearedEarly"),
      priorityOf("notSeen"),
      priorityOf("boxed"),
    ]).toEqual([1, 1, 2, 2, 3]);
  });

  it("reports of a person are of a person, of the deal without a place among them", () => {
    for (const code of ofTheDeal) expect(reportable).toContain(code);
    for (const code of irregularityCodes.filter((one) => irregularities[one].found === "person" && one !== "called"))
      expect(reportable as readonly string[]).toContain(code);
  });
});

describe("a consequence", () => {
  it("that needs a hand falls to the floor where there is none", () => {
    expect(consequence("dead", { code: "talked", place: "3/hand" })).toEqual({ kind: "dead", place: "3/hand" });
    expect(consequence("foul", { code: "talked", place: "dealer/hand" })).toEqual({ kind: "floor", answers: ["goOn", "void"] });
    expect(consequence("dead")).toEqual({ kind: "floor", answers: ["goOn", "void"] });
  });

  it("of one hand's fault lets the floor rule that hand dead", () => {
    expect(usual({ code: "talked", place: "3/hand" })).toEqual({ kind: "floor", answers: ["goOn", "dead", "void"] });
    expect(usual({ code: "wrongPlace", place: "3/hand" })).toEqual({ kind: "floor", answers: ["goOn", "void"] });
  });
});

describe.each(games.map((entry) => [entry.game.id, entry] as const))("a pack of %s", (_id, entry) => {
  it("may choose what the catalogue offers for each code, and nothing else", () => {
    for (const code of softCodes) {
      const offered = new Map(packChoices("foul")).get(code) as readonly string[];
      for (const choice of choices) {
        const parsed = entry.schema.safeParse({ irregularities: { [code]: choice } });
        if (!offered.includes(choice)) expect(parsed.success, `${code}: ${choice}`).toBe(false);
        else if (choice !== "foul") expect(parsed.success, `${code}: ${choice}`).toBe(true);
      }
    }
    expect(entry.schema.safeParse({ irregularities: { red: "goOn" } }).success).toBe(false);
    expect(entry.schema.safeParse({ irregularities: { nothing: "goOn" } }).success).toBe(false);
  });
});
