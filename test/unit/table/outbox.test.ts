// The journal is the outbox: every fact leaves in order and at least once, with the same number and the same words each time.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Journal, openJournal, readFacts, type StoredFact } from "#table/journal";
import { createOutbox, factPayload, type Outbox } from "#table/outbox";
import type { Publisher } from "#table/publisher";
import { edition, makeJournalPath } from "./journal-bed.ts";

const window = 256;
const topic = "pitwire/v1/riverside/a7/fact";

interface Sent {
  readonly n: number;
  readonly payload: string;
  readonly acknowledge: () => void;
}

/** A connection that the test makes, breaks and acknowledges by hand. */
class Wire implements Publisher {
  connected = false;
  /** What went over the connection that stands, in order. */
  sent: Sent[] = [];
  /** A broker that has taken a message before `publish` returns. */
  acknowledgesAtOnce = false;
  readonly #listeners: (() => void)[] = [];

  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
  }

  publish(to: string, payload: string, acknowledged: () => void): void {
    expect([to, this.connected]).toEqual([topic, true]);
    this.sent.push({ n: JSON.parse(payload).n, payload, acknowledge: acknowledged });
    if (this.acknowledgesAtOnce) acknowledged();
  }

  retain(): void {}
  beat(): void {}
  async close(): Promise<void> {}

  connect(): void {
    this.connected = true;
    this.sent = [];
    for (const listener of this.#listeners) listener();
  }

  numbers(): readonly number[] {
    return this.sent.map(({ n }) => n);
  }
}

const from = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => first + i);
const factOf = (n: number): string =>
  JSON.stringify({ n, at: 1_800_000_000_000 + n, round: 1, kind: "card", held: (n % 52) + 1, to: "3/hand" });
const factsOf = (first: number, count: number): readonly string[] => from(first, count).map(factOf);

interface Bed {
  readonly file: string;
  readonly journal: Journal;
  readonly wire: Wire;
  readonly outbox: Outbox;
  /** Writes facts to the disk, then tells the outbox. */
  write(count: number, tell?: boolean): Promise<void>;
}

async function open(file = makeJournalPath()): Promise<Bed> {
  const opened = await openJournal(file, { edition, create: true });
  const { journal } = opened;
  let last = [...opened.rows].at(-1)?.n ?? 0;
  const wire = new Wire();
  const read = (first: number, limit: number, take: (facts: readonly StoredFact[]) => void) =>
    take(readFacts(file, { from: first, limit }));
  const outbox = createOutbox({ journal, publisher: wire, topic, read, last });
  const write = async (count: number, tell = true): Promise<void> => {
    const facts = factsOf(last + 1, count);
    last += count;
    journal.append({ at: 1_800_000_000_000 + last, event: "{}", facts: `[${facts.join(",")}]`, n: last });
    await journal.flush();
    if (tell) outbox.add(facts);
  };
  return { file, journal, wire, outbox, write };
}

describe("the outbox", () => {
  it("sends facts in order, each with its number and as it was written", async () => {
    const { wire, write, journal } = await open();
    wire.connect();
    await write(3);
    await write(2);
    expect(wire.numbers()).toEqual(from(1, 5));
    expect(wire.sent.map(({ payload }) => payload)).toEqual(
      from(1, 5).map((n) => factPayload(journal.id, n, 1_800_000_000_000 + n, factOf(n))),
    );
    expect(JSON.parse(wire.sent[1]?.payload ?? "")).toMatchObject({
      schema: expect.any(Number),
      journal: journal.id,
      n: 2,
      at: 1_800_000_000_002,
      ttl: null,
      fact: { n: 2, kind: "card" },
    });
    await journal.close();
  });

  it("is deaf once it has been stopped: what a broker says of a journal that is closed is nobody's", async () => {
    const { wire, write, journal, outbox, file } = await open();
    wire.connect();
    await write(3);
    const [first, second] = wire.sent;
    first?.acknowledge();
    outbox.stop();
    await journal.close();
    expect(() => second?.acknowledge()).not.toThrow();
    const again = await open(file);
    again.wire.connect();
    expect(again.wire.numbers()).toEqual([2, 3]);
    await again.journal.close();
  });

  it("waits for the connection, and then leaves nothing out", async () => {
    const { wire, write, journal } = await open();
    await write(4);
    expect(wire.numbers()).toEqual([]);
    wire.connect();
    expect(wire.numbers()).toEqual(from(1, 4));
    await journal.close();
  });

  it(`has no more than ${window} facts on the way`, async () => {
    const { wire, write, journal } = await open();
    wire.connect();
    await write(1000);
    expect(wire.numbers()).toEqual(from(1, window));
    for (const { acknowledge } of wire.sent.slice(0, 10)) acknowledge();
    expect(wire.numbers()).toEqual(from(1, window + 10));
    // The broker took these, and with them all before.
    wire.sent[window - 1]?.acknowledge();
    expect(wire.numbers()).toEqual(from(1, 2 * window));
    await journal.close();
  });

  it("sends what was not acknowledged again over a new connection, with the same numbers and words", async () => {
    const { wire, write, journal } = await open();
    wire.connect();
    await write(5);
    const [first, second, third] = wire.sent;
    const before = wire.sent.map(({ payload }) => payload);
    first?.acknowledge();
    second?.acknowledge();
    wire.connected = false;
    await write(1);
    wire.connect();
    expect(wire.numbers()).toEqual([3, 4, 5, 6]);
    expect(wire.sent.slice(0, 3).map(({ payload }) => payload)).toEqual(before.slice(2));
    // A word from the connection that is gone counts for nothing.
    third?.acknowledge();
    expect(journal.cursor("mqtt")).toBe(2);
    wire.sent[0]?.acknowledge();
    expect(journal.cursor("mqtt")).toBe(3);
    await journal.close();
  });

  it("goes on after a restart where the broker had come to", async () => {
    const before = await open();
    before.wire.connect();
    await before.write(10);
    for (const { acknowledge } of before.wire.sent.slice(0, 4)) acknowledge();
    await before.journal.close();
    const after = await open(before.file);
    expect(after.journal.cursor("mqtt")).toBe(4);
    after.wire.connect();
    expect(after.wire.numbers()).toEqual(from(5, 6));
    expect(after.wire.sent[0]?.payload).toBe(before.wire.sent[4]?.payload);
    await after.write(2);
    for (const { acknowledge } of [...after.wire.sent]) acknowledge();
    expect(after.wire.numbers()).toEqual(from(5, 8));
    expect(after.journal.cursor("mqtt")).toBe(12);
    await after.journal.close();
  });

  it("says nothing again that the broker has taken", async () => {
    const before = await open();
    before.wire.connect();
    await before.write(3);
    for (const { acknowledge } of before.wire.sent) acknowledge();
    await before.journal.close();
    const after = await open(before.file);
    after.wire.connect();
    expect(after.wire.numbers()).toEqual([]);
    await after.journal.close();
  });

  it("reads facts back from the journal when there were too many to keep", async () => {
    const { wire, write, journal } = await open();
    const all = 22_500;
    for (let written = 0; written < all; written += 500) await write(500);
    wire.connect();
    for (let i = 0; i < wire.sent.length; i++) {
      wire.sent[i]?.acknowledge();
      // New facts come in while old ones are being read.
      if (i === 9_000 || i === 21_000) await write(50);
    }
    expect(wire.numbers()).toEqual(from(1, all + 100));
    expect(wire.sent.every(({ n, payload }) => payload.endsWith(`"fact":${factOf(n)}}`))).toBe(true);
    expect(journal.cursor("mqtt")).toBe(all + 100);
    await journal.close();
  }, 60_000);

  it("takes a broker that acknowledges at once, however much waits", async () => {
    const { wire, write, journal } = await open();
    for (let written = 0; written < 21_000; written += 1000) await write(1000);
    wire.acknowledgesAtOnce = true;
    wire.connect();
    expect(wire.numbers()).toEqual(from(1, 21_000));
    expect(journal.cursor("mqtt")).toBe(21_000);
    await journal.close();
  }, 60_000);

  it("stops when the connection breaks while it sends", async () => {
    const { wire, write, journal } = await open();
    wire.connect();
    await write(1);
    wire.connected = false;
    wire.sent[0]?.acknowledge();
    await write(1);
    expect(wire.numbers()).toEqual([1]);
    wire.connect();
    expect(wire.numbers()).toEqual([2]);
    await journal.close();
  });
});

/** One thing that happens to an outbox. */
type Step =
  | { readonly kind: "add"; readonly count: number }
  | { readonly kind: "acknowledge"; readonly count: number }
  | { readonly kind: "break" }
  | { readonly kind: "connect" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("add" as const), count: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("acknowledge" as const), count: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "break" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "connect" as const }) },
);

describe("whatever happens", () => {
  it("each connection brings the facts from the last acknowledged on, without a gap, and nothing that is not on the disk", async () => {
    const written = 6000;
    const bed = await open();
    for (let done = 0; done < written; done += 100) await bed.write(100, false);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(500), (steps, older) => {
        const wire = new Wire();
        // The journal is longer than what the outbox has been told: reading it back may bring more.
        bed.journal.setCursor("mqtt", 0);
        const read = (first: number, limit: number, take: (facts: readonly StoredFact[]) => void) =>
          take(readFacts(bed.file, { from: first, limit }));
        const outbox = createOutbox({ journal: bed.journal, publisher: wire, topic, read, last: older });
        let told = older;
        let acknowledged = 0;
        let answered = 0;
        for (const one of [...steps, { kind: "break" } as const, { kind: "connect" } as const]) {
          if (one.kind === "add" && told + one.count <= written) {
            outbox.add(factsOf(told + 1, one.count));
            told += one.count;
          } else if (one.kind === "acknowledge" && wire.connected) {
            for (const { acknowledge, n } of wire.sent.slice(answered, answered + one.count)) {
              acknowledge();
              acknowledged = n;
              answered++;
            }
          } else if (one.kind === "break") wire.connected = false;
          else if (one.kind === "connect") {
            answered = 0;
            wire.connect();
          }
          if (!wire.connected) continue;
          const first = acknowledged - answered + 1;
          expect(wire.numbers()).toEqual(from(first, Math.min(told, acknowledged + window) - first + 1));
          expect(bed.journal.cursor("mqtt")).toBe(acknowledged);
        }
        for (let i = 0; i < wire.sent.length; i++) wire.sent[i]?.acknowledge();
        expect(wire.numbers()).toEqual(from(acknowledged + 1, told - acknowledged));
        expect(wire.sent.every(({ n, payload }) => payload.endsWith(`"fact":${factOf(n)}}`))).toBe(true);
      }),
      { numRuns: 40 },
    );
    await bed.journal.close();
  }, 60_000);
});
