// A rule pack: one house's numbers for one game, as YAML, validated and hashed. The hash is on the sign and in every record.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { findGame, type GameEntry, games } from "#games/index";
import { packageRoot } from "./package-root.ts";
import { BadFile, nearest, readYaml } from "./problems.ts";

export interface Pack {
  readonly id: string;
  readonly entry: GameEntry;
  /** The title shown on signs and screens: a house may use a neutral one. */
  readonly title: string;
  readonly rules: unknown;
  /** SHA-256 of the validated rules, in hex. */
  readonly hash: string;
}

const head = z.looseObject({ game: z.string() });

/**
 * Reads a pack from a path, or a shipped one by "game/name".
 * @throws BadFile when there is none, or with the line of every wrong key or value
 */
export function readPack(where: string, folder: string): Pack {
  const path = findPack(where, folder);
  if (path === null) throw new BadFile(where, [noSuchPack(where, folder)]);
  const text = readFileSync(path, "utf8");
  const { value, where: place } = readYaml(path, text, head);
  const { game } = value;
  const entry = findGame(game);
  if (entry === null) throw new BadFile(path, [`${place(["game"])}${unknownGame(game)}`]);
  const schema = z.strictObject({
    pack: z.string().regex(/^[a-z0-9-]{1,32}$/, "use 1 to 32 small letters, digits and hyphens"),
    version: z.int().positive(),
    game: z.string(),
    title: z.string().min(1).max(40),
    source: z.string().optional(),
    rules: entry.schema,
  });
  const parsed = readYaml(path, text, schema).value;
  const hash = hashOf({ pack: parsed.pack, version: parsed.version, game, title: parsed.title, rules: parsed.rules });
  return { id: `${parsed.pack} ${parsed.version}`, entry, title: parsed.title, rules: parsed.rules, hash };
}

/** The file of a pack: the house's own by its path, or a shipped one by "game/name"; null when there is none. */
export function findPack(where: string, folder: string): string | null {
  const [game = "", name = ""] = where.split("/");
  const shipped = join(shippedPacks(game), `${name}.yaml`);
  return [isAbsolute(where) ? where : join(folder, where), shipped].find(isFile) ?? null;
}

export function noSuchPack(where: string, folder: string): string {
  const near = nearest(where, listPacks());
  const own = isAbsolute(where) ? where : join(folder, where);
  const shipped =
    near === null ? `or one of those that are shipped: ${listPacks().join(", ")}` : `or a shipped pack. Did you mean "${near}"?`;
  return `there is no rule pack "${where}". Give the path of a file (looked for ${own}), ${shipped}`;
}

/** The packs that come with the program, as "game/name". */
export function listPacks(): readonly string[] {
  return games.flatMap(({ game }) => {
    const folder = shippedPacks(game.id);
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    return files.flatMap((file) => (file.endsWith(".yaml") ? [`${game.id}/${file.slice(0, -".yaml".length)}`] : []));
  });
}

/** Why a game's name is not understood. */
export function unknownGame(game: string): string {
  const ids = games.map((one) => one.game.id);
  const near = nearest(game, ids);
  return `"${game}" is not known. ${near === null ? `Known games: ${ids.join(", ")}` : `Did you mean "${near}"?`}`;
}

function shippedPacks(game: string): string {
  return join(packageRoot(), "src/games", game, "packs");
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Keys in one order, so that the same rules have the same hash however the file was written. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
