// Links to devices: what a configuration writes ("serial:/dev/serial/by-id/…", "tcp://host:port"), and one way to open them all.

import type { LinkSpec } from "#core/device";
import type { LinkListener, OpenLink } from "./open-link.ts";
import { openSerialLink, serialAppeared } from "./serial-link.ts";
import { openTcpLink } from "./tcp-link.ts";

export type LineSettings = Omit<LinkSpec, "kind">;

/** Where a device is. `settings` are those that the link names, in place of the driver's own. */
export type LinkTarget =
  | { readonly kind: "serial"; readonly path: string; readonly settings: Partial<LineSettings> }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };

const examples = "serial:/dev/serial/by-id/NAME, serial:/dev/serial/by-id/NAME?baud=9600&parity=even, or tcp://host:port";

/**
 * Reads a link's address.
 * @throws Error naming the address, what is wrong with it, and what it may look like
 */
export function parseLink(text: string): LinkTarget {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "tcp:") return parseTcp(text, url);
  if (text.startsWith("serial:")) return parseSerial(text);
  throw new Error(`link "${text}": write ${examples}`);
}

function parseTcp(text: string, url: URL): LinkTarget {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isBare = (url.pathname === "" || url.pathname === "/") && url.search === "" && url.username === "";
  if (host === "" || url.port === "" || url.port === "0" || !isBare) throw new Error(`link "${text}": write tcp://host:port`);
  return { kind: "tcp", host, port: Number(url.port) };
}

function parseSerial(text: string): LinkTarget {
  const [path = "", query, ...more] = text.slice("serial:".length).split("?");
  if (!path.startsWith("/") || more.length > 0) throw new Error(`link "${text}": the port's path must begin with /: write ${examples}`);
  const settings: { -readonly [Name in keyof LineSettings]?: LineSettings[Name] } = {};
  for (const [name, value] of new URLSearchParams(query ?? "")) {
    const bad = (allowed: string): Error => new Error(`link "${text}": ${name} is "${value}"; it may be ${allowed}`);
    if (name === "baud") settings.baudRate = readNumber(value) ?? fail(bad("a number, such as 9600 or 115200"));
    else if (name === "bits") settings.dataBits = value === "7" ? 7 : value === "8" ? 8 : fail(bad("7 or 8"));
    else if (name === "stop") settings.stopBits = value === "1" ? 1 : value === "2" ? 2 : fail(bad("1 or 2"));
    else if (name === "parity") settings.parity = isParity(value) ? value : fail(bad("none, even or odd"));
    else throw new Error(`link "${text}": there is no ${name}; known are baud, bits, parity, stop`);
  }
  return { kind: "serial", path, settings };
}

function readNumber(value: string): number | null {
  return /^[1-9]\d{1,7}$/.test(value) ? Number(value) : null;
}

function isParity(value: string): value is LineSettings["parity"] {
  return value === "none" || value === "even" || value === "odd";
}

function fail(error: Error): never {
  throw error;
}

/**
 * Opens a link. `line` are the driver's settings for a serial line; the target's own go before them. `signal` gives up waiting.
 * @throws LinkError
 */
export function openLink(target: LinkTarget, line: LineSettings, listener: LinkListener, signal: AbortSignal): Promise<OpenLink> {
  if (target.kind === "tcp") return openTcpLink(target.host, target.port, listener, signal);
  const { baudRate, dataBits, parity, stopBits } = { ...line, ...target.settings };
  return openSerialLink({ path: target.path, baudRate, dataBits, parity, stopBits }, listener);
}

/** Whether a port that was missing is there now, so that nobody waits for the next attempt. */
export function hasAppeared(target: LinkTarget): boolean {
  return target.kind === "serial" && serialAppeared(target.path);
}
