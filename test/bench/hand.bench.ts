// Hands judged a second: Pitwire's built evaluator beside the npm packages people use, on the same random hands in one run.
//
//   npm run build && node test/bench/run.mjs hand [--rounds 5] [--quick] [--report] [--peers .cache/bench/hand]
//
// A peer that is not in the folder of peers is left out, and the bench says how to put it there. A missed target is printed;
// only hands ordered differently from phe's order make the exit code 1.

import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Card, deck52 } from "#core/card";
import { high5, high7, highOf } from "#core/hand";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

const idleWaitMs = 15_000;
const handCount = 1 << 16;
const sampleMs = { full: 1000, quick: 200 } as const;
const peerVersions = "phe@0.6.0 pokersolver@2.1.4";

/** One way of judging hands; `judge` goes over all of them once and returns a sum, so that nothing can be skipped. */
interface Contender {
  readonly name: string;
  readonly cards: 5 | 7;
  readonly judge: () => number;
  /** The contender this one is measured against, and how many times faster it has to be. */
  readonly target?: { readonly peer: string; readonly times: number };
}

interface Phe {
  cardCodes(cards: readonly string[]): number[];
  /** Smaller is better. */
  evaluateCardCodes(codes: readonly number[]): number;
}

interface Pokersolver {
  readonly Hand: { solve(cards: readonly string[]): { readonly rank: number } };
}

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    peers: { type: "string", default: ".cache/bench/hand" },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 1 : 5));
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds wants a whole number from 1 up, not "${options.rounds}".`);
  process.exit(2);
}

const started = performance.now();
high7(0, 14, 28, 42, 5, 19, 33);
const fillMs = performance.now() - started;

/** A peer from the folder of peers; null, and said so, if it isn't there. */
function loadPeer<T>(name: string): T | null {
  try {
    return createRequire(path.resolve(options.peers, "package.json"))(name) as T;
  } catch {
    console.log(`Without ${name}: it is not in ${options.peers}. Put it there with: npm i --prefix ${options.peers} ${peerVersions}`);
    return null;
  }
}

/** Random hands of seven cards, the same in every run (xorshift32). */
function dealHands(): Uint8Array {
  let state = 12345;
  const draw = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * 52);
  };
  const hands = new Uint8Array(handCount * 7);
  for (let at = 0; at < hands.length; at += 7) {
    const hand = new Set<number>();
    while (hand.size < 7) hand.add(draw());
    hands.set([...hand], at);
  }
  return hands;
}

function judgeSeven(hands: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < hands.length; i += 7) {
    sum += high7(
      hands[i] as number,
      hands[i + 1] as number,
      hands[i + 2] as number,
      hands[i + 3] as number,
      hands[i + 4] as number,
      hands[i + 5] as number,
      hands[i + 6] as number,
    );
  }
  return sum;
}

function judgeFive(hands: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < hands.length; i += 7) {
    sum += high5(hands[i] as number, hands[i + 1] as number, hands[i + 2] as number, hands[i + 3] as number, hands[i + 4] as number);
  }
  return sum;
}

function judgeEach<T>(hands: readonly T[], judge: (hand: T) => number): () => number {
  return () => {
    let sum = 0;
    for (const hand of hands) sum += judge(hand);
    return sum;
  };
}

/** Millions of hands a second of processor time. */
function measure(contender: Contender, forMs: number): number {
  let judged = 0;
  let usedUs = 0;
  let sum = 0;
  const start = process.cpuUsage();
  do {
    sum += contender.judge();
    judged += handCount;
    const { user, system } = process.cpuUsage(start);
    usedUs = user + system;
  } while (usedUs < forMs * 1000);
  if (!(sum > 0)) throw new Error(`${contender.name} judged nothing.`);
  return judged / usedUs;
}

/** Whether phe puts every two neighbouring hands in the same order. */
function agreesWithPhe(phe: Phe, hands: Uint8Array, texts: readonly (readonly Card[])[]): boolean {
  const theirs = texts.map((text) => -phe.evaluateCardCodes(phe.cardCodes(text)));
  const ours = texts.map((_, i) => {
    const [a, b, c, d, e, f, g] = hands.subarray(i * 7, i * 7 + 7) as unknown as [number, number, number, number, number, number, number];
    return high7(a, b, c, d, e, f, g);
  });
  const step = (values: readonly number[], i: number): number => Math.sign((values[i] as number) - (values[i - 1] as number));
  return ours.every((_, i) => i === 0 || step(ours, i) === step(theirs, i));
}

function listContenders(hands: Uint8Array, texts: readonly Card[][], phe: Phe | null, solver: Pokersolver | null): Contender[] {
  const ofFive = texts.map((text) => text.slice(0, 5));
  const ours: Contender[] = [
    { name: "Pitwire high7, integers", cards: 7, judge: () => judgeSeven(hands), target: { peer: "phe, card codes, 7", times: 8 } },
    { name: "Pitwire high5, integers", cards: 5, judge: () => judgeFive(hands), target: { peer: "phe, card codes, 5", times: 10 } },
    {
      name: "Pitwire highOf, cards",
      cards: 7,
      judge: judgeEach(texts, (text) => highOf(text).value),
      target: { peer: "pokersolver, cards", times: 20 },
    },
  ];
  if (phe !== null) {
    for (const [cards, dealt] of [
      [7, texts],
      [5, ofFive],
    ] as const) {
      const codes = dealt.map((text) => phe.cardCodes(text));
      ours.push({ name: `phe, card codes, ${cards}`, cards, judge: judgeEach(codes, (hand) => phe.evaluateCardCodes(hand)) });
    }
  }
  if (solver !== null) {
    ours.push({ name: "pokersolver, cards", cards: 7, judge: judgeEach(texts, (text) => solver.Hand.solve(text).rank) });
  }
  return ours;
}

function ratioOf(contender: Contender, best: ReadonlyMap<string, number>): string {
  const peer = contender.target === undefined ? undefined : best.get(contender.target.peer);
  if (contender.target === undefined || peer === undefined) return "";
  const times = (best.get(contender.name) as number) / peer;
  const verdict = times >= contender.target.times ? "met" : "MISSED";
  return `${times.toFixed(1)} × ${contender.target.peer} (target ${contender.target.times}: ${verdict})`;
}

const hands = dealHands();
const texts = Array.from({ length: handCount }, (_, i) => [...hands.subarray(i * 7, i * 7 + 7)].map((card) => deck52[card] as Card));
const phe = loadPeer<Phe>("phe");
const contenders = listContenders(hands, texts, phe, loadPeer<Pokersolver>("pokersolver"));
if (phe !== null && !agreesWithPhe(phe, hands, texts)) {
  console.error("high7 and phe order two hands differently.");
  process.exitCode = 1;
}

const best = new Map<string, number>();
for (let round = 0; round < rounds; round++) {
  if (!(await waitUntilIdle(idleWaitMs))) console.log(`Round ${round + 1} began although the machine would not come to rest.`);
  for (const contender of contenders) {
    const forMs = sampleMs[options.quick ? "quick" : "full"];
    measure(contender, forMs / 5); // the compiler warms up
    const speed = measure(contender, forMs);
    best.set(contender.name, Math.max(speed, best.get(contender.name) ?? 0));
  }
}
const rows = contenders.map((each) => [each.name, String(each.cards), (best.get(each.name) as number).toPrecision(3), ratioOf(each, best)]);
const body = [
  `${describeMachine()}. Best of ${rounds} rounds, one thread, processor time; ${handCount} random hands.`,
  formatTable(["evaluator", "cards", "million hands/s", "ratio"], rows),
  `The first call of high7, which fills its tables: ${fillMs.toFixed(1)} ms.`,
].join("\n\n");
console.log(body);
if (options.report) writeReportSection("hand", body);
