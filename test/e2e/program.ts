// Runs the built program as a user would, and waits for what it should do: never for time to pass.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../dist/pitwire.js", import.meta.url));

export interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves when the output holds the text; fails when the program ends before. */
  says(text: string | RegExp): Promise<void>;
  readonly ended: Promise<number | null>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

export function program(words: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  return watch(spawn(process.execPath, [main, ...words], { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] }));
}

export function watch(child: ChildProcess): Program {
  let text = "";
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  void ended.then(() => {
    for (const listener of listeners) listener();
  });
  return {
    child,
    output: () => text,
    ended,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
          if (!found && child.exitCode === null && child.signalCode === null) return;
          listeners.delete(look);
          if (found) resolve();
          else reject(new Error(`it ended without saying ${wanted}; it said:\n${text}`));
        };
        listeners.add(look);
        look();
      }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop: async () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}

/** Repeats a look until it answers something; fails after `withinMs`. */
export async function until<T>(
  what: string,
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Below the ports that the kernel gives to outgoing connections: what was free a moment ago stays free. */
const portsFrom = 10_000;
const portsTo = 32_000;
let nextPort = portsFrom + ((process.pid * 97) % (portsTo - portsFrom));

/** Ports in a row, none of which was in use a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  for (;;) {
    if (nextPort + count > portsTo) nextPort = portsFrom;
    const ports = Array.from({ length: count }, (_, i) => nextPort + i);
    nextPort += count;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

export function workFolder(): { readonly path: string; file(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "pitwire-"));
  return { path, file: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}
