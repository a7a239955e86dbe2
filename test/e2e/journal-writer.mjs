// A table's process as the journal's tests need it: writes rows and tells on stdout, a JSON line each, what is committed, how
// the disk does and how the event loop runs. Bundled with the sources it needs before it runs (bundle.ts).
//
//   node journal-writer.mjs FILE EVERY_MS      EVERY_MS 0: as fast as the disk takes them
//
// A line on stdin: "measure" forgets the longest gap so far, "close" ends in good order.

import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { openJournal } from "#table/journal";

const [file, everyText] = process.argv.slice(2);
const everyMs = Number(everyText);
const aheadMax = 8;

// Synchronously: what was said is said, even if the process is killed right after.
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

const { journal, rows } = await openJournal(file, { edition: "writer", create: true });
say({ opened: journal.committed, replayed: [...rows].length });

function append() {
  const seq = journal.appended + 1;
  journal.append({
    at: Date.now(),
    event: JSON.stringify({ kind: "held", held: seq }),
    facts: JSON.stringify([{ n: seq, kind: "card", held: seq }]),
    n: seq,
    sealed: [Buffer.alloc(64, seq)],
    ...(seq % 50 === 0 && { snapshot: JSON.stringify({ after: seq }) }),
    ...(seq % 20 === 0 && { key: { era: seq, wrapped: Buffer.alloc(40, seq) } }),
    ...(seq % 20 === 10 && seq > 20 && { dropKey: seq - 10 }),
  });
}

function fill() {
  while (journal.appended - journal.committed < aheadMax) append();
}

journal.onCommitted((seq) => {
  say({ committed: seq });
  if (everyMs === 0) fill();
});
journal.onStatus((status) => say({ status, appended: journal.appended }));

/** How long this thread has waited for a processor so far: a busy machine is not the journal's fault. */
function queuedMs() {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

let lastTick = performance.now();
let lastQueuedMs = queuedMs();
let longestGapMs = 0;
const heart = setInterval(() => {
  const now = performance.now();
  const queued = queuedMs();
  longestGapMs = Math.max(longestGapMs, now - lastTick - (queued - lastQueuedMs));
  lastTick = now;
  lastQueuedMs = queued;
  if (everyMs > 0) append();
}, everyMs || 5);
if (everyMs === 0) fill();

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "measure") longestGapMs = 0;
  if (line === "close") break;
}
clearInterval(heart);
await journal.close();
say({ closed: journal.committed, longestGapMs });
process.stdin.destroy();
