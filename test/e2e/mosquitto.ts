// A real Mosquitto of a test's own.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { type Program, watch } from "./program.ts";

/** Resolves once it takes connections; who starts it ends it. */
export async function mosquitto(port: number, folder: string): Promise<Program> {
  const file = `${folder}/mosquitto-${port}.conf`;
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nuser root\n`);
  const running = watch(spawn("/usr/sbin/mosquitto", ["-v", "-c", file], { stdio: ["ignore", "pipe", "pipe"] }));
  await running.says("running");
  return running;
}
