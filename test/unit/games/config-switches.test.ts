// Every switch that the rule sheets leave to the house: it exists, its default is the recommended reading, and a value that is unknown or
// contradicts another is refused with its line.

import { describe, expect, it } from "vitest";
import { findGame, games } from "#games/index";
import { parseYaml } from "#table/problems";

type GameEntry = (typeof games)[number];
const entryOf = (id: string): GameEntry => findGame(id) as GameEntry;

/** One switch: its name, the recommended default, and what else the sheet allows, as a pack would write it. */
type Switch = readonly [name: string, recommended: unknown, others: readonly string[]];

const switches: Readonly<Record<string, readonly Switch[]>> = {
  "high-card-flush": [
    ["dealPacket", 1, ["7"]],
    ["aceLowInSF", true, ["false"]],
    ["shortfall", "partial", ["all-or-nothing"]],
    ["collectedLossesFundBank", true, ["false"]],
    ["dpMaxWin", "none", ["money in action"]],
    ["aggregateCap", "none", ["{ perHand: 50 }", "{ perRound: 50 }"]],
    ["exposedCard", "floor", ["misdeal", "play on"]],
    ["mainTiePushesBonuses", false, ["true"]],
    ["bonusContested", true, ["false"]],
    ["foldLosesBonus", true, ["false"]],
    ["redAfterReveal", "dead", ["floor"]],
    ["raiseCaps", { 2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3 }, ["{ '2': 1, '3': 1, '4': 1, '5': 1, '6': 2, '7': 3 }"]],
    ["qualifier", { length: 3, minHigh: "9" }, ["{ length: 3, minHigh: T }"]],
    ["paySF", { 7: 1000, 6: 500, 5: 100, 4: 60, 3: 8 }, ["{ '7': 8000, '6': 1000, '5': 100, '4': 60, '3': 7 }"]],
    ["payFlush", { 7: 200, 6: 50, 5: 10, 4: 2 }, ["{ '7': 300, '6': 100, '5': 10, '4': 1 }"]],
    ["rake", { method: "none" }, ["all", "players", "designated player"].map((method) => `{ method: ${method}, charge: { perSeat: 1 } }`)],
  ],
  "stud-hi-lo-8": [
    ["burns", false, ["true"]],
    ["maxRaises", 3, ["4"]],
    ["betting", "fixed", ["spread", "pot"]],
    ["halfBetRule", true, ["false"]],
    ["oddChip", "seat", ["card-by-suit"]],
    ["oddChipBetweenHalves", "high", ["low"]],
    ["exposedDown", "third card down", ["misdeal"]],
    ["exposedRiver", "player may opt all-in", ["play on"]],
    ["shortHandAtShowdown", "dead", ["missing-seventh-live"]],
    ["unlimitedHeadsUp", false, ["true"]],
    ["concedeUnseen", true, ["false"]],
    ["communityRiverBetting", false, ["true"]],
    ["reuseBurns", false, ["true"]],
    ["openPairDoubleBet", false, ["true"]],
    ["aceHighForBringIn", true, ["false"]],
    ["suitOrderLowToHigh", ["c", "d", "h", "s"], ["[s, h, d, c]"]],
    ["low", "split", ["none"]],
    ["lowQualifier", 8, ["9"]],
    ["redAfterReveal", "dead", ["floor"]],
  ],
  "chinese-poker": [
    ["newPlayer", "not button or first hand", ["waits", "plays"]],
    ["autoVersusFoul", "auto", ["foul", "larger"]],
    ["bonusRequiresSegmentWin", true, ["false"]],
    ["timeoutSet", "engine sets a legal hand", ["foul"]],
    ["backMayTieMiddle", true, ["false"]],
    ["winCap", "total", ["per-opponent"]],
    ["superBonusOpponents", 3, ["2"]],
    ["superBonus", 9, ["12"]],
    ["scoop", 6, ["3"]],
    ["foul", 6, ["3"]],
    [
      "auto",
      { dragon: 13, sixPairs: 4, threeFlushes: 4, threeStraights: 4 },
      ["{ dragon: 36, sixPairs: 3, threeFlushes: 3, threeStraights: 3 }"],
    ],
    [
      "bonus",
      {
        back: { "straight-flush": 5, "four-of-a-kind": 4 },
        middle: { "straight-flush": 10, "four-of-a-kind": 8, "full-house": 2 },
        front: { "three-of-a-kind": 3 },
      },
      ["{ back: { royal-flush: 7 }, middle: { royal-flush: 14 }, front: {} }"],
    ],
    ["buyInPoints", 20, ["30"]],
    ["shortBuy", "one after each full buy", ["never", "always"]],
    ["exposedCards", 5, ["1"]],
    ["suspended", false, ["true"]],
    ["redAfterReveal", "dead", ["floor"]],
  ],
  "palace-poker": [
    ["discardCost", 0, ["smallBet", "1"]],
    ["limit", "limit", ["no-limit"]],
    ["limitRaise", "bigBet", ["two-small-without-soldiers"]],
    ["maxRaises", "unlimited", ["3"]],
    ["traitorRule", "opponent-banner-suit", ["opponent-banner-rank", "none"]],
    ["wheel", true, ["false"]],
    ["maxSoldiers", 5, ["6"]],
    ["ante", "floor(smallBet/2)", ["1"]],
    ["bannerGroups", [4, 4, 2], ["[2, 4, 4]"]],
    ["callAmount", "own formula", ["attacker's formula"]],
    ["capturedBannerBecomesSoldier", true, ["false"]],
    ["showdownExclusions", false, ["true"]],
    ["attackNeedsFullAmount", true, ["false"]],
    ["defenderMayCallAllIn", true, ["false"]],
    ["firstDealer", "highest card", ["lowest seat"]],
    ["exposedPalace", "floor", ["play on", "misdeal"]],
    ["redAfterReveal", "dead", ["floor"]],
  ],
  "caribbean-stud": [
    ["seats", 4, ["7"]],
    ["betMultiple", 2, ["1"]],
    ["betsMs", null, ["30000"]],
    ["decisionMs", null, ["30000"]],
    ["timeoutBetsFrom", "pair", ["two-pair", "high-card", "never"]],
    ["reserveBet", true, ["false"]],
    ["qualifier", "ace and king", ["ace or king", "pair"]],
    ["progressiveStake", 50, ["100", "null"]],
    ["progressiveStakeReturned", false, ["true"]],
    ["progressiveRequiresBet", false, ["true"]],
    ["jackpotSplit", "equal shares, odd cent stays", ["in payment order"]],
    ["fixedPrizesFromMeter", false, ["true"]],
    ["meter", { base: 0, contribution: 0 }, ["{ base: 1000000, contribution: 35 }"]],
    ["aggregateCap", "none", ["{ perHand: 500000 }", "{ perRound: 500000 }"]],
    ["exposedHole", "round void, stakes returned", ["floor", "play on"]],
    ["wrongCountPlayer", "dead", ["misdeal"]],
    ["actionOrder", "together", ["left to right"]],
    ["dealPacket", 1, ["5"]],
    ["redAfterReveal", "dead", ["floor"]],
  ],
};

const rows = Object.entries(switches).flatMap(([id, list]) => list.map((one) => [id, ...one] as const));

/** What a house reads about its pack: one problem a line, file first. Empty: nothing is wrong. */
function problemsOf(id: string, text: string): readonly string[] {
  try {
    parseYaml("rules.yaml", text, entryOf(id).schema);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").map((line) => line.trim());
  }
}

describe("a switch of the sheets", () => {
  it("exists for every game", () => {
    expect(Object.keys(switches).sort()).toEqual(games.map(({ game }) => game.id).sort());
  });

  it.each(rows)("%s %s is %j unless the house says otherwise", (id, name, recommended, others) => {
    const defaults = entryOf(id).schema.parse({}) as Readonly<Record<string, unknown>>;
    expect(defaults[name]).toEqual(recommended);
    for (const other of others) {
      const text = `${name}: ${other}\n`;
      expect(problemsOf(id, text), text).toEqual([]);
      const chosen = parseYaml("rules.yaml", text, entryOf(id).schema) as Readonly<Record<string, unknown>>;
      expect(chosen[name], text).not.toEqual(recommended);
    }
  });

  it.each(rows)("%s %s with an unknown value is refused with its line", (id, name) => {
    const found = problemsOf(id, `# the house's own\n${name}: by the moon\n`);
    expect(found.join("\n")).toMatch(new RegExp(`^line 2, column \\d+: ${name}`, "m"));
  });

  it.each(games.map(({ game }) => game.id))("%s: a name that no switch has is refused with its line", (id) => {
    expect(problemsOf(id, "# the house's own\nredAfterReveal: floor\nmoonPhase: full\n").join("\n")).toMatch(
      /^line 3, column 1: .*moonPhase/m,
    );
  });
});

describe("a contradiction", () => {
  it.each([
    ["high-card-flush", "raiseCaps: { '2': 2, '3': 1, '4': 1, '5': 2, '6': 3, '7': 3 }", "raiseCaps"],
    ["high-card-flush", "mainTiePushesBonuses: true\nbonusContested: false", "mainTiePushesBonuses"],
    ["high-card-flush", "stakes: untracked", "stakes"],
    ["high-card-flush", "bank: house\ndpMaxWin: money in action", "dpMaxWin"],
    ["high-card-flush", "bank: house\nrake: { method: all, charge: { perSeat: 1 } }", "rake"],
    ["high-card-flush", "ante: { min: 10, max: 5 }", "ante"],
    ["stud-hi-lo-8", "bringIn: 5", "bringIn"],
    ["stud-hi-lo-8", "smallBet: 9", "smallBet"],
    ["stud-hi-lo-8", "spread: { min: 9, max: 3 }", "spread"],
    ["stud-hi-lo-8", "suitOrderLowToHigh: [c, c, h, s]", "suitOrderLowToHigh"],
    ["stud-hi-lo-8", "ante: 1\nchip: 2", "ante"],
    ["chinese-poker", "auto: { dragon: 3, sixPairs: 4, threeFlushes: 4, threeStraights: 4 }", "auto"],
    ["chinese-poker", "unit: 5\nstackStep: 2", "stackStep"],
    ["chinese-poker", "unit: 5\nstackMax: 50", "stackMax"],
    ["chinese-poker", "foulVersusFoul: both pay", "foulVersusFoul"],
    ["palace-poker", "bannerGroups: [4, 4]", "bannerGroups"],
    ["palace-poker", "bannerGroups: [5, 5]", "bannerGroups"],
    ["palace-poker", "stakes: untracked", "stakes"],
    ["caribbean-stud", "stakes: untracked\naggregateCap: { perHand: 5 }", "aggregateCap"],
    ["caribbean-stud", "meter: { base: 0, contribution: 60 }", "meter"],
    ["caribbean-stud", "progressivePrizes: { royal-flush: 120% of meter }", "progressivePrizes"],
    ["caribbean-stud", "payQualified: { pair: 1 }", "payQualified"],
  ])("%s %j is refused at %s, with its line", (id, text, name) => {
    const found = problemsOf(id, `${text}\n`).join("\n");
    expect(found).toMatch(new RegExp(`^line \\d+, column \\d+: ${name}`, "m"));
  });

  it.each(games.map(({ game }) => game.id))("%s: a light is never softened", (id) => {
    for (const code of ["red", "dark", "sensorLost"])
      expect(problemsOf(id, `irregularities:\n  ${code}: goOn\n`).join("\n")).toMatch(/^line 2, column \d+: irregularities/m);
  });
});
