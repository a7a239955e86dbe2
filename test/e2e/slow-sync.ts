// Makes the disk of a child process stall, or refuse, on demand; see slow-sync.c.

import { execFileSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";

const source = path.join(import.meta.dirname, "slow-sync.c");

/** Compiles the shim into `folder` with the system's `cc`; returns the path of the shared library, for LD_PRELOAD. */
export function buildSlowSync(folder: string): string {
  const library = path.join(folder, "slow-sync.so");
  execFileSync("cc", ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"], { stdio: "inherit" });
  return library;
}

export interface SlowSync {
  /** For the child's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** How long each sync takes from now on; 0 ends one that hangs, too. */
  setMs(ms: number): void;
  /** Every write fails as on a full disk, or on one that has become read-only, until `setMs`. */
  refuse(why: "ENOSPC" | "EROFS"): void;
}

/** A shim in `folder` for files whose path contains `pathPart`; syncs are quick until `setMs` says otherwise. */
export function prepareSlowSync(folder: string, pathPart: string): SlowSync {
  const control = path.join(folder, "slow-sync-ms");
  const setMs = (ms: number): void => {
    // In one piece: the child may be reading.
    writeFileSync(`${control}.new`, String(ms));
    renameSync(`${control}.new`, control);
  };
  setMs(0);
  const env = { LD_PRELOAD: buildSlowSync(folder), SLOW_SYNC_PATH: pathPart, SLOW_SYNC_CONTROL: control };
  return { env, setMs, refuse: (why) => setMs(-constants.errno[why]) };
}
