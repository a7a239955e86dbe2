import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { until } from "./watch.ts";

const program = join(process.env.PROJECT ?? "", "dist/pitwire.js");

/** Two whole tables, each of which first looks at all its files. */
const startsWithinMs = 300_000;

interface Told {
  readonly facts: readonly {
    readonly fact: { readonly kind: string; readonly outcome?: string; readonly source?: { readonly device: string } };
  }[];
}

/** The emulated table, dealt through a USB reader until a round is settled. */
async function dealThrough(reader: string, port: number): Promise<Told["facts"]> {
  const folder = mkdtempSync(join(tmpdir(), `demo-${reader}-`));
  const words = ["demo", "--game", "caribbean-stud", "--seats", "2", "--reader", reader, "--pace", "20", "--folder", folder];
  const demo = spawn(process.execPath, [program, ...words, "--port", String(port), "--mqtt-port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const facts = await settled(demo, port);
    if (reader === "wedge") assert.deepEqual([...new Set(typingInto())], ["1\n"], "what it types is kept from this machine");
    return facts;
  } finally {
    demo.kill();
    await once(demo, "exit");
  }
}

/** Of each of the wedge's inputs, whether the kernel keeps it from everybody but those who read its reports. */
function typingInto(): readonly string[] {
  const folder = "/sys/bus/hid/devices";
  const wedges = readdirSync(folder).filter((name) => name.startsWith("0003:FFFF:0035."));
  const inputs = wedges.flatMap((name) => readdirSync(join(folder, name, "input")).map((input) => join(folder, name, "input", input)));
  return inputs.map((input) => readFileSync(join(input, "inhibited"), "utf8"));
}

async function settled(demo: ChildProcess, port: number): Promise<Told["facts"]> {
  let said = "";
  for (const stream of [demo.stdout, demo.stderr]) stream?.on("data", (text) => (said += text));
  let facts: Told["facts"] = [];
  const look = async (): Promise<void> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/facts?from=1&limit=1000`).catch(() => null);
    if (reply?.ok) ({ facts } = (await reply.json()) as Told);
  };
  const isOver = (): boolean => facts.some(({ fact }) => fact.kind === "roundEnded" && fact.outcome === "settled");
  const looking = setInterval(() => void look(), 500);
  await until(isOver, "a round is settled", () => `${facts.length} facts; ${said}`, startsWithinMs).finally(() => clearInterval(looking));
  return facts;
}

describe("the emulated table", () => {
  test("is dealt through each USB reader, card by card as it fell", async () => {
    const tables = await Promise.all([dealThrough("wedge", 8101), dealThrough("hid-pos", 8102)]);
    for (const facts of tables) {
      const of = (kind: string) => facts.filter(({ fact }) => fact.kind === kind).map(({ fact }) => fact);
      assert.deepEqual(of("irregularity"), []);
      assert(of("card").length >= 10);
      assert(of("card").every(({ source }) => source?.device === "shoe"));
    }
  });
});
