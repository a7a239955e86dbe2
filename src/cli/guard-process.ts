// Keeps a process that holds faces of hidden cards to itself: no debugger, no core dump, no file that others can read.

import { execFile } from "node:child_process";
import { url as inspectorUrl } from "node:inspector";

/**
 * @param log takes one line when the system does not allow what is wanted
 * @throws Error when a debugger is open already
 */
export function guardProcess(log: (line: string) => void): void {
  if (inspectorUrl() !== undefined)
    throw new Error("A debugger is open on this process: it could read hidden cards. Start it without --inspect, also in NODE_OPTIONS.");
  process.umask(0o077);
  if (process.platform !== "linux") return;
  // Node can't set limits itself. Under systemd the unit has done it already.
  execFile("prlimit", ["--pid", String(process.pid), "--core=0:0"], (error) => {
    if (error !== null) log("Core dumps could not be turned off, and one would hold hidden cards. Install util-linux, or run: ulimit -c 0");
  });
}
