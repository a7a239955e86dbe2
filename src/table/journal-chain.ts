// The hash chain of a journal: which bytes are hashed.
//
//   hash = SHA-256(prev ‖ seq ‖ at ‖ edition ‖ event ‖ facts ‖ n ‖ SHA-256 of each sealed blob in order)
//
// Numbers are 8 bytes, big-endian; texts are UTF-8 behind their length in 4 bytes, big-endian; `prev` of the first record is
// SHA-256(id ‖ created), both as texts. What hangs on a record beside the chain has a hash of its own:
//
//   a snapshot       SHA-256(hash of its record ‖ n ‖ state as a text)
//   an era's key     SHA-256(hash of its record ‖ era ‖ SHA-256 of the wrapped key)
//   a cursor         SHA-256(id ‖ name ‖ n), the id and the name as texts

import { hash } from "node:crypto";

/** A record by its place in the chain. Seq 0 is the beginning: the hash of the journal's identity. */
export interface Head {
  readonly seq: number;
  readonly hash: Uint8Array;
}

/** What is hashed of a record. */
export interface RecordContent {
  readonly seq: number;
  readonly at: number;
  readonly edition: Buffer;
  readonly event: Buffer;
  readonly facts: Buffer;
  readonly n: number;
  readonly sealed: readonly Buffer[];
}

/** What the chain can hash as a number. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

let scratch = Buffer.allocUnsafe(64 * 1024);

function scratchOf(size: number): Buffer {
  if (scratch.length < size) scratch = Buffer.allocUnsafe(size * 2);
  return scratch;
}

export const hashBytes = 32;
const numberBytes = 8;

/** Writes a whole number from 0 up; returns where it ends. */
function putNumber(into: Buffer, value: number, at: number): number {
  into.writeUInt32BE(Math.floor(value / 2 ** 32), at);
  return into.writeUInt32BE(value >>> 0, at + 4);
}

function takeNumber(from: Buffer, at: number): number {
  return from.readUInt32BE(at) * 2 ** 32 + from.readUInt32BE(at + 4);
}

/** Writes a text behind its length; returns where it ends. */
function putText(into: Buffer, text: string | Buffer, at: number): number {
  const start = at + 4;
  const length = typeof text === "string" ? into.write(text, start, "utf8") : text.copy(into, start);
  into.writeUInt32BE(length, at);
  return start + length;
}

/** Bytes of what is hashed of a record: `prev`, the content, and room for the hashes of the sealed blobs. */
export function measureContent(textBytes: number, sealedCount: number): number {
  return hashBytes + 3 * numberBytes + 3 * 4 + textBytes + hashBytes * sealedCount;
}

/** Writes everything but `prev` and the hashes of the sealed blobs, which `hashContent` fills in; returns where it ends. */
export function putContent(
  into: Buffer,
  start: number,
  record: { readonly [Key in "seq" | "at" | "n"]: number } & { readonly [Key in "edition" | "event" | "facts"]: string | Buffer },
): number {
  let at = putNumber(into, record.seq, start + hashBytes);
  at = putNumber(into, record.at, at);
  at = putText(into, record.edition, at);
  at = putText(into, record.event, at);
  at = putText(into, record.facts, at);
  return putNumber(into, record.n, at);
}

/** Reads back what `putContent` wrote, but for the edition; the texts are views. */
export function takeContent(content: Buffer): Omit<RecordContent, "edition" | "sealed"> {
  const editionAt = hashBytes + 2 * numberBytes;
  const eventAt = editionAt + 4 + content.readUInt32BE(editionAt) + 4;
  const factsAt = eventAt + content.readUInt32BE(eventAt - 4) + 4;
  const numberAt = factsAt + content.readUInt32BE(factsAt - 4);
  return {
    seq: takeNumber(content, hashBytes),
    at: takeNumber(content, hashBytes + numberBytes),
    event: content.subarray(eventAt, factsAt - 4),
    facts: content.subarray(factsAt, numberAt),
    n: takeNumber(content, numberAt),
  };
}

// crypto.hash gives a string in a third of the time it takes to give a buffer.
const sha256 = (bytes: Uint8Array | string): Buffer => Buffer.from(hash("sha256", bytes, "binary"), "binary");

/** Hash of a record whose content lies in `content`, from its first byte to its last. */
export function hashContent(content: Buffer, prev: Uint8Array, sealed: readonly Uint8Array[]): Buffer {
  content.set(prev, 0);
  let at = content.length - hashBytes * sealed.length;
  for (const blob of sealed) at += content.write(hash("sha256", blob, "binary"), at, "binary");
  return sha256(content);
}

/** Hash of a record that follows the one whose hash is `prev`. */
export function hashRecord(prev: Uint8Array, record: RecordContent): Buffer {
  const { edition, event, facts, sealed } = record;
  const size = measureContent(edition.length + event.length + facts.length, sealed.length);
  const content = scratchOf(size).subarray(0, size);
  putContent(content, 0, record);
  return hashContent(content, prev, sealed);
}

/** Hash of the state after the record whose hash is `recordHash`. */
export function hashSnapshot(recordHash: Uint8Array, n: number, state: Buffer): Buffer {
  const into = scratchOf(hashBytes + numberBytes + 4 + state.length);
  into.set(recordHash, 0);
  return sha256(into.subarray(0, putText(into, state, putNumber(into, n, hashBytes))));
}

/** Hash of an era's wrapped key, stored with the record whose hash is `recordHash`. */
export function hashKey(recordHash: Uint8Array, era: number, wrapped: Uint8Array): Buffer {
  const into = scratchOf(2 * hashBytes + numberBytes);
  into.set(recordHash, 0);
  const at = putNumber(into, era, hashBytes);
  into.set(sha256(wrapped), at);
  return sha256(into.subarray(0, at + hashBytes));
}

/** Hash of how far an outbox has come: a flipped bit shows, though a cursor proves nothing. */
export function hashCursor(id: string, name: string | Buffer, n: number): Buffer {
  const into = scratchOf(2 * 4 + 4 * (id.length + name.length) + numberBytes);
  return sha256(into.subarray(0, putNumber(into, n, putText(into, name, putText(into, id, 0)))));
}

/** What makes a journal this one and no other. */
export interface Identity {
  /** 16 hex digits. */
  readonly id: string;
  /** When it was made, ISO 8601. */
  readonly created: string;
}

/** Where the chain of a journal begins. */
export function beginChain({ id, created }: Identity): Head {
  const into = scratchOf(8 + 4 * (id.length + created.length));
  return { seq: 0, hash: sha256(into.subarray(0, putText(into, created, putText(into, id, 0)))) };
}
