// Serial byte to MQTT subscriber: Pitwire beside what people use today, all in one run. See README.md.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Load, type Measured, measure } from "./pipeline/measure.ts";
import { type Options, readOptions } from "./pipeline/options.ts";
import { peers } from "./pipeline/peers.ts";
import { makeProduct, productName } from "./pipeline/product.ts";
import { judge, makeRow, type Runs, tableHead } from "./pipeline/summary.ts";
import type { System } from "./pipeline/system.ts";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

const bedDir = path.resolve(".cache/bench");
const idleWaitMs = 15_000;

interface Outcome {
  readonly runs: Runs;
  readonly failures: readonly string[];
  /** Runs that began although the machine would not come to rest. */
  readonly busyStarts: number;
}

/** The systems asked for that can run here. A peer that can't is left out aloud; without Pitwire the run makes no sense. */
function chooseSystems({ only, productCommand }: Options): readonly System[] {
  const systems = [makeProduct(productCommand), ...peers];
  const unknown = only?.filter((name) => !systems.some((system) => system.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`No system called ${unknown.join(", ")}; there are: ${systems.map(({ name }) => name).join(", ")}.`);
  return systems.filter((system) => (only?.includes(system.name) ?? true) && isEquipped(system));
}

function isEquipped(system: System): boolean {
  try {
    system.equip();
    return true;
  } catch (error) {
    if (system.name === productName) throw error;
    console.log(`Without ${system.name}: ${(error as Error).message}`);
    return false;
  }
}

/** Each round runs every system once, Pitwire first and its main peer right after it. */
async function runRounds(systems: readonly System[], load: Load, rounds: number): Promise<Outcome> {
  const runs = new Map<string, readonly Measured[]>();
  const failures: string[] = [];
  let busyStarts = 0;
  for (let round = 1; round <= rounds; round++) {
    for (const system of systems) {
      if (!(await waitUntilIdle(idleWaitMs))) busyStarts++;
      try {
        const measured = await measure(system, load, bedDir);
        runs.set(system.name, [...(runs.get(system.name) ?? []), measured]);
        console.log(`round ${round}  ${system.name.padEnd(18)} ${describeRun(measured)}`);
      } catch (error) {
        failures.push(`round ${round}, ${(error as Error).message}`);
        console.log(failures.at(-1));
      }
    }
  }
  return { runs, failures, busyStarts };
}

function describeRun({ p50Us, p99Us, burstFramesPerSecond, lost, doubled }: Measured): string {
  const figures = [`p50 ${Math.round(p50Us)} µs`, `p99 ${Math.round(p99Us)} µs`, `${Math.round(burstFramesPerSecond)} frames/s`];
  return [...figures, `${lost} lost, ${doubled} doubled`].join(", ");
}

function describeOutcome({ runs, failures, busyStarts }: Outcome, { load, rounds }: Options): string {
  const { frames, ratePerSecond, burstFrames } = load;
  const verdicts = judge(runs);
  return [
    `${describeMachine()}, ${new Date().toISOString().slice(0, 10)}.`,
    `${frames} frames at ${ratePerSecond}/s, then ${burstFrames} flat out, QoS 1; medians of ${rounds} ${rounds === 1 ? "round" : "rounds"}, lost and doubled in all.`,
    ...(busyStarts > 0 ? [`${busyStarts} runs began on a machine less than 85 % idle.`] : []),
    "",
    formatTable(
      tableHead,
      [...runs].map(([name, measured]) => makeRow(name, measured)),
    ),
    "",
    formatTable(
      [`${productName} / peer`, "target", "measured", "verdict"],
      verdicts.map(({ what, wanted, measured, verdict }) => [what, wanted, measured, verdict]),
    ),
    ...(failures.length > 0 ? ["", "Failed:", "", ...failures.map((failure) => `- ${failure}`)] : []),
  ].join("\n");
}

/** 1 when a frame was lost or doubled by anyone, or when Pitwire failed to run; missed targets are told, not punished. */
function exitCode({ runs, failures }: Outcome): number {
  const isExact = [...runs.values()].flat().every(({ lost, doubled }) => lost + doubled === 0);
  const productFailed = failures.some((failure) => failure.includes(`, ${productName}:`));
  return isExact && !productFailed ? 0 : 1;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  mkdirSync(bedDir, { recursive: true });
  const outcome = await runRounds(chooseSystems(options), options.load, options.rounds);
  const description = describeOutcome(outcome, options);
  console.log(`\n${description}`);
  if (options.report) writeReportSection("pipeline", description);
  return exitCode(outcome);
}

try {
  process.exit(await main());
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
