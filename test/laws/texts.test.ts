import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmCodes } from "#core/opening";
import { games } from "#games/index";
import { en, reasonCodes } from "#i18n/en";
import { find, languages, reason } from "#i18n/format";

/** What a game exports in `reasons.ts`: codes with the names of their parameters, flat or by group, and lists of other codes. */
type Declared = Readonly<Record<string, unknown>>;
type Codes = ReadonlyMap<string, readonly string[]>;

const folders = readdirSync("src/games", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const declared = await Promise.all(
  folders.map(async (game) => [game, (await import(resolve(join("src/games", game, "reasons.ts")))) as Declared] as const),
);

function codesIn(tree: unknown): Codes {
  const found = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(tree as Record<string, unknown>)) {
    if (Array.isArray(value)) found.set(name, value as string[]);
    else for (const [code, names] of codesIn(value)) found.set(code, names);
  }
  return found;
}

/** A value that a game could give a parameter of this name. */
const samples: Readonly<Record<string, string | number>> = { hand: "pair", ranks: "KK973", high: "9", top: "8", low: "8-6-4-3-A", run: 3 };
const fill = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, samples[name] ?? 2]));

describe.each(declared)("%s", (game, exports) => {
  const variants = [codesIn(exports.reasonCodes), codesIn(exports.otherParameters ?? {})];

  test("has a text in every language for each reason it declares, with every parameter it wants", () => {
    expect(variants[0]?.size).toBeGreaterThan(10);
    const gaps = languages.flatMap((language) =>
      variants.flatMap((codes) =>
        [...codes].flatMap(([code, names]) => {
          const text = reason(language, { code, params: fill(names) });
          // Given back as it is, a code had no text, or not the parameters of its text.
          const missing = text === code && find(language, `reason.${code}`) !== code;
          return !reasonCodes.includes(code) || missing || /[{}]|undefined/.test(text) ? [`${language} ${code}: ${text}`] : [];
        }),
      ),
    );
    expect(gaps).toEqual([]);
  });

  test("has a text for each option, wager, place, paytable, column and block it declares", () => {
    const families = {
      optionCodes: "option",
      wagerNames: "wager",
      placeNames: "place",
      blockCodes: "blocked",
      paytableIds: "paytable",
      columnCodes: "column",
    };
    for (const [list, family] of Object.entries(families)) {
      for (const code of (exports[list] ?? []) as string[])
        expect([`${family}.${code}`, `${family}.${code}` in en]).toEqual([`${family}.${code}`, true]);
    }
  });

  test("has a text for all that its sign shows, under the rules of its own defaults", () => {
    const entry = games.find((one) => one.game.id === game);
    expect(entry).toBeDefined();
    const { limits, paytables, rules } = entry?.game.notice(entry.schema.parse({})) ?? { limits: [], paytables: [], rules: [] };
    for (const { spot } of limits) expect(en).toHaveProperty([`wager.${spot.split("/").at(-1)}`]);
    for (const { id, columns, rows } of paytables) {
      expect(en).toHaveProperty([`paytable.${id}`]);
      for (const column of columns) expect(en).toHaveProperty([`column.${column}`]);
      for (const { hand, cells } of rows) {
        expect(reasonCodes).toContain(hand.code);
        for (const cell of cells) if ("code" in cell) expect(en).toHaveProperty([`cell.${cell.code}`]);
      }
    }
    for (const language of languages) {
      for (const rule of rules) expect(reason(language, rule)).toMatch(/^[\p{Lu}\d][^{}]{10,}$/u);
    }
  });
});

test("every game of the house declares its codes", () => {
  expect(folders.filter((game) => !existsSync(join("src/games", game, "reasons.ts")))).toEqual([]);
  expect(games.map(({ game }) => game.id).sort()).toEqual([...folders].sort());
});

test("every answer that can be asked of the floor or the dealer is a key", () => {
  for (const code of confirmCodes) for (const language of languages) expect(find(language, `key.${code}`)).not.toBeNull();
});

describe("every text is said somewhere", () => {
  const sources = ["src", "dashboard"].flatMap((from) =>
    readdirSync(from, { recursive: true, encoding: "utf8" }).map((file) => join(from, file)),
  );
  const isCatalogue = (file: string): boolean => /i18n\/(en|it|ro)(-\w+)?\.ts$/.test(file);
  const read = (files: readonly string[]): string => files.map((file) => readFileSync(file, "utf8")).join("\n");
  const code = read(sources.filter((file) => /\.tsx?$/.test(file) && !isCatalogue(file)));
  const named = new Set([...code.matchAll(/["'`]([\w.-]+)["'`]/g)].map(([, name]) => name));
  const words = new Set(code.match(/[\w-]+/g));
  /** Keys made of a family and parts that are words of the code: "refusal.${why}". */
  const made = [...code.matchAll(/`(\w[\w-]*\.(?:[\w.-]|\$\{[^}`]*\})*)`/g)].map(
    ([, template = ""]) => new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "(.+)")}$`),
  );
  const isMade = (key: string): boolean =>
    made.some(
      (form) =>
        form
          .exec(key)
          ?.slice(1)
          .every((part) => part.split(".").every((word) => words.has(word))) === true,
    );

  test.each(sources.filter((file) => /i18n\/en(-\w+)?\.ts$/.test(file)))("%s", (file) => {
    const keys = [...read([file]).matchAll(/^ {2}"([\w.-]+)":/gm)].map(([, key = ""]) => key);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !named.has(key) && !isMade(key))).toEqual([]);
  });
});
