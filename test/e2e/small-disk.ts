// A disk that can be filled: two megabytes of memory, mounted at a folder.

import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";

export const needsRoot = "needs the right to mount a small disk (run as root)";

/** Mounts the disk at an empty folder; null where this user may not, else what takes it away. */
export function mountSmallDisk(folder: string): (() => void) | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  return () => void execFileSync("umount", ["--lazy", folder]);
}

/** Takes all the room there is; returns the file that holds it. */
export function fillDisk(folder: string): string {
  const filler = path.join(folder, "filler");
  const descriptor = openSync(filler, "w");
  try {
    for (const size of [65_536, 4_096]) fillBy(descriptor, size);
  } finally {
    closeSync(descriptor);
  }
  return filler;
}

function fillBy(descriptor: number, size: number): void {
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(size));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
