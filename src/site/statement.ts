// A progressive's statement on paper: CSV for an accountant's sheet, PDF for a file.

import { createRequire } from "node:module";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";
import type { Statement } from "#contract/site";
import type { StatementLine } from "#core/progressive-statement";

const columns = [
  "level",
  "opening",
  "contributions",
  "reseeds",
  "fromReserve",
  "awards",
  "adjustments",
  "closing",
  "stakes",
  "hits",
  "toReserve",
  "reserve",
] as const satisfies readonly (keyof StatementLine)[];
const counts: readonly string[] = ["stakes", "hits"];

/** An amount in the currency's unit, with all the digits that a meter keeps: 1000000.53250050. */
export function exactAmount(micros: number, minorDigits: number): string {
  const digits = minorDigits + 6;
  const text = String(Math.abs(micros)).padStart(digits + 1, "0");
  const sign = micros < 0 ? "-" : "";
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function cellOf(line: StatementLine, column: (typeof columns)[number], minorDigits: number): string {
  const value = line[column];
  if (typeof value === "string") return value;
  return counts.includes(column) ? String(value) : exactAmount(value, minorDigits);
}

/** One line a level, after a line of the columns' names. */
export function csvOf({ lines, currency }: Statement): string {
  const rows = lines.map((line) => columns.map((column) => cellOf(line, column, currency.minorDigits)).join(","));
  return `${[columns.join(","), ...rows].join("\r\n")}\r\n`;
}

// Plex Sans, as on the screens; the letters of Romanian that Latin-1 lacks are in a file of their own.
const font = (name: string): string =>
  createRequire(import.meta.url).resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${name}-normal.woff`);
const beyondLatin = /([\u0100-\u024f]+)/;

interface Style {
  readonly weight: 400 | 600;
  readonly size: number;
}

/** Writes one line, each letter from the file that has it. */
function write(page: PDFKit.PDFDocument, text: string, { weight, size }: Style, x: number, y: number): void {
  let at = x;
  for (const part of text.split(beyondLatin)) {
    if (part === "") continue;
    page.font(font(`${beyondLatin.test(part) ? "latin-ext" : "latin"}-${weight}`)).fontSize(size);
    page.text(part, at, y, { lineBreak: false });
    at += page.widthOfString(part);
  }
}

const left = 56;
const right = 539;
const lineHeight = 22;

/** One page a level; `words` names its rows in the reader's language. */
export async function pdfOf(statement: Statement, words: (column: (typeof columns)[number]) => string, title: string): Promise<Buffer> {
  const { site, pool, journal, currency, from, to, madeAt, lines } = statement;
  const page = new PDFDocument({ size: "A4", margin: left, font: font("latin-400"), info: { Title: title }, autoFirstPage: false });
  const parts: Buffer[] = [];
  page.on("data", (part: Buffer) => parts.push(part));
  const time = (at: number): string => new Date(at).toISOString().replace("T", " ").slice(0, 19);
  for (const line of lines) {
    page.addPage();
    write(page, title, { weight: 600, size: 20 }, left, 56);
    write(page, `${site} · ${pool} · ${line.level} · ${currency.code}`, { weight: 400, size: 12 }, left, 92);
    write(page, `${time(from)} – ${time(to)} UTC`, { weight: 400, size: 10 }, left, 112);
    write(page, `journal ${journal} · ${time(madeAt)} UTC`, { weight: 400, size: 10 }, left, 126);
    for (const [i, column] of columns.slice(1).entries()) {
      const y = 168 + i * lineHeight;
      const weight = column === "opening" || column === "closing" ? 600 : 400;
      write(page, words(column), { weight, size: 12 }, left, y);
      const figure = cellOf(line, column, currency.minorDigits);
      page.font(font(`latin-${weight}`)).fontSize(12);
      page.text(figure, right - page.widthOfString(figure), y, { lineBreak: false });
    }
  }
  if (lines.length === 0) page.addPage();
  page.end();
  await finished(page);
  return Buffer.concat(parts);
}
