// pitwire training: the dealer's screens over an emulated table, to learn on. Its journal lives in a folder that goes with it; it has a
// broker of its own that only this machine reaches, and no way to a meter, a site or a live table.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Command } from "./command.ts";
import { dealers, emulate, floorPin, readNumber } from "./emulated.ts";
import { running, untilStopped } from "./lifecycle.ts";

export const training: Command = {
  usage: "pitwire training [--game NAME] [--pack FILE] [--port N] [--pace N] [--language en|it|ro]",
  about: "learn the console on an emulated table; nothing of it counts, nothing of it is kept",
  options: {
    game: { type: "string", default: "high-card-flush" },
    pack: { type: "string" },
    port: { type: "string", default: "8090" },
    pace: { type: "string", default: "1" },
    language: { type: "string", default: "en" },
  },
  run: (_words, options, out) => train(options, out),
};

/** Runs until it is told to stop; then nothing is left of it. */
export async function train(options: Parameters<Command["run"]>[1], out: (line: string) => void): Promise<number> {
  const port = readNumber("port", options.port, 0, 65_535, "training");
  const folder = mkdtempSync(join(tmpdir(), "pitwire-training-"));
  try {
    const table = await emulate(
      String(options.game),
      {
        folder,
        port,
        mqttPort: 0,
        pace: readNumber("pace", options.pace, 0.01, 1000, "training"),
        pty: false,
        manual: true,
        language: String(options.language),
        training: true,
        ...(typeof options.pack === "string" && { pack: resolve(options.pack) }),
      },
      out,
    );
    out(
      `  TRAINING  nothing here counts, nothing is kept\n  floor     PIN ${floorPin}\n  dealers   ${dealers.map(({ name, pin }) => `${name} ${pin}`).join(", ")}\n\n  Ctrl-C stops.\n`,
    );
    await untilStopped(running(table.served.table, table.close), out);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
