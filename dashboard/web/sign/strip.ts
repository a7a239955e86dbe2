// The pages of a narrow strip, at most sixty characters each, made from the notice alone.

import type { Cell, Notice, Paytable } from "#core/game";
import { find, type Language, type Money, odds, percent, reason, wagerName } from "#i18n/format";

export const stripMax = 60;

/** Limits, each row of each paytable, each rule; what is too long goes on the next page. */
export function tickerPages({ limits, paytables, rules }: Notice, language: Language, money: Money): readonly string[] {
  const lines = [
    ...limits.map(({ spot, min, max }) => `${wagerName(language, spot)}: ${min === max ? money(min) : `${money(min)} – ${money(max)}`}`),
    ...paytables.flatMap((table) => rowsOf(table, language, money)),
    ...rules.map((rule) => reason(language, rule, money)),
  ];
  return lines.flatMap(fold);
}

function rowsOf(table: Paytable, language: Language, money: Money): readonly string[] {
  const column = (name: string): string => (find(language, `column.${name}`) ?? name).replaceAll("\n", " ");
  const title = find(language, `paytable.${table.id}`) ?? table.id;
  return [
    table.columns.length > 1 ? `${title}: ${table.columns.map(column).join(" · ")}` : title,
    ...table.rows.map(({ hand, cells }) => `${capital(reason(language, hand, money))}: ${cells.map(text).join(" · ")}`),
  ];

  function text(cell: Cell): string {
    if ("odds" in cell) return odds(language, cell.odds, "sign");
    if ("amount" in cell) return money(cell.amount);
    return "percent" in cell ? percent(language, cell.percent) : (find(language, `cell.${cell.code}`) ?? cell.code);
  }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Broken between words, as evenly as they go. */
export function fold(line: string): readonly string[] {
  if (line.length <= stripMax) return [line];
  const pages: string[] = [];
  for (const word of line.split(" ")) {
    const last = pages.at(-1);
    if (last === undefined || last.length + 1 + word.length > stripMax) pages.push(word);
    else pages[pages.length - 1] = `${last} ${word}`;
  }
  return pages;
}
