// The processes a bench starts, what they cost, and their certain end.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

export interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  /** Kills the process with all it started, and waits for its end. */
  stop(): Promise<void>;
}

const groups = new Set<number>();
process.on("exit", () => groups.forEach(killGroup));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Starts a command as the head of its own process group; output goes to `logFile`, or stdin and stdout are piped when there is none. */
export async function start(command: Command, logFile?: string): Promise<Running> {
  const [program, ...args] = command.argv;
  const log = logFile === undefined ? undefined : openSync(logFile, "a");
  const child = spawn(program, args, {
    env: { ...process.env, ...command.env },
    detached: true,
    stdio: log === undefined ? ["pipe", "pipe", "inherit"] : ["ignore", log, log],
  });
  if (log !== undefined) closeSync(log);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
  });
  const pid = child.pid as number;
  groups.add(pid);
  const stop = async (): Promise<void> => {
    killGroup(pid);
    await exited;
    groups.delete(pid);
  };
  return { pid, child, exited, stop };
}

/** CPU time used so far by a process and all below it, in microseconds. */
export function cpuUsOf(pid: number): number {
  const usPerTick = 10_000; // USER_HZ is 100 on every Linux that Node runs on
  return sumOver(pid, (each) => {
    const fields = readStat(each);
    return (Number(fields[11]) + Number(fields[12])) * usPerTick;
  });
}

/** Resident memory of a process and all below it, in MB. */
export function rssMbOf(pid: number): number {
  return sumOver(pid, (each) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, "utf8"))?.[1] ?? 0) / 1024);
}

/** The fields of /proc/pid/stat after the command's name, which may itself hold spaces: 0 is the state, 1 the parent. */
function readStat(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function sumOver(pid: number, measure: (pid: number) => number): number {
  return treeOf(pid).reduce((sum, each) => sum + (ifAlive(() => measure(each)) ?? 0), 0);
}

function treeOf(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const parent = ifAlive(() => Number(readStat(Number(entry))[1]));
    if (parent !== undefined) parents.set(Number(entry), parent);
  }
  const tree = [pid];
  for (const above of tree) for (const [child, parent] of parents) if (parent === above) tree.push(child);
  return tree;
}

/** A process may end between being listed and being read; that is not a fault. */
function ifAlive<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
