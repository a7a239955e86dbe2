// The lines of the tablelink protocol, as types and checks. What they mean on the wire: README.md beside this file.

/** Longest line, without its end. */
export const maxLineBytes = 512;
export const baudRate = 115_200;
export const heartbeatMs = 1000;
/** Tags that one device can hold in sight. */
export const maxTags = 512;
export const maxPort = 63;
export const maxAntenna = 255;
/** More than any shuffler holds. */
const maxCards = 999;
const maxReaders = 32;

/** Sequence numbers and counts are 32 bits wide: they begin again at zero when they reach this. */
const countEnd = 2 ** 32;

interface Numbered {
  readonly seq: number;
  /** Milliseconds since the device started; wraps at 32 bits. */
  readonly up: number;
}

/** First line after a start. */
export interface Hello extends Numbered {
  readonly t: "hello";
  /** For people; the host decides nothing by it. */
  readonly id?: string;
  readonly fw?: string;
  readonly boot: number;
  readonly n: number;
}

/** A tag came into the field of an antenna, or left it. With `snap`: it lies there. */
export interface Tag extends Numbered {
  readonly t: "tag";
  readonly r?: number;
  readonly ant: number;
  readonly uid: string;
  readonly on: 0 | 1;
  readonly snap?: 1;
}

/** A card passed an antenna and could not be read. */
export interface Unread extends Numbered {
  readonly t: "unread";
  readonly r?: number;
  readonly ant: number;
}

/** A digital input changed. With `snap`: its level now. */
export interface Input extends Numbered {
  readonly t: "in";
  readonly p: number;
  readonly v: 0 | 1;
  readonly snap?: 1;
}

/** A shuffler has counted the deck. */
export interface Count extends Numbered {
  readonly t: "count";
  readonly cards: number;
}

export interface Heartbeat extends Numbered {
  readonly t: "hb";
  readonly boot: number;
  readonly n: number;
  /** Each reader: 1 answers, 0 does not. */
  readonly readers?: readonly (0 | 1)[];
  /** Each reader: reads that failed since the start. */
  readonly miss?: readonly number[];
}

/** `tags` tag lines and `ins` in lines marked `snap` follow, with nothing but heartbeats and errors between them. */
export interface Snapshot extends Numbered {
  readonly t: "snap";
  readonly boot: number;
  readonly n: number;
  readonly tags: number;
  readonly ins: number;
}

export interface Trouble extends Numbered {
  readonly t: "err";
  readonly code: string;
  readonly r?: number;
}

export type Message = Hello | Tag | Unread | Input | Count | Heartbeat | Snapshot | Trouble;

/** What the host sends. */
export const snapshotRequest = '{"t":"snap?"}';

/** Whether a parsed line is a message of the protocol: every field that is read later is there and of its type. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  const line = value as Record<string, unknown>;
  return isCount(line.seq) && isCount(line.up) && hasFields(line);
}

function hasFields(line: Record<string, unknown>): boolean {
  switch (line.t) {
    case "tag":
      return isAtMost(line.ant, maxAntenna) && typeof line.uid === "string" && isBit(line.on) && isMark(line.snap) && isReader(line.r);
    case "in":
      return isAtMost(line.p, maxPort) && isBit(line.v) && isMark(line.snap);
    case "count":
      return isAtMost(line.cards, maxCards);
    case "unread":
      return isAtMost(line.ant, maxAntenna) && isReader(line.r);
    case "hb":
      return isCount(line.boot) && isCount(line.n) && isList(line.readers, isBit) && isList(line.miss, isCount);
    case "snap":
      return isCount(line.boot) && isCount(line.n) && isAtMost(line.tags, maxTags) && isAtMost(line.ins, maxPort + 1);
    case "hello":
      return isCount(line.boot) && isCount(line.n);
    case "err":
      return typeof line.code === "string" && /^[a-z][a-z0-9_]{0,31}$/i.test(line.code) && isReader(line.r);
    default:
      return false;
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < countEnd;
}

function isAtMost(value: unknown, most: number): boolean {
  return isCount(value) && value <= most;
}

function isBit(value: unknown): boolean {
  return value === 0 || value === 1;
}

function isMark(value: unknown): boolean {
  return value === undefined || value === 1;
}

function isReader(value: unknown): boolean {
  return value === undefined || isAtMost(value, maxReaders - 1);
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.length <= maxReaders && value.every(isItem));
}

/** A tag's identifier in capitals, or null: 4 to 16 bytes as pairs of hexadecimal digits. */
export function readUid(uid: string): string | null {
  if (uid.length < 8 || uid.length > 32 || uid.length % 2 !== 0 || !/^[0-9A-Fa-f]+$/.test(uid)) return null;
  return uid.toUpperCase();
}

/** How far `later` lies after `earlier` on a counter that wraps: 0..2³¹-1 forward, -2³¹..-1 back. */
export function distance(later: number, earlier: number): number {
  return (later - earlier) | 0;
}
