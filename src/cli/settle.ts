// pitwire settle GAME FILE|-: settles a hand that somebody describes, with reasons. It is played through the engine that plays the
// table, so what the description leaves out is asked for by name.

import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Card, cardIndex, isCard } from "#core/card";
import type { Command as TableCommand } from "#core/event";
import { repeatedCards } from "#core/example";
import type { Held } from "#core/felt";
import type { Opening } from "#core/opening";
import { type Rehearsal, rehearse } from "#core/rehearse";
import type { Settlement } from "#core/settlement";
import type { Table } from "#core/table";
import { findGame, type GameEntry, games } from "#games/index";
import { amount, isLanguage, type Language, languages, odds, placeName, reason, wagerName } from "#i18n/format";
import { readPack, unknownGame } from "#table/pack";
import { BadFile, readPart, readText, readYaml, type YamlFile } from "#table/problems";
import type { Command } from "./command.ts";

const card = z.string().refine(isCard, "write rank and suit, for example Ts or 9h");
const cards = z.array(card).max(52);
const place = z
  .string()
  .regex(/^([1-9]\d?|dealer)\/[a-z]+$|^(board|draw|aside)(\/[a-z]+)?$/i, 'name a place, for example "3/hand" or "dealer/hand"');
const decision = z.strictObject({
  by: z.string(),
  code: z.string(),
  amount: z.int().nonnegative().optional(),
  target: z.string().optional(),
  cards: cards.optional(),
});

/** A described hand. Amounts in the currency's smallest unit. */
const description = z.strictObject({
  /** A shipped pack (game/name) or a path; absent: the recommended rules. */
  pack: z.string().optional(),
  rules: z.record(z.string(), z.unknown()).optional(),
  currency: z.string().default("EUR"),
  seats: z.array(z.int().min(1).max(12)).min(1),
  /** What the round before handed on (whose button), as the game knows it. */
  carry: z.unknown().optional(),
  /** Cards by place, in the order they were dealt there. */
  hands: z.record(place, cards),
  /** Stakes by spot: "3/ante". */
  wagers: z.record(z.string(), z.int().positive()).default({}),
  /** In the order they were made. */
  decisions: z.array(decision).default([]),
  /** Where a hand is set out in rows: { "1/hand": { "1/front": [...], ... } }. */
  rows: z.record(place, z.record(place, cards)).default({}),
});
type Description = z.output<typeof description>;

export const settle: Command = {
  usage: "pitwire settle GAME FILE|- [--lang en|it|ro] [--json]",
  about: "settle a hand described in JSON or YAML, with reasons",
  options: { lang: { type: "string", default: "en" }, json: { type: "boolean" } },
  run: async ([id, file], { lang, json }, out) => {
    const entry = findGame(id ?? "");
    if (id === undefined) throw new BadFile("settle", [`name a game: ${games.map((one) => one.game.id).join(", ")}`]);
    if (entry === null) throw new BadFile("settle", [`the game ${unknownGame(id)}`]);
    if (!isLanguage(String(lang))) throw new BadFile("settle", [`--lang is "${lang}"; it may be ${languages.join(", ")}`]);
    if (file === undefined) throw new BadFile("settle", ["name the file with the description, or - for standard input"]);
    const text = file === "-" ? readFileSync(0, "utf8") : readText(file);
    const yaml = readYaml(file, text, description);
    const described = yaml.value;
    const twice = repeatedCards({ hands: described.hands }).map(({ card: one, path, before }) => {
      return `${yaml.where(path)}${one} already lies at ${before[1]?.toString()}. A deck has it once.`;
    });
    if (twice.length > 0) throw new BadFile(file, twice);
    const rules = rulesOf(file, entry, yaml);
    const played = play(entry, rules, described);
    if (played.settlement === null) throw new BadFile(file, [missing(played, described)]);
    if (json === true) out(JSON.stringify(played.settlement, null, 2));
    else for (const line of report(played.settlement, lang as Language, described.currency)) out(line);
    return 0;
  },
};

/** The house's rules, and over them those that the description names. */
function rulesOf(file: string, entry: GameEntry, yaml: YamlFile<Description>): unknown {
  const { pack, rules } = yaml.value;
  const house = pack === undefined ? null : readPack(pack, process.cwd());
  if (house !== null && house.entry !== entry)
    throw new BadFile(file, [`${yaml.where(["pack"])}${pack} is for ${house.entry.game.id}, not for ${entry.game.id}`]);
  return readPart(file, yaml, ["rules"], entry.schema, { ...(house?.rules as object), ...rules });
}

const heldOf = (one: string): Held => cardIndex(one as Card) + 1;

function play(entry: GameEntry, rules: unknown, described: Description): Rehearsal {
  const { seats, carry = null, hands, wagers, rows } = described;
  const left = [...described.decisions];
  const policy = (openings: readonly Opening[], table: Table): TableCommand | null => {
    for (const opening of openings) {
      const stake = opening.kind === "wager" ? wagers[opening.spot] : undefined;
      if (opening.kind === "wager" && stake !== undefined && opening.placed === 0) return { kind: "wager", spot: opening.spot, stake };
    }
    for (const opening of openings) {
      if (opening.kind === "close" && opening.blocked === null) return { kind: "close" };
      if (opening.kind === "decision") {
        const made = left.findIndex(({ by }) => by === opening.by);
        if (made >= 0) return decide(left.splice(made, 1)[0] as (typeof left)[number]);
      }
      if (opening.kind === "reveal" && opening.blocked === undefined) return reveal(opening, rows, table);
      if (opening.kind === "shuffle") return { kind: "shuffle" };
    }
    return null;
  };
  return rehearse({ game: entry.game, rules, seats, carry, hands: hands as Record<string, Card[]>, policy });
}

function decide({ by, code, amount: sum, target, cards: chosen }: Description["decisions"][number]): TableCommand {
  return {
    kind: "decision",
    by,
    code,
    ...(sum !== undefined && { amount: sum }),
    ...(target !== undefined && { target }),
    ...(chosen !== undefined && { cards: chosen.map(heldOf) }),
  };
}

function reveal(opening: Extract<Opening, { kind: "reveal" }>, rows: Description["rows"], table: Table): TableCommand {
  if (opening.rows === undefined) return { kind: "reveal", place: opening.place };
  const given = rows[opening.place];
  const dealt = [...(table.felt.piles[opening.place] ?? [])];
  const laid = opening.rows.map(([row, count]) => [row, given?.[row]?.map(heldOf) ?? dealt.splice(0, count)] as const);
  return { kind: "reveal", place: opening.place, rows: Object.fromEntries(laid) };
}

/** What the description does not say, or says wrong: the first thing at which play stopped. */
function missing({ table, refused }: Rehearsal, described: Description): string {
  const last = refused.at(-1);
  if (last !== undefined && !last.reply.ok) {
    const { why, params } = last.reply;
    const limits =
      params === undefined
        ? ""
        : ` (${Object.entries(params)
            .map(([name, value]) => `${name} ${value}`)
            .join(", ")})`;
    return `${JSON.stringify(last.command)} can't be: ${why}${limits}`;
  }
  const openings = table.played === null ? [] : Object.keys(table.played.asked);
  if (openings.length > 0) return `decisions: it is for ${openings.join(" or ")} to decide, and nothing more is given`;
  const dealt = Object.entries(table.felt.piles)
    .map(([at, held]) => `${at} ${held.length}`)
    .join(", ");
  return `hands: a card is missing. Dealt so far: ${dealt || "none"}; given: ${Object.keys(described.hands).join(", ")}`;
}

/** Lines as a floor manager reads them: seat by seat, in the order of payment, then who is paid nothing. */
function report(settled: Settlement, language: Language, currency: string): readonly string[] {
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const money = (minor: number): string => amount(language, minor, { code: currency, minorDigits: digits });
  const lines: string[] = [];
  for (const { place: at, name } of settled.hands) lines.push(`${placeName(language, at)}: ${reason(language, name, money)}`);
  for (const seat of new Set([...settled.order, ...settled.results.map((result) => result.seat)])) {
    for (const result of settled.results.filter((one) => one.seat === seat)) {
      const paid = result.odds === undefined ? "" : ` ${odds(language, result.odds, "console")}`;
      lines.push(
        `${placeName(language, `${seat}/seat`)}  ${wagerName(language, result.spot)} ${money(result.stake)}${paid}  ${result.net > 0 ? "+" : ""}${money(result.net)}  ${reason(language, result.why, money)}`,
      );
    }
  }
  if (settled.outcome === "void") lines.unshift(reason(language, settled.why, money));
  return lines;
}
