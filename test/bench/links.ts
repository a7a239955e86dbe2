// What links and devices cost: an idle table with eight devices, a button's way to the table, and two hundred serial devices in one
// process beside the plain script one would write by hand.
//
//   node test/bench/run.mjs links [--quick] [--report]

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { parseArgs } from "node:util";
import { SerialPort } from "serialport";
import { tablelink } from "#devices/tablelink/driver";
import { readOptions } from "#devices/tablelink/options";
import { type RunningDevice, runDevice } from "#table/device-loop";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, report: { type: "boolean", default: false }, rounds: { type: "string" } },
});
const quietMaxMs = options.quick ? 0 : 15_000;
const folder = mkdtempSync(path.join(os.tmpdir(), "pitwire-links-"));
const results: string[][] = [];
const failed: string[] = [];

function judge(what: string, measured: string, target: string, isMet: boolean): void {
  results.push([what, measured, target, isMet ? "met" : "MISSED"]);
  if (!isMet) failed.push(what);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function run(link: string, emit: Parameters<typeof runDevice>[0]["emit"], inputs: object = {}): RunningDevice {
  return runDevice({
    id: link,
    driver: tablelink,
    options: readOptions({ inputs }),
    link,
    clock: Date.now,
    random: () => 0.5,
    emit,
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Eight tablelink devices that beat once a second, in a process of their own: this one's processor time is the links' and drivers' alone. */
async function idle(): Promise<void> {
  const script = `
    const { createServer } = require("node:net");
    let seq = 0;
    const beat = () => { const line = '{"t":"hb","seq":' + seq + ',"up":' + seq * 1000 + ',"boot":1,"n":0}'; seq++; let x = 0; for (const c of line) x ^= c.charCodeAt(0); return line + "*" + x.toString(16).toUpperCase().padStart(2, "0") + "\\n"; };
    const server = createServer((c) => { const t = setInterval(() => c.write(beat()), 1000); c.write(beat()); c.on("close", () => clearInterval(t)); c.on("error", () => {}); c.resume(); });
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const peer = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await new Promise<string[]>((resolve) =>
    peer.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim().split("\n"))),
  );
  const devices = Array.from({ length: 8 }, () => run(`tcp://127.0.0.1:${port}`, () => {}));
  await until(() => devices.every((device) => device.health().status === "up"));
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const ms = options.quick ? 4000 : 20_000;
  await new Promise((resolve) => setTimeout(resolve, ms));
  const used = process.cpuUsage(before);
  const percent = (used.user + used.system) / 10 / (performance.now() - startedAt);
  await Promise.all(devices.map((device) => device.stop()));
  peer.kill();
  judge("idle table, eight devices: one core", `${percent.toFixed(2)} %`, "< 2 %", percent < 2);
}

/**
 * A process with pseudo terminals that writes lines with the time in them at a rate, by Python: neither an event loop of ours nor another
 * process is in their way.
 */
const feeder = `
import os, sys, time, tty
folder, says, count, rate, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])
masters = []
for i in range(count):
    m, s = os.openpty(); tty.setraw(s); os.set_blocking(m, False)
    link = os.path.join(folder, "p%d" % i)
    if os.path.lexists(link): os.unlink(link)
    os.symlink(os.ttyname(s), link); masters.append((m, s))
print("ready", flush=True); sys.stdin.readline()
seqs = [0] * count
def line(i):
    up = (time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000) % 4294967296
    if says == "tag": what = '"r":0,"ant":0,"uid":"E0040100%08X","on":%d' % (seqs[i] // 2, 1 - seqs[i] % 2)
    else: what = '"p":4,"v":%d' % (1 - seqs[i] % 2)
    text = '{"t":"%s","seq":%d,"up":%d,%s}' % (says, seqs[i], up, what)
    seqs[i] += 1; x = 0
    for c in text.encode(): x ^= c
    return ("%s*%02X\\n" % (text, x)).encode()
total = int(count * rate * seconds); step = 1.0 / (count * rate); began = time.monotonic()
for n in range(total):
    wait = began + n * step - time.monotonic()
    if wait > 0: time.sleep(wait)
    m = masters[n % count][0]
    try:
        os.read(m, 4096)
    except BlockingIOError: pass
    os.write(m, line(n % count))
time.sleep(0.3); print("done", flush=True); sys.stdin.readline()
`;

/** What is written: tags that come and go, or a button; into how many terminals, how often a second into each, and for how long. */
interface Feeding {
  readonly says: "tag" | "in";
  readonly ports: number;
  readonly rate: number;
  readonly seconds: number;
}

async function feed({ says, ports, rate, seconds }: Feeding, open: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  const words = ["-c", feeder, folder, says, ...[ports, rate, seconds].map(String)];
  const python = spawn("python3", words, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: python.stdout });
  const said = (): Promise<string> => new Promise((resolve) => lines.once("line", resolve));
  await said();
  const running = await open();
  await new Promise((resolve) => setTimeout(resolve, 500));
  python.stdin.write("\n");
  await said();
  await running.close();
  python.stdin.end("\n");
}

/** Microseconds, on the clock that is in the lines. */
function clockUs(): number {
  return Number((process.hrtime.bigint() / 1000n) % 4294967296n);
}

function since(up: number, now: number): number {
  return (now - up + 4294967296) % 4294967296;
}

/** serialport, a split at line ends, JSON.parse: what one writes by hand. Microseconds from each line's writing, sorted. */
async function plain(feeding: Feeding): Promise<readonly number[]> {
  const took: number[] = [];
  await feed(feeding, async () => {
    const open = await Promise.all(
      Array.from({ length: feeding.ports }, (_, i) => {
        const port = new SerialPort({ path: path.join(folder, `p${i}`), baudRate: 115_200 });
        let text = "";
        port.on("data", (chunk: Buffer) => {
          const parts = (text + chunk.toString("latin1")).split("\n");
          text = parts.pop() ?? "";
          for (const line of parts) took.push(since((JSON.parse(line.slice(0, -3)) as { up: number }).up, clockUs()));
        });
        return new Promise<SerialPort>((resolve) => port.once("open", () => resolve(port)));
      }),
    );
    return { close: async () => void (await Promise.all(open.map((port) => new Promise((resolve) => port.close(resolve))))) };
  });
  return took.toSorted((a, b) => a - b);
}

/** The same through links, drivers and readings, up to what the table's `step` takes. A reading's time is in its line, which the tape keeps. */
async function ours(feeding: Feeding): Promise<readonly number[]> {
  const took: number[] = [];
  const kind = feeding.says === "tag" ? "tag" : "button";
  await feed(feeding, async () => {
    const devices = Array.from({ length: feeding.ports }, (_, i) => {
      let seen = 0;
      const emit: Parameters<typeof run>[1] = (inputs) => {
        const now = clockUs();
        const moments = device.tape?.since(seen) ?? [];
        seen += moments.length;
        const heard = moments.map(({ what, bytes }) => (what === "in" ? textOf(bytes) : "")).join("");
        const told = inputs.filter((input) => input.kind === "reading" && input.reading.kind === kind).length;
        if (told > 0) for (const [, up] of [...heard.matchAll(/"up":(\d+)/g)].slice(-told)) took.push(since(Number(up), now));
      };
      const device: RunningDevice = run(`serial:${path.join(folder, `p${i}`)}`, emit, { 4: { key: 1 } });
      return device;
    });
    return { close: async () => void (await Promise.all(devices.map((device) => device.stop()))) };
  });
  return took.toSorted((a, b) => a - b);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

/** From the write into a pseudo terminal to the reading that the table's step takes. */
async function button(): Promise<void> {
  const took = await ours({ says: "in", ports: 1, rate: 200, seconds: options.quick ? 2 : 15 });
  const [p50, p99] = [percentile(took, 0.5) / 1000, percentile(took, 0.99) / 1000];
  judge("a button's line to the table, p99", `${p99.toFixed(2)} ms (p50 ${p50.toFixed(2)})`, "< 5 ms", took.length > 0 && p99 < 5);
}

const many: Feeding = { says: "tag", ports: options.quick ? 50 : 200, rate: 2, seconds: options.quick ? 3 : 15 };

await waitUntilIdle(quietMaxMs);
await idle();
await waitUntilIdle(quietMaxMs);
await button();
await waitUntilIdle(quietMaxMs);
const plainTook = await plain(many);
await waitUntilIdle(quietMaxMs);
const oursTook = await ours(many);
const [p, o] = [percentile(plainTook, 0.99), percentile(oursTook, 0.99)];
const figures = `${(o / 1000).toFixed(2)} ms against ${(p / 1000).toFixed(2)} (p50 ${(percentile(oursTook, 0.5) / 1000).toFixed(2)}, ${(percentile(plainTook, 0.5) / 1000).toFixed(2)})`;
judge(
  `${many.ports} serial devices at 2 frames/s, p99`,
  `${figures}, ${oursTook.length} of ${plainTook.length} frames`,
  "≤ 1.3 × plain",
  o <= 1.3 * p,
);
rmSync(folder, { recursive: true, force: true });

const table = formatTable(["what", "measured", "target", ""], results);
console.log(`\n${table}`);
if (options.report) writeReportSection("links", `${describeMachine()}\n\n${table}`);
if (oursTook.length < plainTook.length) {
  console.error("frames were lost");
  process.exit(1);
}
process.exit(0);
