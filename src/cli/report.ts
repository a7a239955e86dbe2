// pitwire report shift JOURNAL: what a journal says of a shift, with the signed head that holds it fast. pitwire report affected JOURNAL: the
// rounds that a wrong deck or a red light may have touched, and what each seat may have to be given back.

import { currencyDigits } from "#core/money";
import { amount, isIrregularity, say } from "#i18n/format";
import { type AffectedReport, affectedIn } from "#table/affected-report";
import { softwareVersion } from "#table/package-root";
import { BadFile } from "#table/problems";
import { reportShift, type ShiftReport } from "#table/shift-report";
import { verifyInFull } from "#table/verify-journal";
import type { Command } from "./command.ts";

export const report: Command = {
  usage: "pitwire report shift|affected JOURNAL [--from TIME] [--to TIME]",
  about:
    "print what a journal says of a shift, with the signed head to file, or the rounds that a wrong deck or a red light may have touched; times as 2026-11-30T18:00, local unless they say Z",
  options: { from: { type: "string" }, to: { type: "string" } },
  run: async ([what, file], { from, to }, out) => {
    if ((what !== "shift" && what !== "affected") || file === undefined) throw new BadFile("report", [`write: ${report.usage}`]);
    // Its figures are signed for: they are taken from a journal that stands whole, or not at all.
    const { damage, id } = verifyInFull(file, { software: softwareVersion() });
    if (damage !== null) {
      out(`Journal ${id}: ${damage.sentence}. No report is made from it; pitwire verify says more.`);
      return 1;
    }
    const range = { from: readTime("from", from, 0), to: readTime("to", to, Number.MAX_SAFE_INTEGER) };
    for (const line of what === "shift" ? linesOf(reportShift(file, range)) : affectedLines(affectedIn(file, range))) out(line);
    return 0;
  },
};

function readTime(name: string, given: unknown, otherwise: number): number {
  if (typeof given !== "string") return otherwise;
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new BadFile("report", [`--${name} is "${given}"; write a time as 2026-11-30T18:00 or 2026-11-30T18:00Z`]);
  return at;
}

function affectedLines({ currency, findings }: AffectedReport): readonly string[] {
  const money = (minor: number): string =>
    amount("en", minor, { code: currency, minorDigits: currency === "" ? 0 : currencyDigits(currency) });
  if (findings.length === 0) return ["No deck failed its count, and no red light stood over a round."];
  return findings.flatMap(({ at, code, deck, device, count, rounds }) => {
    const seats = rounds.flatMap((round) => round.seats.map((seat) => ({ round, ...seat })));
    const total = seats.reduce((sum, { back }) => sum + back, 0);
    const of = deck === undefined ? `device ${device}` : `deck ${deck}${count === undefined ? "" : `, ${count}`}`;
    return [
      `${new Date(at).toISOString().replace(".000", "")}  ${say("en", `irregularity.${code}.title`)}: ${of}`,
      ...(seats.length === 0
        ? ["  no round since the last good count"]
        : ["  round  outcome  seat         staked         result   to give back"]),
      ...seats.map(
        ({ round, seat, staked, net, back }) =>
          `  ${String(round.round).padStart(5)}  ${round.outcome.padEnd(7)}  ${String(seat).padStart(4)}${[staked, net, back].map((one) => money(one).padStart(15)).join("")}`,
      ),
      ...(seats.length === 0 ? [] : [`  together ${money(total)}`]),
    ];
  });
}

function linesOf(found: ShiftReport): readonly string[] {
  const { edition, rounds, head } = found;
  const when = (at: number | null): string => (at === null ? "–" : new Date(at).toISOString().replace(".000", ""));
  const line = (name: string, value: string | number): string => `  ${name.padEnd(16)}${value}`;
  const currency = edition?.currency ?? "";
  const money = (minor: number): string =>
    amount("en", minor, { code: currency, minorDigits: currency === "" ? 0 : currencyDigits(currency) });
  const name = (code: string): string => (isIrregularity(code) ? say("en", `irregularity.${code}.title`) : code);
  return [
    `Shift report${edition === null ? "" : `: ${edition.site}, table ${edition.setup.table}, ${edition.title}`}`,
    line("journal", found.journal),
    line("from", when(found.from)),
    line("to", when(found.to)),
    line("records", found.records),
    line("rounds", rounds === null ? "none ended" : `${rounds[0]} to ${rounds[1]}: ${found.settled} settled, ${found.voided} void`),
    line("house and rake", money(found.house)),
    line("red or dark", `${found.latched} times`),
    line("restarts", `${found.restarts} not in order`),
    line("clock steps", found.clockSteps),
    ...[...found.irregularities].map(([code, times], i) => line(i === 0 ? "irregularities" : "", `${times} × ${name(code)}`)),
    ...(head === null
      ? [line("head", "none is signed yet")]
      : [
          line("head", `${head.seq}:${head.hash}`),
          line("signature", head.signature),
          line("signer", head.signer),
          "",
          "File this report. Whoever has the head can tell later whether a record up to it was changed or cut off:",
          `  pitwire verify JOURNAL --head ${head.seq}:${head.hash}`,
        ]),
  ];
}
