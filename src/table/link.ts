// Links to devices: what a configuration writes ("serial:/dev/serial/by-id/…", "tcp://host:port", "hid:27b8:01ed"), and one way to open
// them all.

import type { LinkSpec, SerialSpec } from "#core/device";
import { findsHid, type HidTarget, openHidLink } from "./hid-link.ts";
import { LinkError, type LinkListener, type OpenLink } from "./open-link.ts";
import { openSerialLink, serialAppeared } from "./serial-link.ts";
import { openTcpLink } from "./tcp-link.ts";

export type LineSettings = Omit<SerialSpec, "kind">;

/** Where a device is. `settings` are those that the link names, in place of the driver's own. */
export type LinkTarget =
  | { readonly kind: "serial"; readonly path: string; readonly settings: Partial<LineSettings> }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  | HidTarget;

const examples =
  "serial:/dev/serial/by-id/NAME, serial:/dev/serial/by-id/NAME?baud=9600&parity=even, tcp://host:port, or hid:VENDOR:PRODUCT?serial=NUMBER";

/**
 * Reads a link's address.
 * @throws Error naming the address, what is wrong with it, and what it may look like
 */
export function parseLink(text: string): LinkTarget {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "tcp:") return parseTcp(text, url);
  if (text.startsWith("serial:")) return parseSerial(text);
  if (text.startsWith("hid:")) return parseHid(text);
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

function parseHid(text: string): LinkTarget {
  const [, vendor, product, query = ""] = /^hid:([0-9a-f]{4}):([0-9a-f]{4})(?:\?(.*))?$/i.exec(text) ?? [];
  const remedy =
    "write hid:VENDOR:PRODUCT, four hexadecimal digits each (lsusb lists them), and ?serial=NUMBER or ?port=1-1.2 where there are two";
  if (vendor === undefined || product === undefined) throw new Error(`link "${text}": ${remedy}`);
  const which = new URLSearchParams(query);
  const strange = [...which].find(([name, value]) => (name !== "serial" && name !== "port") || value === "");
  if (strange !== undefined) throw new Error(`link "${text}": there is no ${strange[0]}=${strange[1]}; ${remedy}`);
  const [serial, port] = [which.get("serial"), which.get("port")];
  if (port !== null && !/^\d+-\d+(\.\d+)*$/.test(port)) throw new Error(`link "${text}": port is "${port}"; it looks like 1-1.2`);
  return {
    kind: "hid",
    vendorId: Number.parseInt(vendor, 16),
    productId: Number.parseInt(product, 16),
    ...(serial !== null && { serial }),
    ...(port !== null && { port }),
  };
}

/**
 * Why a link's address is none for a device of this kind, in words; null: it fits. A line's device may also hang on a serial server.
 */
export function misfit(target: LinkTarget, spec: LinkSpec): string | null {
  if ((target.kind === "hid") === (spec.kind === "hid")) return null;
  return spec.kind === "hid"
    ? "it is a USB HID device: write hid:VENDOR:PRODUCT"
    : "it is no USB HID device: write serial:PATH or tcp://HOST:PORT";
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
 * Opens a link. `spec` is what the driver says of its line; what the target names goes before it. `signal` gives up waiting.
 * @throws LinkError
 */
export async function openLink(target: LinkTarget, spec: LinkSpec, listener: LinkListener, signal: AbortSignal): Promise<OpenLink> {
  if (target.kind === "hid" && spec.kind === "hid") return openHidLink(target, spec, listener);
  if (target.kind === "tcp" && spec.kind === "serial") return openTcpLink(target.host, target.port, listener, signal);
  if (target.kind === "serial" && spec.kind === "serial") return openSerialLink(serialSettings(target, spec), listener);
  throw new LinkError("failed", misfit(target, spec) ?? "");
}

/** A driver's line, with what the address says instead. */
export function serialSettings(
  { path, settings }: Extract<LinkTarget, { kind: "serial" }>,
  spec: SerialSpec,
): LineSettings & { path: string } {
  const { baudRate, dataBits, parity, stopBits } = { ...spec, ...settings };
  return { path, baudRate, dataBits, parity, stopBits };
}

/** Whether a port that was missing is there now, so that nobody waits for the next attempt. */
export async function hasAppeared(target: LinkTarget, spec: LinkSpec): Promise<boolean> {
  if (target.kind === "hid" && spec.kind === "hid") return findsHid(target, spec);
  return target.kind === "serial" && serialAppeared(target.path);
}
