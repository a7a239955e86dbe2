// A serial link, and what to tell people when it does not open.

import { closeSync, constants, openSync, readFileSync, type Stats, statSync } from "node:fs";
import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { type LinkDown, LinkError, type LinkListener, type OpenLink } from "./open-link.ts";
import { twinsOf } from "./plugged.ts";
import { openSerial, type SerialSettings } from "./serial-binding.ts";

/** Opens a serial port. @throws LinkError */
export async function openSerialLink(settings: SerialSettings, listener: LinkListener): Promise<OpenLink> {
  const { path } = settings;
  refuseTwins(path);
  try {
    const port = await openSerial(settings, {
      onBytes: (bytes) => listener.onBytes(bytes),
      onHangUp: (error) => listener.onDown({ code: "hungUp", detail: `${path}: ${error.message}` }),
    });
    return {
      write: (bytes) => port.write(bytes),
      pause: () => port.pause(),
      resume: () => port.resume(),
      check: () => checkPath(path, port.deviceNumber),
      close: () => port.close(),
    };
  } catch (error) {
    throw await explainFailure(path, error as Error);
  }
}

/**
 * Two adapters that call themselves the same get one by-id link between them, and the cards of the one would be taken for the other's.
 * @throws LinkError naming both
 */
function refuseTwins(path: string): void {
  if (!path.includes("/by-id/")) return;
  const twins = twinsOf(path);
  if (twins.length === 0) return;
  const others = twins.map(({ node, socket }) => `${node} (socket ${socket})`).join(", ");
  throw new LinkError(
    "ambiguous",
    `${path} may be any of several adapters with one identity; the others are ${others}: name the socket instead, serial:/dev/serial/by-path/…`,
  );
}

export function serialAppeared(path: string): boolean {
  const found = lookAt(path);
  return typeof found === "object" && found.isCharacterDevice();
}

/** What a path leads to, or the system's code for why nothing can be said. */
function lookAt(path: string): Stats | string {
  try {
    return statSync(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}

/** The path must lead to the port that is open: an adapter that was plugged in again gets another number, or another name. */
export function checkPath(path: string, deviceNumber: number): LinkDown | null {
  const found = lookAt(path);
  if (found === "ENOENT") return { code: "missing", detail: `${path} is gone: the device was unplugged` };
  if (typeof found === "object" && found.rdev !== deviceNumber) return { code: "replaced", detail: `${path} leads to another port now` };
  return null;
}

/** What the library reports is a text only, so the system is asked for the reason itself. */
export async function explainFailure(path: string, error: Error): Promise<LinkError> {
  const told = error.message.replace(/^Error:? /, "");
  const found = lookAt(path);
  if (found === "ENOENT") return new LinkError("missing", `${path} does not exist: plug the device in, or correct the path`);
  if (typeof found === "string") return new LinkError(isRefusal(found) ? "denied" : "failed", `${path} can't be looked at: ${found}`);
  if (!found.isCharacterDevice()) return new LinkError("failed", `${path} is no serial port`);
  const code = tryOpen(path);
  if (isRefusal(code)) return new LinkError("denied", explainDenied(path, found.gid));
  if (code === "EBUSY" || /lock/i.test(told)) return new LinkError("busy", await explainBusy(path));
  return new LinkError("failed", told.includes(path) ? told : `${path}: ${told}`);
}

function isRefusal(code: string | null): boolean {
  return code === "EACCES" || code === "EPERM";
}

/** The system's code for why a port does not open; null when it does. */
function tryOpen(path: string): string | null {
  try {
    closeSync(openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? null;
  }
}

async function explainBusy(path: string): Promise<string> {
  const holders = await findHolders(path);
  const who = holders.length > 0 ? holders.join(", ") : "another process, which only root can name (sudo fuser -v)";
  return `${path} is in use by ${who}: stop it, or give this table another port`;
}

function explainDenied(path: string, gid: number): string {
  const group = groupName(gid);
  return `no right to open ${path}: let the user that runs Pitwire join the group ${group} (sudo usermod -aG ${group} USER), and start Pitwire again`;
}

/** By the port's own group; "dialout" is what Debian and most others call it. */
function groupName(gid: number): string {
  if (gid === 0) return "dialout";
  const entry = readFileSync("/etc/group", "utf8")
    .split("\n")
    .find((line) => line.split(":")[2] === String(gid));
  return entry?.split(":")[0] ?? String(gid);
}

/**
 * Who has a port open, as far as we may see it: "screen (process 4711)". Linux only. Asks bit by bit, because a machine has
 * thousands of open files and other devices are to be read meanwhile.
 */
export async function findHolders(path: string): Promise<readonly string[]> {
  const port = await orElse(realpath(path), path);
  const holders: string[] = [];
  for (const pid of (await orElse(readdir("/proc"), [])).filter((name) => /^\d+$/.test(name))) {
    const files = await orElse(readdir(`/proc/${pid}/fd`), []);
    const open = await Promise.all(files.map((file) => orElse(readlink(`/proc/${pid}/fd/${file}`), "")));
    if (!open.includes(port)) continue;
    const name = (await orElse(readFile(`/proc/${pid}/comm`, "utf8"), "a process")).trim();
    holders.push(Number(pid) === process.pid ? "another device of this table" : `${name} (process ${pid})`);
  }
  return holders;
}

/** Processes come and go, and not all may be looked at. */
function orElse<Value>(asked: Promise<Value>, otherwise: Value): Promise<Value> {
  return asked.catch(() => otherwise);
}
