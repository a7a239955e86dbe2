// An outside Mosquitto broker for the systems that bring none.

import { accessSync, constants, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { type Running, start } from "./processes.ts";

/** The path of a program; Debian keeps brokers outside a user's PATH. */
function findProgram(name: string): string | null {
  const dirs = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/local/sbin"];
  return dirs.map((dir) => path.join(dir, name)).find(isExecutable) ?? null;
}

/** The path of mosquitto; throws an error that names the remedy unless it and mosquitto_pub are installed. */
export function requireMosquitto(): string {
  const broker = findProgram("mosquitto");
  if (broker === null || findProgram("mosquitto_pub") === null)
    throw new Error("Mosquitto is not installed (Debian: apt install mosquitto mosquitto-clients).");
  return broker;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts a broker on `port` that keeps nothing and drops nothing; resolves when it listens. */
export async function startMosquitto(port: number, dir: string): Promise<Running> {
  const program = requireMosquitto();
  const config = path.join(dir, "mosquitto.conf");
  const settings = [`listener ${port} 127.0.0.1`, "allow_anonymous true", "persistence false", "max_queued_messages 0"];
  // Started as root it would otherwise become a user who may not read the bench's directory.
  writeFileSync(config, [...settings, "max_inflight_messages 0", "user root", ""].join("\n"));
  const broker = await start({ argv: [program, "-c", config] }, path.join(dir, "mosquitto.log"));
  const deadline = Date.now() + 5000;
  while (!(await accepts(port))) {
    if (Date.now() < deadline) continue;
    await broker.stop();
    throw new Error(`Mosquitto does not listen at port ${port} after 5 s.`);
  }
  return broker;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => setTimeout(resolve, 10, false));
  });
}

/** A TCP port nobody listens at now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
