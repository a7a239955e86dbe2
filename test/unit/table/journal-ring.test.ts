import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashContent, hashRecord } from "#table/journal-chain";
import { RecordQueue } from "#table/journal-queue";
import {
  createRing,
  createWriter,
  eachRecord,
  initHead,
  mapRing,
  type RingRecord,
  type Row,
  readHead,
  readPending,
  readProgress,
  releaseSpan,
} from "#table/journal-ring";

const edition = "0.1.0/hcf@3";

function openRing(capacity = 4096) {
  const shared = createRing(capacity);
  // Two views of one memory, as the two threads have them.
  return { writer: createWriter(mapRing(shared), edition), reader: mapRing(shared) };
}

const blob = fc.uint8Array({ maxLength: 120 });
const arbitraryRow: fc.Arbitrary<Row> = fc
  .record({
    at: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    event: fc.string({ unit: "grapheme", maxLength: 60 }),
    facts: fc.string({ unit: "binary", maxLength: 60 }),
    n: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    sealed: fc.option(fc.array(blob, { maxLength: 3 }), { nil: undefined }),
    key: fc.option(fc.record({ era: fc.nat(), wrapped: blob }), { nil: undefined }),
    dropKey: fc.option(fc.nat(), { nil: undefined }),
    round: fc.option(fc.nat(), { nil: undefined }),
    snapshot: fc.option(fc.string({ maxLength: 200 }), { nil: undefined }),
  })
  .map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as Row);

/** Reads everything there is as plain values, and frees it. */
function drain(reader: ReturnType<typeof mapRing>) {
  const span = readPending(reader);
  if (!span) return [];
  const found: object[] = [];
  const count = eachRecord(reader, span, (record) => found.push(describeRecord(record)));
  expect(count).toBe(found.length);
  releaseSpan(reader, span, { records: found.length, rows: found.filter((record) => "seq" in record).length, head: Buffer.alloc(32) });
  return found;
}

function describeRecord(record: RingRecord) {
  if (record.kind === "cursor") return { name: record.name.toString(), n: record.n };
  if (record.kind === "head") return { headOf: record.seq, signer: [...record.signer], signature: [...record.signature] };
  const { seq, at, n, event, facts, sealed, snapshot, key, dropKey, round } = record;
  return {
    seq,
    at,
    n,
    event: event.toString(),
    facts: facts.toString(),
    sealed: sealed.map((bytes) => [...bytes]),
    snapshot: snapshot?.toString() ?? null,
    key: key && { era: key.era, wrapped: [...key.wrapped] },
    dropKey,
    round,
    hash: hashContent(record.content, Buffer.alloc(32, 7), record.sealed).toString("hex"),
  };
}

/** The same row without a ring. */
function expected(seq: number, row: Row) {
  const sealed = (row.sealed ?? []).map((bytes) => Buffer.from(bytes));
  const event = Buffer.from(row.event);
  const facts = Buffer.from(row.facts);
  const { at, n, snapshot, key, dropKey, round } = row;
  return {
    seq,
    at,
    n,
    event: event.toString(),
    facts: facts.toString(),
    sealed: sealed.map((bytes) => [...bytes]),
    snapshot: snapshot ?? null,
    key: key ? { era: key.era, wrapped: [...key.wrapped] } : null,
    dropKey: dropKey ?? null,
    round: round ?? null,
    hash: hashRecord(Buffer.alloc(32, 7), { seq, at, n, edition: Buffer.from(edition), event, facts, sealed }).toString("hex"),
  };
}

describe("the ring", () => {
  it("hands on every record whole and in order, however reader and writer take turns", () => {
    const turn = fc.oneof(arbitraryRow, fc.constant("drain" as const), fc.record({ name: fc.string({ maxLength: 10 }), n: fc.nat() }));
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
        const { writer, reader } = openRing();
        const wanted: unknown[] = [];
        const seen: unknown[] = [];
        let seq = 0;
        for (const next of turns) {
          if (next === "drain") {
            seen.push(...drain(reader));
            continue;
          }
          const record = "name" in next ? ({ kind: "cursor", ...next } as const) : ({ kind: "row", seq: seq + 1, row: next } as const);
          const size = writer.measure(record);
          if (!writer.put(record, size)) {
            writer.publish();
            seen.push(...drain(reader));
            expect(writer.put(record, size)).toBe(true);
          }
          writer.publish();
          wanted.push(record.kind === "row" ? expected(++seq, record.row) : { name: record.name, n: record.n });
        }
        seen.push(...drain(reader));
        expect(seen).toEqual(wanted);
        expect(readProgress(reader)).toEqual({ records: wanted.length, rows: seq });
      }),
      { numRuns: 300 },
    );
  });

  it("shows nothing before it is published", () => {
    const { writer, reader } = openRing();
    const record = { kind: "cursor", name: "mqtt", n: 4 } as const;
    writer.put(record, writer.measure(record));
    expect(readPending(reader)).toBeNull();
    writer.publish();
    expect(drain(reader)).toEqual([{ name: "mqtt", n: 4 }]);
    expect(readPending(reader)).toBeNull();
  });

  it("takes no more than it holds, and starts over at its beginning once it is empty", () => {
    const { writer, reader } = openRing();
    const record = { kind: "cursor", name: "x".repeat(400), n: 1 } as const;
    const size = writer.measure(record);
    let taken = 0;
    while (writer.put(record, size)) taken++;
    expect(taken).toBe(Math.floor(4096 / size));
    writer.publish();
    expect(drain(reader)).toHaveLength(taken);
    const whole = { kind: "cursor", name: "y".repeat(4096 - 56), n: 2 } as const;
    expect(writer.measure(whole)).toBe(4096);
    expect(writer.put(whole, 4096)).toBe(true);
    expect(writer.put(record, size)).toBe(false);
    writer.publish();
    expect(drain(reader)).toEqual([{ name: whole.name, n: 2 }]);
  });

  it("goes on when its positions pass 2^32", () => {
    const { writer, reader } = openRing(2 ** 22);
    const record = { kind: "cursor", name: "z".repeat(2 ** 22 - 100), n: 3 } as const;
    const size = writer.measure(record);
    for (let lap = 0; lap < 1100; lap++) {
      expect(writer.put(record, size)).toBe(true);
      writer.publish();
      const span = readPending(reader);
      if (!span) throw new Error(`nothing arrived in lap ${lap}`);
      releaseSpan(reader, span, { records: 1, rows: 0, head: Buffer.alloc(32) });
    }
    expect(readProgress(reader).records).toBe(1100);
  });

  it("shows the head of the last commit", () => {
    const { writer, reader } = openRing();
    initHead(reader, Buffer.alloc(32, 1));
    expect(readHead(reader)).toEqual({ rows: 0, hash: Buffer.alloc(32, 1) });
    const record = { kind: "row", seq: 1, row: { at: 1, event: "{}", facts: "[]", n: 0 } } as const;
    writer.put(record, writer.measure(record));
    writer.publish();
    const span = readPending(reader);
    if (!span) throw new Error("nothing arrived");
    releaseSpan(reader, span, { records: 1, rows: 1, head: Buffer.alloc(32, 2) });
    expect(readHead(reader)).toEqual({ rows: 1, hash: Buffer.alloc(32, 2) });
  });

  it("refuses a size that is no power of two", () => {
    expect(() => createRing(5000)).toThrow("power of two");
    expect(() => createRing(1024)).toThrow("power of two");
  });
});

describe("the queue in front of it", () => {
  const row = (n: number) => ({ kind: "row", seq: n, row: { at: n, event: "{}", facts: "[]", n } }) as const;

  it("calls the journal's thread before a batch, and hands over all of it at once, not at the end of the turn", () => {
    const ring = mapRing(createRing(4096));
    const heard: string[] = [];
    const seen = (): number => {
      const pending = readPending(ring);
      return pending === null ? 0 : eachRecord(ring, pending, () => {});
    };
    const limits = { queueRows: 10, queueBytes: 1000 };
    const queue = new RecordQueue(ring, edition, limits, { call: () => heard.push("call"), ring: () => heard.push(`ring ${seen()}`) });
    queue.batch(() => {
      queue.accept(row(1));
      queue.accept(row(2));
      expect(seen()).toBe(0);
    });
    expect(heard).toEqual(["call", "ring 2"]);
    queue.batch(() => {});
    expect(heard).toEqual(["call", "ring 2", "call"]);
  });

  it("hands over what comes outside a batch at the end of the turn, once", async () => {
    const ring = mapRing(createRing(4096));
    let rung = 0;
    const queue = new RecordQueue(ring, edition, { queueRows: 10, queueBytes: 1000 }, { call: () => {}, ring: () => rung++ });
    queue.accept(row(1));
    queue.accept(row(2));
    expect(rung).toBe(0);
    await Promise.resolve();
    expect(rung).toBe(1);
  });
});
