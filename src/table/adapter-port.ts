// A device whose library owns its port. What the library leaves undone is done here: the device is found and its rights are waited for,
// opening does not last for ever, nothing is told twice or too late, and a look from outside says whether it is still there.

import { statSync } from "node:fs";
import type { AdapterListener, AdapterPort, DeviceAdapter, LinkSpec, OpenAdapter } from "#core/device";
import type { LinkWhy } from "#core/link";
import type { DevicePort, OpenPort, PortListener, PortReceived } from "./device-port.ts";
import { orGiveUp } from "./give-up.ts";
import { checkHid, findHid } from "./hid-link.ts";
import { type DrawPicture, loadDrawing } from "./key-pictures.ts";
import { hasAppeared, type LinkTarget, misfit, parseLink, serialSettings } from "./link.ts";
import { LinkError } from "./open-link.ts";
import { endingBinding } from "./serial-binding.ts";
import { checkPath, explainFailure } from "./serial-link.ts";

/** A library that has not opened its device by then never will. */
const openWithinMs = 10_000;
/** So much may wait for a table that is held up. */
const maxWaiting = 1024;

/** @throws Error when the link's address makes no sense */
export function adapterPort<Options>(adapter: DeviceAdapter<Options>, options: Options, address: string): DevicePort {
  const target = parseLink(address);
  return {
    silentAfterMs: adapter.silentAfterMs,
    hasAppeared: () => hasAppeared(target, adapter.link),
    async open(listener, signal) {
      const over = new AbortController();
      const place = await find(target, adapter.link, over.signal);
      const timer = setTimeout(() => over.abort(new Error(`${address} has not answered for ${openWithinMs / 1000} s`)), openWithinMs);
      try {
        const session = new Session(place, listener, place.port.kind === "hid" ? await loadDrawing() : nothingToDraw);
        const opened = orAbort(adapter.open(place.port, options, session, over.signal), over.signal);
        session.attach(await orGiveUp(opened, signal, () => over.abort(signal.reason)));
        return session;
      } catch (error) {
        over.abort(error);
        place.letGo();
        throw await explain(place.port, error as Error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Only what hangs on USB has pictures. */
function nothingToDraw(): never {
  throw new Error("this device shows no pictures");
}

/** Where the device is, and how to see that it still is. */
interface Found {
  readonly port: AdapterPort;
  check(): LinkWhy | null;
  letGo(): void;
}

/** `over` aborts when the opening is given up. */
async function find(target: LinkTarget, spec: LinkSpec, over: AbortSignal): Promise<Found> {
  if (target.kind === "hid" && spec.kind === "hid") {
    const found = await findHid(target, spec);
    const { vendorId, productId } = found;
    const port = { kind: "hid", path: found.node, vendorId, productId, open: () => openHid(found.node, over) } as const;
    return { port, check: () => checkHid(found), letGo: found.letGo };
  }
  if (target.kind === "tcp" && spec.kind === "serial") {
    return { port: target, check: () => null, letGo: () => {} };
  }
  if (target.kind === "serial" && spec.kind === "serial") {
    const { path, ...line } = serialSettings(target, spec);
    const { rdev } = statSync(path, { throwIfNoEntry: false }) ?? { rdev: 0 };
    return { port: { kind: "serial", path, line, binding: endingBinding }, check: () => checkPath(path, rdev), letGo: () => {} };
  }
  throw new LinkError("failed", misfit(target, spec) ?? "");
}

async function openHid(node: string, over: AbortSignal): Promise<object> {
  const { default: hid } = await import("node-hid");
  const device = await hid.HIDAsync.open(node);
  const close = (): unknown => device.close().catch(() => {});
  over.addEventListener("abort", close, { once: true });
  if (over.aborted) close();
  return device;
}

/** What the library opens after it was given up is closed by the adapter, which has the same signal, or was opened for it above. */
function orAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  return Promise.race([work, aborted]);
}

async function explain(port: AdapterPort, error: Error): Promise<LinkError> {
  if (error instanceof LinkError) return error;
  if (port.kind === "serial") return explainFailure(port.path, error);
  const place = port.kind === "tcp" ? `${port.host}:${port.port}` : port.path;
  const { code } = error as NodeJS.ErrnoException;
  const refused = code === "ECONNREFUSED" ? "refused" : code === "EHOSTUNREACH" || code === "ETIMEDOUT" ? "unreachable" : "failed";
  return new LinkError(refused, `${place}: ${error.message}`);
}

/** One connection. */
class Session implements OpenPort, AdapterListener {
  readonly #place: Found;
  readonly #listener: PortListener;
  #adapter: OpenAdapter | null = null;
  /** What came before anybody listened, or while the table is held up. */
  #held: PortReceived[] | null = [];
  #isOver = false;

  readonly draw: DrawPicture;

  constructor(place: Found, listener: PortListener, draw: DrawPicture) {
    this.#place = place;
    this.#listener = listener;
    this.draw = draw;
  }

  attach(adapter: OpenAdapter): void {
    this.#adapter = adapter;
  }

  begin(): void {
    // That it opened is its first word.
    this.#tell({ readings: [{ kind: "alive" }] });
    this.resume();
  }

  onReadings: AdapterListener["onReadings"] = (readings, figures) => {
    if (this.#isOver) return;
    const received = { readings, ...(figures && { figures }) };
    if (this.#held === null) return this.#tell(received);
    this.#held.push(received);
    if (this.#held.length > maxWaiting) this.onDown(`${this.#held.length} readings came while the table was held up`);
  };

  onDown: AdapterListener["onDown"] = (detail) => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.onDown({ code: "hungUp", detail });
  };

  /** A library may take an exception for trouble of its device. */
  #tell(received: PortReceived): void {
    try {
      this.#listener.onReceived(received);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  send(): void {}

  /** A library throws in the moment between an unplug and its own word of it, when whoever drives is not prepared to hear of that. */
  drive: OpenPort["drive"] = (wanted) => {
    if (this.#isOver) return;
    try {
      this.#adapter?.drive?.(wanted);
    } catch (error) {
      queueMicrotask(() => this.onDown((error as Error).message));
    }
  };

  pause(): void {
    this.#held ??= [];
  }

  resume(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const received of held) this.#tell(received);
  }

  check(): LinkWhy | null {
    return this.#place.check();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#adapter?.close().catch(() => {});
    this.#place.letGo();
  }
}
