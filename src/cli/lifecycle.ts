// From "ready" to a clean end: what the service manager is told, and what a signal does.

import { execFile } from "node:child_process";
import type { RunningTable } from "#table/open-table";

const closeWithinMs = 10_000;
/** A disk that has taken nothing for so long is not waited for any longer. */
const stalledMaxMs = 60_000;
let warned = false;

/** Tells systemd, where it started us. Node has no datagram sockets of that kind, so its own small program carries the word. */
function notify(...words: readonly string[]): void {
  if (process.env.NOTIFY_SOCKET === undefined) return;
  execFile("systemd-notify", [`--pid=${process.pid}`, ...words], (error) => {
    if (error !== null && !warned)
      console.error(`pitwire: the service manager could not be told: ${error.message}. Is systemd-notify installed?`);
    warned ||= error !== null;
  });
}

/** What runs until somebody stops it. */
export interface Running {
  /** In a word for the service manager. */
  readonly status: string;
  /** What is said when it is stopped. */
  readonly farewell: string;
  isHealthy(): boolean;
  close(): Promise<void>;
}

/**
 * A table that runs. The watchdog's ping is earned: the timer ran, so the table's queue moves; and the journal's thread writes, or says why
 * it can't. A full disk is told on the screens and is no reason to start again.
 */
export function running({ journal }: RunningTable, close: () => Promise<void>): Running {
  const isHealthy = (): boolean => {
    const status = journal.status();
    return status.state !== "stalled" || status.sinceMs < stalledMaxMs;
  };
  return { status: "running", farewell: "Stopping: the journal is written out.", isHealthy, close };
}

/** Resolves when the program has been asked to stop and everything is closed. */
export async function untilStopped(served: Running, out: (line: string) => void): Promise<void> {
  notify("--ready", `--status=${served.status}`);
  const watchdogMs = Number(process.env.WATCHDOG_USEC ?? 0) / 1000;
  const watchdog = watchdogMs > 0 ? setInterval(() => served.isHealthy() && notify("WATCHDOG=1"), watchdogMs / 3) : null;
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
    // Its terminal was closed.
    process.once("SIGHUP", resolve);
  });
  if (watchdog !== null) clearInterval(watchdog);
  notify("STOPPING=1");
  out(served.farewell);
  setTimeout(() => {
    console.error(
      "pitwire: the journal could not be written out in time; what was announced is safe, the rest is replayed at the next start.",
    );
    process.exit(1);
  }, closeWithinMs).unref();
  await served.close();
}
