// One run of one system: how soon it is ready, how long a frame takes at an even rate, how many it carries flat out.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Arrivals, subscribe } from "./arrivals.ts";
import { type Fed, type Feeder, startFeeder } from "./feeder.ts";
import { framesPerSecond, latenciesUs, quantile } from "./figures.ts";
import { findFreePort, startMosquitto } from "./mosquitto.ts";
import { cpuUsOf, type Running, rssMbOf, start } from "./processes.ts";
import type { System } from "./system.ts";

export interface Load {
  readonly frames: number;
  readonly ratePerSecond: number;
  readonly burstFrames: number;
}

export interface Measured {
  readonly readyMs: number;
  readonly p50Us: number;
  readonly p90Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly burstFramesPerSecond: number;
  readonly cpuUsPerFrame: number;
  readonly burstCpuUsPerFrame: number;
  readonly rssMb: number;
  readonly lost: number;
  readonly doubled: number;
}

const readyTimeoutMs = 60_000;
const probeEveryMs = 20;
const warmUp = { frames: 300, ratePerSecond: 500 } as const;
const deliveryTimeoutMs = { even: 10_000, burst: 60_000 } as const;
/** A message that comes a second time comes late. */
const lingerMs = 300;
const quotedLines = 15;

interface Rig {
  readonly feeder: Feeder;
  readonly arrivals: Arrivals;
  readonly sut: Running;
  readonly startedAtNs: bigint;
}

/** Runs a system on a bed made below `parentDir`, which must lie on a real disk: a journal on a RAM disk costs nothing. */
export async function measure(system: System, load: Load, parentDir: string): Promise<Measured> {
  const dir = mkdtempSync(path.join(parentDir, "bed-"));
  const removeBed = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  process.once("exit", removeBed);
  const log = path.join(dir, "output.log");
  const stops: (() => Promise<void>)[] = [];
  try {
    const mqttPort = await findFreePort();
    if (system.broker === "mosquitto") stops.unshift((await startMosquitto(mqttPort, dir)).stop);
    const feeder = await startFeeder(dir, system.frame);
    stops.unshift(feeder.stop);
    const command = await system.prepare({ dir, pty: feeder.pty, mqttPort });
    const arrivals = subscribe(mqttPort, system.topic, system.seqPattern);
    stops.unshift(arrivals.stop);
    const startedAtNs = process.hrtime.bigint();
    const sut = await start(command, log);
    stops.unshift(sut.stop);
    const ended = sut.exited.then(() => Promise.reject(new Error("it ended by itself")));
    return await Promise.race([runPhases({ feeder, arrivals, sut, startedAtNs }, load, system.settleMs), ended]);
  } catch (error) {
    throw new Error(`${system.name}: ${(error as Error).message}${quoteEnd(log)}`, { cause: error });
  } finally {
    for (const stop of stops) await stop();
    removeBed();
    process.off("exit", removeBed);
  }
}

async function runPhases(rig: Rig, load: Load, settleMs: number): Promise<Measured> {
  const { arrivals, sut } = rig;
  const readyMs = await waitUntilReady(rig);
  await sleep(settleMs);
  const warm = await runPhase(rig, warmUp.frames, warmUp.ratePerSecond, deliveryTimeoutMs.even);
  const even = await runPhase(rig, load.frames, load.ratePerSecond, deliveryTimeoutMs.even);
  const rssMb = rssMbOf(sut.pid);
  const burst = await runPhase(rig, load.burstFrames, 0, deliveryTimeoutMs.burst);
  await sleep(lingerMs);
  const latencies = latenciesUs(even.fed, arrivals);
  return {
    readyMs,
    p50Us: quantile(latencies, 0.5),
    p90Us: quantile(latencies, 0.9),
    p99Us: quantile(latencies, 0.99),
    p999Us: quantile(latencies, 0.999),
    burstFramesPerSecond: framesPerSecond(burst.fed, arrivals),
    cpuUsPerFrame: even.cpuUs / load.frames,
    burstCpuUsPerFrame: burst.cpuUs / load.burstFrames,
    rssMb,
    lost: warm.lost + even.lost + burst.lost,
    doubled: arrivals.doubledFrom(warm.fed.first),
  };
}

/** Sends a frame every now and then until the first one comes through; resolves to the time since the start in ms. */
async function waitUntilReady({ feeder, arrivals, startedAtNs }: Rig): Promise<number> {
  let waiting = true;
  const probe = async (): Promise<void> => {
    while (waiting) {
      await feeder.feed(1, 0);
      await sleep(probeEveryMs);
    }
  };
  const giveUp = sleep(readyTimeoutMs, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`nothing came through within ${readyTimeoutMs / 1000} s`)),
  );
  const probing = probe();
  try {
    const firstAt = await Promise.race([arrivals.first, probing.then(() => arrivals.first), giveUp]);
    waiting = false;
    await probing;
    return Number(firstAt - startedAtNs) / 1e6;
  } finally {
    waiting = false;
  }
}

interface Phase {
  readonly fed: Fed;
  readonly lost: number;
  readonly cpuUs: number;
}

async function runPhase({ feeder, arrivals, sut }: Rig, frames: number, ratePerSecond: number, timeoutMs: number): Promise<Phase> {
  const cpuBeforeUs = cpuUsOf(sut.pid);
  const fed = await feeder.feed(frames, ratePerSecond);
  const arrived = await arrivals.all(fed.first, frames, timeoutMs);
  return { fed, lost: frames - arrived, cpuUs: cpuUsOf(sut.pid) - cpuBeforeUs };
}

/** The last lines a system said, to be put behind an error. */
function quoteEnd(log: string): string {
  if (!existsSync(log)) return "";
  const lines = readFileSync(log, "utf8").trim().split("\n").slice(-quotedLines);
  return lines.join("") === "" ? "; it said nothing" : `; its last words:\n  ${lines.join("\n  ")}`;
}
