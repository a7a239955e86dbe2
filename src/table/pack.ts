// A rule pack: one house's numbers for one game, as YAML, validated and hashed. The hash is on the sign and in every record.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { findGame, type GameEntry, games } from "#games/index";
import { packageRoot } from "./package-root.ts";
import { BadFile, parseYaml } from "./problems.ts";

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

/** Reads a pack from a path, or a shipped one by "game/name". */
export function readPack(where: string, folder: string): Pack {
  const path = packPath(where, folder);
  const text = readFileSync(path, "utf8");
  const { game } = parseYaml(path, text, head);
  const entry = findGame(game);
  if (entry === null) throw new BadFile(path, [`game: "${game}" is not known. Known games: ${games.map((one) => one.game.id).join(", ")}`]);
  const schema = z.strictObject({
    pack: z.string().regex(/^[a-z0-9-]{1,32}$/, "use 1 to 32 small letters, digits and hyphens"),
    version: z.int().positive(),
    game: z.string(),
    title: z.string().min(1).max(40),
    source: z.string().optional(),
    rules: entry.schema,
  });
  const parsed = parseYaml(path, text, schema);
  const hash = hashOf({ pack: parsed.pack, version: parsed.version, game, title: parsed.title, rules: parsed.rules });
  return { id: `${parsed.pack} ${parsed.version}`, entry, title: parsed.title, rules: parsed.rules, hash };
}

function packPath(where: string, folder: string): string {
  const own = join(folder, where);
  if (where.startsWith("/") && existsSync(where)) return where;
  if (existsSync(own)) return own;
  const [game = "", name = ""] = where.split("/");
  const shipped = join(packageRoot(), "src/games", game, "packs", `${name}.yaml`);
  if (existsSync(shipped)) return shipped;
  throw new BadFile(where, [`no such rule pack. Give a path (looked for ${own}), or a shipped pack such as high-card-flush/florida.`]);
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
