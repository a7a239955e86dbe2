// Recorded sessions of a device, as text: what came, what was sent, when the link came up and when the driver was polled. Played again
// they give the same readings, for a driver is nothing but a function of these. The format is described in devices/README.md.

import type { DeviceDriver, LightSign, Received } from "#core/device";

/** One call of the driver, or what was sent because of it. `at` in milliseconds from any beginning. */
export interface Moment {
  readonly at: number;
  /**
   * open: the link came up · poll: the driver was polled · want: a light was to show another sign · in: bytes from the device · out: bytes
   * to it.
   */
  readonly what: "open" | "poll" | "want" | "in" | "out";
  readonly bytes: Uint8Array;
  /** The sign that was wanted. */
  readonly light?: LightSign;
}

export interface Session {
  /** Null where the recording does not say: its folder does. */
  readonly model: string | null;
  readonly options: unknown;
  readonly moments: readonly Moment[];
}

const noBytes = new Uint8Array(0);
const marks = { in: "<", out: ">" } as const;

/**
 * Reads a recording.
 * @throws Error naming the line that makes no sense, and what a line may be
 */
export function readSession(text: string): Session {
  let model: string | null = null;
  let options: unknown = {};
  const moments: Moment[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const told = /^(model|options) (.+)$/.exec(line);
    if (told?.[1] === "model") model = told[2] ?? null;
    else if (told !== null) options = orNothing(() => JSON.parse(told[2] ?? "")) ?? wrong(i, line);
    else moments.push(readMoment(line) ?? wrong(i, line));
  }
  return { model, options, moments };
}

function wrong(index: number, line: string): never {
  throw new Error(
    `line ${index + 1}: "${line.slice(0, 60)}": write "MS open", "MS poll", "MS want ready", 'MS < "text"', "MS > 00 FF", model or options`,
  );
}

function readMoment(line: string): Moment | null {
  const found = /^ *(\d+) (?:(open|poll)|want (stop|check|ready|closed)|([<>]) (.+))$/.exec(line);
  if (found === null) return null;
  const [, at, call, light, mark, text = ""] = found;
  if (light !== undefined) return { at: Number(at), what: "want", bytes: noBytes, light: light as LightSign };
  const bytes = call === undefined ? readBytes(text) : noBytes;
  if (bytes === null) return null;
  return { at: Number(at), what: (call as "open" | "poll" | undefined) ?? (mark === "<" ? "in" : "out"), bytes };
}

/** A JSON string with one character a byte, or pairs of hexadecimal digits. */
function readBytes(text: string): Uint8Array | null {
  if (/^([0-9A-Fa-f]{2})( ?[0-9A-Fa-f]{2})*$/.test(text)) {
    return Uint8Array.from(text.replaceAll(" ", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  const said = orNothing(() => JSON.parse(text) as unknown);
  if (typeof said !== "string" || [...said].some((one) => one.charCodeAt(0) > 255)) return null;
  return Uint8Array.from(said, (one) => one.charCodeAt(0));
}

function orNothing<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

export function writeMoment({ at, what, bytes, light }: Moment): string {
  const time = String(at).padStart(6);
  if (what === "want") return `${time} want ${light}`;
  return what === "in" || what === "out" ? `${time} ${marks[what]} ${showBytes(bytes)}` : `${time} ${what}`;
}

/** Text as text, where it is; anything else in hexadecimal. */
export function showBytes(bytes: Uint8Array): string {
  const isText = bytes.length > 0 && bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13);
  return isText ? JSON.stringify(String.fromCharCode(...bytes)) : hexOf(bytes);
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** Calls a driver as a moment says; null for what was sent, which is no call. */
export function playMoment<State>(driver: DeviceDriver<State, never>, state: State, moment: Moment): Received<State> | null {
  const { at, what, bytes, light } = moment;
  if (light !== undefined) {
    const reply = driver.drive?.(state, null, { light, keys: [] }) ?? null;
    return { state, readings: [], ...(reply && { reply }) };
  }
  if (what === "open") return driver.connected(state, at);
  if (what === "in") return driver.receive(state, bytes, at);
  return what === "poll" && driver.poll !== undefined ? driver.poll(state, at) : null;
}
