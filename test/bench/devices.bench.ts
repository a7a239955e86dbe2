// How fast drivers read: megabytes and frames a second of one core, beside the parsers that come with the serialport package, which only cut
// frames, on the same bytes in the same run; and beside what the device's own line can carry.
//
//   node test/bench/run.mjs devices [--rounds 3] [--quick] [--report]
//
// A missed target is printed; only a driver that reads nothing makes the exit code 1.

import type { Transform } from "node:stream";
import { parseArgs } from "node:util";
import { ByteLengthParser, PacketLengthParser, ReadlineParser } from "serialport";
import { devices, type KnownDevice } from "#devices/index";
import { driverNames, driverOf } from "#table/drivers";
import { bytesOfHex } from "#wire/hex";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds wants a whole number from 1 up, not "${options.rounds}".`);
  process.exit(2);
}

const targets = { mbPerSecond: 20, framesPerSecond: 200_000 } as const;
const sampleMs = options.quick ? 150 : 1000;
const chunkBytes = 4096;
const streamBytes = 1 << 19;
const idleWaitMs = 15_000;

/** What a device sends when this happens at it, and how a parser of serialport cuts the same bytes. */
interface Subject {
  readonly options?: object;
  readonly happenings: readonly unknown[];
  /** In place of what the emulated device says: an answer that goes on as often as one likes. */
  readonly session?: string;
  readonly peer?: () => Transform;
}

const uid = (n: number): string => `E00401${n.toString(16).toUpperCase().padStart(10, "0")}`;
const tags = (count: number, antenna = 0): readonly unknown[] =>
  Array.from({ length: count }, (_, n) => ({ kind: "tag", antenna, uid: uid(n), present: true }));
const epcs = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, n) => ({ kind: "tag", antenna: 0, uid: `E2806894${uid(n)}`, present: true }));
const cards = ["As", "Td", "7c", "Qh", "2s"].map((card) => ({ kind: "say", reading: { kind: "card", card } }));

const subjects: Readonly<Record<string, Subject>> = {
  tablelink: { happenings: tags(200), peer: () => new ReadlineParser({ delimiter: "\n", encoding: "latin1" }) },
  pn532: { happenings: tags(2) },
  "feig-std": { happenings: tags(5) },
  "feig-adv": {
    options: { antennas: 8 },
    happenings: [],
    session: "02 00 13 00 B0 94 01 03 00 E0 04 01 00 12 34 56 78 6D CF",
    peer: () => new PacketLengthParser({ delimiter: 0x02, packetOverhead: 0, lengthBytes: 1, lengthOffset: 2, maxLen: 255 }),
  },
  uhfreader18: { happenings: epcs(5) },
  r2000: {
    happenings: epcs(5),
    peer: () => new PacketLengthParser({ delimiter: 0xa0, packetOverhead: 2, lengthBytes: 1, lengthOffset: 1, maxLen: 255 }),
  },
  m100: {
    happenings: epcs(5),
    peer: () => new PacketLengthParser({ delimiter: 0xbb, packetOverhead: 7, lengthBytes: 1, lengthOffset: 4, maxLen: 255 }),
  },
  "sw-ct": {
    happenings: epcs(5),
    peer: () => new PacketLengthParser({ delimiter: 0x43, packetOverhead: 4, lengthBytes: 1, lengthOffset: 3, maxLen: 255 }),
  },
  rdm6300: {
    happenings: [{ kind: "tag", antenna: 0, uid: "0A00B3C4D5", present: true }],
    peer: () => new ByteLengthParser({ length: 14 }),
  },
  "suit-rank-line": { happenings: cards, peer: () => new ReadlineParser({ delimiter: "\n", encoding: "latin1" }) },
  "angel-eye-2ex": { happenings: cards },
  "patlite-phe": { happenings: [] },
  wedge: { happenings: [{ kind: "type", digits: "0013110988" }] },
  "hid-pos": { options: { code: "text" }, happenings: [{ kind: "scan", code: "CARD-0042" }] },
  footswitch: { happenings: [true, false].map((down) => ({ kind: "pedal", pedal: 1, down })) },
  mcp2221a: { options: { inputs: { 0: { lamp: "red" } } }, happenings: [] },
};

/** A HID device's bytes come a report at a time; a line's as the kernel has them. */
const pieceOf = ({ emulator }: KnownDevice): number => emulator.usb?.inputBytes ?? chunkBytes;

/** What the device sends once it has been connected and all this has happened. */
function bytesOf({ driver, emulator, readOptions }: KnownDevice, { options: given = {}, happenings, session }: Subject): Uint8Array {
  if (session !== undefined) return bytesOfHex(session) as Uint8Array;
  let device = emulator.start(given);
  let state = driver.start(readOptions(given));
  const sent: Uint8Array[] = [];
  let at = 0;
  const hear = (said: { state: unknown; bytes: Uint8Array }): void => {
    device = said.state;
    if (said.bytes.length === 0) return;
    sent.push(said.bytes);
    take(driver.receive(state, said.bytes, at));
  };
  const take = (got: { state: unknown; reply?: Uint8Array }): void => {
    state = got.state;
    if (got.reply !== undefined) hear(emulator.receive(device, got.reply, at));
  };
  for (const happening of happenings) hear(emulator.act(device, happening, at));
  take(driver.connected(state, at));
  for (let polls = 0; polls < 40; polls++) {
    const due = driver.pollsAt?.(state) ?? null;
    if (due === null || driver.poll === undefined) break;
    at = Math.max(at, due);
    take(driver.poll(state, at));
  }
  return Uint8Array.from(sent.flatMap((bytes) => [...bytes]));
}

/** Whole copies of a session, one after the other. */
function streamOf(session: Uint8Array): Uint8Array {
  const copies = Math.max(1, Math.floor(streamBytes / session.length));
  const stream = new Uint8Array(copies * session.length);
  for (let i = 0; i < copies; i++) stream.set(session, i * session.length);
  return stream;
}

function chunksOf(stream: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(stream.length / size) }, (_, i) => stream.subarray(i * size, (i + 1) * size));
}

interface Speed {
  readonly mbPerSecond: number;
  readonly framesPerSecond: number;
}

/** Megabytes and frames that are read in a second. A frame yields one reading at least, and here `alive` or a tag. */
function measureDriver(device: KnownDevice, subject: Subject, stream: Uint8Array, framesInStream: number): Speed {
  const { driver, readOptions } = device;
  const chunks = chunksOf(stream, pieceOf(device));
  const started = driver.connected(driver.start(readOptions(subject.options ?? {})), 0).state;
  let readings = 0;
  const times = repeat(() => {
    let state = started;
    for (const chunk of chunks) {
      const got = driver.receive(state, chunk, 1);
      state = got.state;
      readings += got.readings.length;
    }
  });
  if (readings === 0) throw new Error(`${driver.model} read nothing.`);
  return { mbPerSecond: (times.perSecond * stream.length) / 1e6, framesPerSecond: times.perSecond * framesInStream };
}

/** Frames in a stream, as the driver itself counts them: what is left over when one of them is broken. */
function countFrames(device: KnownDevice, subject: Subject, session: Uint8Array): number {
  const { driver, readOptions } = device;
  let state = driver.connected(driver.start(readOptions(subject.options ?? {})), 0).state;
  let frames = 0;
  // A byte or a report at a time: each good frame ends at one, with whatever it has to say.
  for (const piece of chunksOf(session, device.emulator.usb?.inputBytes ?? 1)) {
    const got = driver.receive(state, piece, 1);
    state = got.state;
    if (got.readings.some(({ kind }) => kind !== "noise" && kind !== "fault")) frames++;
  }
  return frames;
}

async function measurePeer(make: () => Transform, stream: Uint8Array): Promise<number> {
  const chunks = chunksOf(stream, chunkBytes).map((chunk) => Buffer.from(chunk));
  const parser = make();
  let cut = 0;
  parser.on("data", () => {
    cut++;
  });
  const fastest = makeFastest();
  while (fastest.goesOn()) {
    for (const chunk of chunks) if (!parser.write(chunk)) await new Promise((done) => parser.once("drain", done));
    fastest.passed();
  }
  if (cut === 0) throw new Error("the peer cut nothing");
  return (stream.length / fastest.ms()) * 1e-3;
}

/** How often a second could run something, the compiler warm. */
function repeat(run: () => void): { readonly perSecond: number } {
  const fastest = makeFastest();
  while (fastest.goesOn()) {
    run();
    fastest.passed();
  }
  return { perSecond: 1000 / fastest.ms() };
}

/** The fastest of all passes in a while: what the machine does beside it only ever makes one slower. */
function makeFastest(): { goesOn(): boolean; passed(): void; ms(): number } {
  const end = performance.now() + sampleMs;
  let best = Number.POSITIVE_INFINITY;
  let began = performance.now();
  return {
    goesOn() {
      began = performance.now();
      return began < end || best === Number.POSITIVE_INFINITY;
    },
    passed: () => {
      best = Math.min(best, performance.now() - began);
    },
    ms: () => best,
  };
}

/** Bytes that only pretend to begin frames cost the same each, however many there are. */
function garbageRatio(device: KnownDevice, subject: Subject, session: Uint8Array): number {
  const { driver, readOptions } = device;
  const first = session[0] ?? 0;
  const costOf = (bytes: number): number => {
    const chunks = chunksOf(new Uint8Array(bytes).fill(first), pieceOf(device));
    const started = driver.connected(driver.start(readOptions(subject.options ?? {})), 0).state;
    const { perSecond } = repeat(() => {
      let state = started;
      for (const chunk of chunks) state = driver.receive(state, chunk, 1).state;
    });
    return 1 / (perSecond * bytes);
  };
  return costOf(1 << 19) / costOf(1 << 17);
}

interface Row {
  readonly name: string;
  mbPerSecond: number;
  framesPerSecond: number;
  peerMbPerSecond: number;
  readonly lineMbPerSecond: number;
  garbage: number;
}

const best = new Map<string, Row>();
let busyRounds = 0;
const known = driverNames().filter(
  (name) => (options.only ?? name) === name && (name in devices || "profile" in (driverOf(name) as object)),
);
/** A light is told and tells nothing. */
const isRead = (name: string): boolean => (driverOf(name) as KnownDevice).driver.spare !== true;
for (const name of known)
  if (subjects[name] === undefined && isRead(name)) console.log(`Without ${name}: the bench has no subject for it.`);
for (let round = 0; round < rounds; round++) {
  if (!(await waitUntilIdle(idleWaitMs))) busyRounds++;
  for (const name of known) {
    const subject = subjects[name];
    if (subject === undefined) continue;
    const device = driverOf(name) as KnownDevice;
    const session = bytesOf(device, subject);
    const stream = streamOf(session);
    const frames = countFrames(device, subject, session) * (stream.length / session.length);
    const speed = measureDriver(device, subject, stream, frames);
    const peer = subject.peer === undefined ? 0 : await measurePeer(subject.peer, stream);
    const { link } = device.driver;
    const before = best.get(name);
    best.set(name, {
      name,
      mbPerSecond: Math.max(speed.mbPerSecond, before?.mbPerSecond ?? 0),
      framesPerSecond: Math.max(speed.framesPerSecond, before?.framesPerSecond ?? 0),
      peerMbPerSecond: Math.max(peer, before?.peerMbPerSecond ?? 0),
      lineMbPerSecond: link.kind === "serial" ? link.baudRate / 1e7 : 0,
      garbage: Math.min(garbageRatio(device, subject, session), before?.garbage ?? Number.POSITIVE_INFINITY),
    });
  }
}

const rows = [...best.values()].map((row) => {
  const isFast = row.mbPerSecond >= targets.mbPerSecond && row.framesPerSecond >= targets.framesPerSecond;
  return [
    row.name,
    row.mbPerSecond.toFixed(1),
    Math.round(row.framesPerSecond).toLocaleString("en"),
    row.lineMbPerSecond === 0 ? "" : `${Math.round(row.mbPerSecond / row.lineMbPerSecond).toLocaleString("en")}×`,
    row.peerMbPerSecond === 0 ? "" : row.peerMbPerSecond.toFixed(1),
    row.peerMbPerSecond === 0 ? "" : `${(row.mbPerSecond / row.peerMbPerSecond).toFixed(1)}×`,
    row.garbage.toFixed(2),
    isFast ? "met" : "MISSED",
  ];
});
const head = [
  "driver",
  `MB/s (≥ ${targets.mbPerSecond})`,
  "frames/s (≥ 200,000)",
  "its line",
  "peer MB/s",
  "times",
  "garbage ×4",
  "verdict",
];
const body = [
  `${describeMachine()}. ${busyRounds} of ${rounds} rounds began although the machine would not come to rest.`,
  "",
  formatTable(head, rows),
  "",
  "One core, the fastest pass of many; chunks of 4 KiB, or reports where the device speaks in them. Peer: serialport's own parser for such frames, which cuts and neither checks nor understands. Its line: how many",
  "times what the device's serial line carries. Garbage ×4: what a byte costs in four times as many bytes that all pretend to begin a frame; 1 is linear.",
].join("\n");
console.log(body);
if (options.report) writeReportSection("devices", body);
