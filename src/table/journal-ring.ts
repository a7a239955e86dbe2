// The way from the table's thread to the journal thread: a ring in shared memory, one for each journal, with one writer and
// one reader. (A MessagePort clones what it carries, and is woken too late at p99.)
//
// The reader frees a record only once it is on the disk, so the ring itself is the batch that a failing disk keeps waiting.
//
//   control  Int32: written, released (positions, which grow and wrap at 2^32), records, rows (committed since the opening), version
//   head     32 bytes: hash of the last committed record; valid while `version` is even and unchanged
//   bytes    records, each whole and 8-aligned; a size of 0 sends the reader to the start

import { assert } from "#core/assert";
import { hashBytes, measureContent, putContent, takeContent } from "./journal-chain.ts";

/** One thing to be written: an event with all that belongs to it, or how far an outbox has come. */
export type JournalRecord =
  | { readonly kind: "row"; readonly seq: number; readonly row: Row }
  | { readonly kind: "cursor"; readonly name: string; readonly n: number }
  | ({ readonly kind: "head" } & KeptHead);

/** A signature under the head after record `seq`. */
export interface KeptHead {
  readonly seq: number;
  /** The signer's public key, 32 bytes. */
  readonly signer: Uint8Array;
  /** Ed25519, 64 bytes. */
  readonly signature: Uint8Array;
}

/** One event and everything that must reach the disk together with it. */
export interface Row {
  /** Milliseconds since 1970, as stamped by the shell. */
  readonly at: number;
  /** The event as JSON. */
  readonly event: string;
  /** The facts it brought, a JSON array in their order; `[]` when there are none. */
  readonly facts: string;
  /** Number of the last fact up to and including this row. */
  readonly n: number;
  /** The vault's encrypted records. */
  readonly sealed?: readonly Uint8Array[];
  /** An era's wrapped key, stored or stored anew. */
  readonly key?: { readonly era: number; readonly wrapped: Uint8Array };
  /** The era whose key is forgotten from here on. */
  readonly dropKey?: number;
  /** The round that begins with this row. */
  readonly round?: number;
  /** The table's state after this row. */
  readonly snapshot?: string;
}

/** A row as the journal thread meets it: views into the ring, good until the record is released. */
export interface RingRow {
  readonly kind: "row";
  readonly seq: number;
  readonly at: number;
  readonly n: number;
  readonly event: Buffer;
  readonly facts: Buffer;
  /** What is hashed of it, for `hashContent`. */
  readonly content: Buffer;
  readonly sealed: readonly Buffer[];
  readonly snapshot: Buffer | null;
  readonly key: { readonly era: number; readonly wrapped: Buffer } | null;
  readonly dropKey: number | null;
  readonly round: number | null;
}

export type RingRecord =
  | RingRow
  | { readonly kind: "cursor"; readonly name: Buffer; readonly n: number }
  | { readonly kind: "head"; readonly seq: number; readonly signer: Buffer; readonly signature: Buffer };

// Int32 in memory that all journals of a process share: what wakes the journal thread, what wakes the table's, how many
// letters the journal thread has been sent, and whether a row is about to come. `journal-spawn.ts` makes room for them.
export const workBellAt = 0;
export const ackBellAt = 1;
export const lettersAt = 2;
export const calledAt = 3;

const writtenAt = 0;
const releasedAt = 1;
const recordsAt = 2;
const rowsAt = 3;
const versionAt = 4;
const headOffset = 64;
const controlBytes = 128;

// Offsets inside a record.
const kindAt = 4;
const flagsAt = 8;
const sealedCountAt = 12;
const contentBytesAt = 16;
const snapshotBytesAt = 20;
const wrappedBytesAt = 24;
const keyEraAt = 32;
const dropKeyAt = 40;
const roundAt = 48;
const bodyAt = 56;
const cursorNumberAt = 8;
const cursorBytesAt = 16;
const headSeqAt = 8;

const rowKind = 1;
const cursorKind = 2;
const headKind = 3;
const hasKey = 1;
const hasDropKey = 2;
const hasSnapshot = 4;
const hasRound = 8;
const signerBytes = 32;
const signatureBytes = 64;

export interface Ring {
  readonly control: Int32Array;
  readonly head: Buffer;
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly capacity: number;
}

/** Memory for a ring; `capacity` in bytes must be a power of two. Pages that were never written cost nothing. */
export function createRing(capacity: number): SharedArrayBuffer {
  assert(
    capacity >= 4096 && (capacity & (capacity - 1)) === 0,
    `a journal ring of ${capacity} bytes: it must be a power of two from 4096 up`,
  );
  return new SharedArrayBuffer(controlBytes + capacity);
}

export function mapRing(shared: SharedArrayBuffer): Ring {
  const capacity = shared.byteLength - controlBytes;
  return {
    control: new Int32Array(shared, 0, controlBytes / 4),
    head: Buffer.from(shared, headOffset, hashBytes),
    bytes: Buffer.from(shared, controlBytes, capacity),
    view: new DataView(shared, controlBytes, capacity),
    capacity,
  };
}

const align = (size: number): number => (size + 7) & ~7;

/** The main thread's end of a ring. */
export interface RingWriter {
  /** Bytes a record takes in the ring. */
  measure(record: JournalRecord): number;
  /** Writes a record of the `size` measured; false when there is no room now. Nobody sees it before `publish`. */
  put(record: JournalRecord, size: number): boolean;
  /** Shows everything put so far to the reader. */
  publish(): void;
}

/** `edition` is part of every row's hash. */
export function createWriter(ring: Ring, edition: string): RingWriter {
  const { control, capacity } = ring;
  const editionText = Buffer.from(edition);
  let written = 0;

  /** Offset where `size` bytes lie in one piece, or -1. */
  const claim = (size: number): number => {
    const used = (written - Atomics.load(control, releasedAt)) >>> 0;
    const offset = written & (capacity - 1);
    const left = capacity - offset;
    if (used === 0 && offset > 0) {
      // Start over whenever the reader has caught up: a quiet table touches the same few pages for ever. The reader loads
      // `written` before `released`, so it can only see an empty ring until the next publish.
      written = (written + left) | 0;
      Atomics.store(control, releasedAt, written);
      return size <= capacity ? 0 : -1;
    }
    if (size <= left) return used + size <= capacity ? offset : -1;
    if (used + left + size > capacity) return -1;
    ring.view.setUint32(offset, 0, true);
    written = (written + left) | 0;
    return 0;
  };

  return {
    measure: (record) => measureRecord(record, editionText),
    put(record, size) {
      const offset = claim(size);
      if (offset < 0) return false;
      ring.view.setUint32(offset, size, true);
      if (record.kind === "row") writeRow(ring, offset, record.seq, editionText, record.row);
      else if (record.kind === "cursor") writeCursor(ring, offset, record.name, record.n);
      else writeHead(ring, offset, record);
      written = (written + size) | 0;
      return true;
    },
    publish() {
      Atomics.store(control, writtenAt, written);
    },
  };
}

function measureRecord(record: JournalRecord, edition: Buffer): number {
  if (record.kind === "cursor") return align(bodyAt + Buffer.byteLength(record.name));
  if (record.kind === "head") return align(bodyAt + signerBytes + signatureBytes);
  const { event, facts, snapshot, key, sealed = [] } = record.row;
  let size = bodyAt + measureContent(edition.length + Buffer.byteLength(event) + Buffer.byteLength(facts), sealed.length);
  if (snapshot !== undefined) size += Buffer.byteLength(snapshot);
  if (key) size += key.wrapped.byteLength;
  for (const blob of sealed) size += 4 + blob.byteLength;
  return align(size);
}

function writeRow({ view, bytes }: Ring, offset: number, seq: number, edition: Buffer, row: Row): void {
  const { at, n, event, facts, snapshot, key, dropKey, round, sealed = [] } = row;
  const start = offset + bodyAt;
  let end = putContent(bytes, start, { seq, at, edition, event, facts, n }) + hashBytes * sealed.length;
  view.setUint32(offset + contentBytesAt, end - start, true);
  view.setUint32(offset + kindAt, rowKind, true);
  view.setUint32(
    offset + flagsAt,
    (key ? hasKey : 0) |
      (dropKey === undefined ? 0 : hasDropKey) |
      (snapshot === undefined ? 0 : hasSnapshot) |
      (round === undefined ? 0 : hasRound),
    true,
  );
  if (snapshot !== undefined) {
    const length = bytes.write(snapshot, end, "utf8");
    view.setUint32(offset + snapshotBytesAt, length, true);
    end += length;
  }
  if (key) {
    bytes.set(key.wrapped, end);
    view.setFloat64(offset + keyEraAt, key.era, true);
    view.setUint32(offset + wrappedBytesAt, key.wrapped.byteLength, true);
    end += key.wrapped.byteLength;
  }
  if (dropKey !== undefined) view.setFloat64(offset + dropKeyAt, dropKey, true);
  if (round !== undefined) view.setFloat64(offset + roundAt, round, true);
  view.setUint32(offset + sealedCountAt, sealed.length, true);
  for (const blob of sealed) {
    bytes.writeUInt32LE(blob.byteLength, end);
    bytes.set(blob, end + 4);
    end += 4 + blob.byteLength;
  }
}

function writeCursor({ view, bytes }: Ring, offset: number, name: string, n: number): void {
  view.setUint32(offset + kindAt, cursorKind, true);
  view.setFloat64(offset + cursorNumberAt, n, true);
  view.setUint32(offset + cursorBytesAt, bytes.write(name, offset + bodyAt, "utf8"), true);
}

function writeHead({ view, bytes }: Ring, offset: number, { seq, signer, signature }: KeptHead): void {
  assert(signer.length === signerBytes && signature.length === signatureBytes, "a head is signed with Ed25519");
  view.setUint32(offset + kindAt, headKind, true);
  view.setFloat64(offset + headSeqAt, seq, true);
  bytes.set(signer, offset + bodyAt);
  bytes.set(signature, offset + bodyAt + signerBytes);
}

/** What the reader has seen in the ring, from one position up to another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Everything published and not yet released, or null. */
export function readPending(ring: Ring): Span | null {
  const to = Atomics.load(ring.control, writtenAt);
  const from = Atomics.load(ring.control, releasedAt);
  return ((to - from) | 0) > 0 ? { from, to } : null;
}

/** Hands over the records of a span in order, with buffers that are views into the ring; returns how many there were. */
export function eachRecord(ring: Ring, span: Span, take: (record: RingRecord) => void): number {
  const { capacity, view } = ring;
  let count = 0;
  for (let position = span.from; position !== span.to; ) {
    const offset = position & (capacity - 1);
    const size = view.getUint32(offset, true);
    assert(size <= (span.to - position) >>> 0, "a record of the journal ring reaches past what was published");
    position = (position + (size > 0 ? size : capacity - offset)) | 0;
    if (size === 0) continue;
    count++;
    take(readOne(ring, offset));
  }
  return count;
}

function readOne(ring: Ring, offset: number): RingRecord {
  const kind = ring.view.getUint32(offset + kindAt, true);
  if (kind === rowKind) return readRow(ring, offset);
  return kind === cursorKind ? readCursor(ring, offset) : readKeptHead(ring, offset);
}

function readRow({ view, bytes }: Ring, offset: number): RingRow {
  const flags = view.getUint32(offset + flagsAt, true);
  let end = offset + bodyAt;
  const take = (length: number): Buffer => {
    end += length;
    return bytes.subarray(end - length, end);
  };
  const content = take(view.getUint32(offset + contentBytesAt, true));
  const snapshot = flags & hasSnapshot ? take(view.getUint32(offset + snapshotBytesAt, true)) : null;
  const wrapped = flags & hasKey ? take(view.getUint32(offset + wrappedBytesAt, true)) : null;
  const sealed: Buffer[] = [];
  for (let left = view.getUint32(offset + sealedCountAt, true); left > 0; left--) sealed.push(take(take(4).readUInt32LE(0)));
  const { seq, at, event, facts, n } = takeContent(content);
  return {
    kind: "row",
    seq,
    at,
    n,
    event,
    facts,
    content,
    sealed,
    snapshot,
    key: wrapped && { era: view.getFloat64(offset + keyEraAt, true), wrapped },
    dropKey: flags & hasDropKey ? view.getFloat64(offset + dropKeyAt, true) : null,
    round: flags & hasRound ? view.getFloat64(offset + roundAt, true) : null,
  };
}

function readCursor({ view, bytes }: Ring, offset: number): RingRecord {
  const length = view.getUint32(offset + cursorBytesAt, true);
  return {
    kind: "cursor",
    name: bytes.subarray(offset + bodyAt, offset + bodyAt + length),
    n: view.getFloat64(offset + cursorNumberAt, true),
  };
}

function readKeptHead({ view, bytes }: Ring, offset: number): RingRecord {
  const signatureAt = offset + bodyAt + signerBytes;
  return {
    kind: "head",
    seq: view.getFloat64(offset + headSeqAt, true),
    signer: bytes.subarray(offset + bodyAt, signatureAt),
    signature: bytes.subarray(signatureAt, signatureAt + signatureBytes),
  };
}

/** Says that a span is on the disk: frees it, counts it and shows the new head. */
export function releaseSpan(
  ring: Ring,
  span: Span,
  committed: { readonly records: number; readonly rows: number; readonly head: Uint8Array },
): void {
  const { control } = ring;
  Atomics.add(control, versionAt, 1);
  ring.head.set(committed.head);
  Atomics.add(control, rowsAt, committed.rows);
  Atomics.add(control, versionAt, 1);
  Atomics.store(control, releasedAt, span.to);
  Atomics.add(control, recordsAt, committed.records);
}

/** Records and rows committed since the ring was made; both wrap at 2^32. */
export function readProgress({ control }: Ring): { readonly records: number; readonly rows: number } {
  const records = Atomics.load(control, recordsAt);
  return { records, rows: Atomics.load(control, rowsAt) };
}

/** Rows committed since the ring was made (wraps at 2^32) and the hash of the last of them. */
export function readHead({ control, head }: Ring): { readonly rows: number; readonly hash: Buffer } {
  for (;;) {
    const version = Atomics.load(control, versionAt);
    const rows = Atomics.load(control, rowsAt);
    const hash = Buffer.from(head);
    // The writer needs some hundred nanoseconds for its four stores, so this ends at once.
    if (version % 2 === 0 && Atomics.load(control, versionAt) === version) return { rows, hash };
  }
}

/** Puts the hash of the last stored record in its place before the first commit. */
export function initHead(ring: Ring, hash: Uint8Array): void {
  ring.head.set(hash);
}
