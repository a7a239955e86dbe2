// The house's rules are the linter's: each one must fire on a breach and keep quiet on what it allows.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const imports = "lint/style/noRestrictedImports";
const globals = "lint/style/noRestrictedGlobals";
const plugin = "plugin";

type Line = readonly [code: string, rule: string];

/** By file: lines that break a rule, each with the rule that must say so. */
const breaches: Readonly<Record<string, readonly Line[]>> = {
  "src/core/breach.ts": [
    ...refused("../wire/line.ts", "./../wire/line.ts", "#core/card", "#games/index", "#wire/line", "#contract/topics", "#i18n/en"),
    ...refused("#table/vault", "#devices/index", "#dashboard/table-face", "#sim/felt", "#site/meters", "zod", "node:fs", "preact"),
    ['export * from "#wire/line";', imports],
    ['export const wire = await import("#wire/line");', imports],
    ['export type Line = import("#wire/line").Line;', plugin],
    ['import type { Uid } from "./device.ts";', plugin],
    ['import { type DeviceId, type Uid as Tag } from "./device.ts";', plugin],
    ...used("Date.now()", "new Date()", "performance.now()", "setTimeout(run, 5)", "process.pid", "console.log(1)"),
    ...used("crypto.randomUUID()", "globalThis.Date", 'Buffer.from("")', 'require("fs")', "fetch(url)"),
    ["export const chance = Math.random();", plugin],
    ['export const chance2 = Math["random"]();', plugin],
    ["export const { random } = Math;", plugin],
    ["export class Deck {}", plugin],
    ["export const Shoe = class {};", plugin],
    ["export const anything: any = 1;", "lint/suspicious/noExplicitAny"],
    ["export const sure = maybe!;", "lint/style/noNonNullAssertion"],
    ["export enum Suit { Clubs }", "lint/style/noEnum"],
    ["export default 1;", "lint/style/noDefaultExport"],
    ['import { Card } from "./card.ts"; export type Again = Card;', "lint/style/useImportType"],
    ['import type { Ring } from "./ring.ts"; export type Rung = Ring;', "lint/suspicious/noImportCycles"],
  ],
  "src/core/ring.ts": [['import type { Rung } from "./breach.ts"; export type Ring = Rung;', "lint/suspicious/noImportCycles"]],
  "src/games/index.ts": [...refused("./game.ts", "#wire/line", "#games/chinese/game", "#table/vault", "node:fs", "../core/card.ts")],
  "src/games/chinese/breach.ts": [
    ...refused("../high-card-flush/game.ts", "../index.ts", "#games/index", "#games/high-card-flush/game", "./../index.ts"),
    ...refused("#wire/line", "#contract/topics", "#i18n/en", "#table/vault", "#devices/index", "#sim/felt", "node:crypto", "yaml"),
    ['import type { Uid } from "#core/device";', plugin],
    ["export const when = Date.now();", globals],
    ["export const chance = Math.random();", plugin],
    ["export class Round {}", plugin],
  ],
  "src/wire/breach.ts": [
    ...refused("../core/card.ts", "#games/index", "#contract/topics", "#i18n/en", "#table/vault", "#devices/index", "node:buffer", "zod"),
    ["export const when = new Date();", globals],
    ["export class Framer {}", plugin],
  ],
  "src/contract/breach.ts": [
    ...refused("#games/index", "#wire/line", "#i18n/en", "#table/vault", "#devices/index", "#dashboard/table-face", "node:fs", "fastify"),
    ['import type { Uid } from "#core/device";', plugin],
    ["export const when = Date.now();", globals],
  ],
  "src/i18n/breach.ts": [
    ...refused("#games/index", "#wire/line", "#contract/topics", "#table/vault", "#devices/index", "node:fs", "zod", "preact"),
    ["export const where = process.env.LANG;", globals],
  ],
  "src/sim/breach.ts": [
    ...refused("../core/card.ts", "#games/caribbean-stud/game", "#site/feed", "#wire/line", "#dashboard/table-face", "#cli/main", "mqtt"),
  ],
  "src/table/breach.ts": [
    ...refused("./vault.ts", "./seal.ts", "#table/vault", "#site/meters", "#sim/felt", "#dashboard/table-face", "#cli/main"),
    ...refused("../cli/main.ts", "../core/card.ts", "./../core/card.ts"),
    ['import type { Uid } from "#core/device";', plugin],
    ['console.log("said");', "lint/suspicious/noConsole"],
    ["work();\nasync function work(): Promise<void> { await 1; }", "lint/nursery/noFloatingPromises"],
    ['import { left } from "left-pad"; left();', "lint/correctness/noUndeclaredDependencies"],
    ['import { ring } from "./round-b.ts"; export const rung = ring;', "lint/suspicious/noImportCycles"],
    ['throw "a word";', "lint/style/useThrowOnlyError"],
    ['import fs from "fs"; fs.existsSync("");', "lint/style/useNodejsImportProtocol"],
  ],
  "src/table/round-b.ts": [['import { rung } from "./breach.ts"; export const ring = rung;', "lint/suspicious/noImportCycles"]],
  "src/table/Round_A.ts": [["export const a = 1;", "lint/style/useFilenamingConvention"]],
  "src/table/engine.ts": [...refused("./seal.ts", "#sim/felt")],
  "src/table/open-table.ts": [...refused("./seal.ts", "#sim/felt"), ['import type { Uid } from "#core/device";', plugin]],
  "src/table/vault.ts": [...refused("#sim/felt", "../cli/main.ts")],
  "src/site/breach.ts": [
    ...refused("#table/vault", "#table/engine", "#sim/felt", "#dashboard/site-app", "#cli/main", "../table/journal.ts"),
  ],
  "src/cli/breach.ts": [
    ...refused("#table/vault", "#table/seal", "../table/vault.ts"),
    ['import type { Uid } from "#core/device";', plugin],
  ],
  "devices/index.ts": [...refused("./driver.ts", "#table/vault", "#games/index", "serialport", "node:fs")],
  "devices/shoe/breach.ts": [
    ...refused("../tablelink/driver.ts", "../index.ts", "#devices/tablelink/driver", "#games/index", "#contract/topics", "#table/vault"),
    ...refused("serialport", "node:fs", "zod"),
    ["export const when = Date.now();", globals],
  ],
  "devices/shoe/adapter.ts": [...refused("#table/vault", "#games/index", "serialport", "node-hid", "node:fs", "zod", "../index.ts")],
  "dashboard/server/breach.ts": [
    ...refused("#table/open-table", "#table/vault", "#games/index", "#wire/line", "#devices/index", "#sim/felt", "#site/meters"),
    ...refused("../web/main.tsx", "#cli/main"),
    ['import type { Uid } from "#core/device";', plugin],
  ],
  "dashboard/web/console/breach.ts": [
    ...refused("../sign/sign.tsx", "../../server/console-app.ts", "./../sign/sign.tsx", "#dashboard/table-face", "#table/vault"),
    ...refused("#games/index", "#devices/index", "react", "zod", "node:fs"),
    ['import type { Uid } from "#core/device";', plugin],
    ['console.log("said");', "lint/suspicious/noConsole"],
  ],
  "test/unit/breach.test.ts": [
    ['vi.mock("#table/journal");', plugin],
    ["const spy = vi.fn(); spy();", plugin],
    ['test.only("one", () => {});', "lint/suspicious/noFocusedTests"],
    ['test.skip("none", () => {});', "lint/suspicious/noSkippedTests"],
    ['test.todo("later");', plugin],
  ],
};

/** By file: modules that it may import. Nothing may be said of them. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "src/core/fine.ts": ["./card.ts"],
  "src/games/fine/fine.ts": ["./rules.ts", "./packs/odds.ts", "#core/card", "zod"],
  "src/wire/fine.ts": ["./line.ts", "#core/device"],
  "src/contract/fine.ts": ["./topics.ts", "#core/view", "zod"],
  "src/i18n/fine.ts": ["./en.ts", "#core/money"],
  "src/sim/fine.ts": ["./felt.ts", "#core/card", "#games/index", "#devices/tablelink/emulator", "#table/engine", "node:fs/promises"],
  "src/table/fine.ts": [
    "./journal.ts",
    "./deck-store.ts",
    "#core/card",
    "#games/index",
    "#wire/line",
    "#contract/topics",
    "#i18n/en",
    "mqtt",
  ],
  "src/site/fine.ts": ["./meters.ts", "#core/card", "#games/index", "#contract/topics", "node:path", "mqtt"],
  "src/cli/fine.ts": ["./command.ts", "#table/open-table", "#table/deck-store", "#dashboard/console-app", "#sim/felt", "yaml", "node:fs"],
  "devices/fine/fine.ts": ["./message.ts", "./recordings/read.ts", "#core/device", "#wire/line"],
  "dashboard/server/fine.ts": [
    "./event-stream.ts",
    "#contract/console",
    "#core/view",
    "#i18n/format",
    "fastify",
    "@fastify/static",
    "node:http",
  ],
  "dashboard/web/console/fine.ts": [
    "./seat.tsx",
    "./seat.css",
    "../shared/money.ts",
    "#contract/console",
    "#core/view",
    "#i18n/en",
    "preact/hooks",
  ],
  "dashboard/web/console/parts/fine.ts": [
    "../seat.tsx",
    "../../shared/money.ts",
    "preact",
    "@preact/signals",
    "@fontsource/ibm-plex-sans/400.css",
  ],
  "test/unit/fine.test.ts": ["#table/vault", "#core/device", "#devices/index", "../../src/table/seal.ts", "node:fs"],
};

/** Sources that must pass as they are. */
const quiet: Readonly<Record<string, string>> = {
  "src/table/deck-store.ts":
    'import type { Uid } from "#core/device";\nimport { seal } from "./seal.ts";\nexport const a = (uid: Uid) => seal(uid);\n',
  "devices/fine/driver.ts": 'import type { Uid } from "#core/device";\nexport const a = (uid: Uid): Uid => uid;\n',
  "src/core/square.ts": "export const square = (x: number): number => Math.max(x, -x) ** 2;\n",
  "src/cli/say.ts": "console.log(1);\n",
};

function refused(...modules: readonly string[]): readonly Line[] {
  return modules.map((module, i) => [`import { a as a${i} } from "${module}"; a${i}();`, imports] as const);
}

function used(...expressions: readonly string[]): readonly Line[] {
  return expressions.map((expression, i) => [`export const used${i} = ${expression};`, globals] as const);
}

const root = mkdtempSync(join(tmpdir(), "pitwire-layers-"));
/** "file:line rule" of every complaint. */
let said: ReadonlySet<string>;
let quietFiles: readonly string[];

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** Where each breach begins in its file; one may be of several lines. */
function layOut(lines: readonly Line[]): readonly (readonly [line: number, rule: string, code: string])[] {
  let line = 1;
  return lines.map(([code, rule]) => {
    const at = line;
    line += code.split("\n").length;
    return [at, rule, code] as const;
  });
}

beforeAll(() => {
  for (const file of [".biome.json", ".gitignore", "package.json", "test/lint"]) cpSync(file, join(root, file), { recursive: true });
  for (const [file, lines] of Object.entries(breaches)) write(file, `${lines.map(([code]) => code).join("\n")}\n`);
  for (const [file, modules] of Object.entries(allowed))
    write(file, modules.map((module, i) => `import { a as a${i} } from "${module}";\na${i}();\n`).join(""));
  for (const [file, text] of Object.entries(quiet)) write(file, text);
  quietFiles = [...Object.keys(allowed), ...Object.keys(quiet)];
  said = lint();
});
afterAll(() => rmSync(root, { recursive: true }));

function lint(): ReadonlySet<string> {
  const biome = join(process.cwd(), "node_modules/.bin/biome");
  const words = ["lint", "--error-on-warnings", "--max-diagnostics=none", "--reporter=github", "."];
  let output = "";
  try {
    output = execFileSync(biome, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const complaint = /^::(?:error|warning) title=([^,]+),file=([^,]+),line=(\d+)/gm;
  return new Set(
    [...output.matchAll(complaint)].map(([, rule, file, line]) => `${file?.slice(file.indexOf(root) + root.length + 1)}:${line} ${rule}`),
  );
}

describe.each(Object.entries(breaches))("a breach in %s", (file, lines) => {
  test.each(layOut(lines))("line %i is refused by %s: %s", (line, rule) => {
    expect([...said].filter((one) => one.startsWith(`${file}:${line} `))).toContain(`${file}:${line} ${rule}`);
  });
});

test("what a layer may import is not complained about", () => {
  expect([...said].filter((one) => quietFiles.includes(one.slice(0, one.indexOf(":"))))).toEqual([]);
});

interface Override {
  readonly includes: readonly string[];
  readonly linter?: { readonly rules?: { readonly style?: { readonly noRestrictedImports?: Restriction } } };
}
interface Restriction {
  readonly level: string;
  readonly options: { readonly patterns: readonly { readonly group: readonly string[] }[] };
}

/** [glob, its allow-list] of every layer rule. */
function layerRules(): readonly (readonly [string, readonly string[]])[] {
  const { overrides } = JSON.parse(readFileSync(".biome.json", "utf8")) as { overrides: readonly Override[] };
  return overrides.flatMap(({ includes, linter }) => {
    const patterns = linter?.rules?.style?.noRestrictedImports?.options.patterns;
    const group = patterns?.flatMap((pattern) => pattern.group) ?? [];
    return patterns === undefined ? [] : includes.map((glob) => [glob, group] as const);
  });
}

test("every folder of sources has its layer rule", () => {
  const folders = ["src", "dashboard"].flatMap((top) =>
    readdirSync(top, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${top}/${entry.name}`),
  );
  const globs = layerRules().map(([glob]) => glob);
  for (const folder of [...folders, "devices"])
    expect(
      globs.some((glob) => glob.startsWith(`${folder}/`)),
      folder,
    ).toBe(true);
});

test("the allow-lists let no layer come back to itself", () => {
  const edges = new Map<string, Set<string>>();
  for (const [glob, group] of layerRules()) {
    const layer = glob.replace(/^(src\/)?/, "").split("/")[0] ?? "";
    const named = group.flatMap((one) => /^!#([a-z0-9]+)\//.exec(one)?.[1] ?? []);
    edges.set(layer, new Set([...(edges.get(layer) ?? []), ...named]));
  }
  const reach = (from: string, seen: Set<string>): Set<string> => {
    for (const to of edges.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  expect([...(edges.get("table") ?? [])]).toContain("games");
  for (const layer of edges.keys()) expect([...reach(layer, new Set())], layer).not.toContain(layer);
});
