// test/bench/REPORT.md: one section a bench, each replaced by a run of its own.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";

const reportFile = "test/bench/REPORT.md";
const preamble = "# Bench report\n\nWritten by `npm run bench -- --report`; each bench replaces its own section.\n";

/** Replaces section `name` of the report, or adds it at the end; everything else in the file stays as it is. */
export function writeReportSection(name: string, body: string): void {
  const before = existsSync(reportFile) ? readFileSync(reportFile, "utf8") : preamble;
  writeFileSync(reportFile, replaceSection(before, name, body));
}

/** `text` with the section under `## name` replaced, or added at the end. */
export function replaceSection(text: string, name: string, body: string): string {
  const [head = "", ...sections] = text.split(/^(?=## )/m);
  const section = `## ${name}\n\n${body.trim()}\n`;
  const at = sections.findIndex((each) => each.startsWith(`## ${name}\n`));
  const others = sections.map((each) => each.trimEnd());
  const parts = at < 0 ? [...others, section] : others.with(at, section);
  return `${[head.trimEnd(), ...parts.map((each) => each.trimEnd())].filter((each) => each !== "").join("\n\n")}\n`;
}

/** The machine on one line: processors, memory, system, Node. */
export function describeMachine(): string {
  const cpus = os.cpus();
  const memoryGb = Math.round(os.totalmem() / 2 ** 30);
  return `${cpus.length} × ${cpus[0]?.model.trim() ?? "unknown processor"}, ${memoryGb} GB, ${os.type()} ${os.release()}, Node ${process.version}`;
}

/** A Markdown table whose columns also line up in a terminal; the first column is text, the others are figures. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, ...[title, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** The rows of the only Markdown table of a text, its heading left out. */
export function readTable(text: string): readonly (readonly string[])[] {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}
