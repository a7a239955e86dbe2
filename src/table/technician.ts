// What a technician may see of a table's devices: how each one is, its frames as they come, and a dump for support. Of a card-bearing
// device a frame is shown whole or not at all (disclosure); the others hide nothing.

import type { DeviceRow, FrameRow, FramesMessage } from "#contract/devices";
import type { DeviceDriver } from "#core/device";
import type { Table } from "#core/table";
import { showBytes, writeMoment } from "#wire/session";
import { bearsCards, type DeviceConfig, type TableConfig } from "./config.ts";
import type { RunningDevice } from "./device-loop.ts";
import { driverOf } from "./drivers.ts";
import { type Frame, type FrameReader, makeFrameReader } from "./frames.ts";
import type { Tape } from "./tape.ts";

export interface Technician {
  devices(): readonly DeviceRow[];
  /** Null: there is no such device. */
  frames(id: string, after: number): Promise<FramesMessage | null>;
  /** The last 64 KiB as a recording; what may not be shown is a comment with its length. Null: no such device. */
  dump(id: string): Promise<string | null>;
}

export interface TechnicianNeeds {
  readonly config: TableConfig;
  readonly running: readonly RunningDevice[];
  readonly table: () => Table;
  mayShow(frame: Frame): boolean;
}

/** Frames kept for those who look; who comes late gets the newest. */
const keptFrames = 400;
/** Bytes that are taken apart before other work gets its turn. */
const bytesAtOnce = 2048;

export function createTechnician(needs: TechnicianNeeds): Technician {
  const { config, running, table } = needs;
  const watches = new Map<string, Watch>();
  const index = (id: string): number => config.devices.findIndex((device) => device.id === id);

  function watchOf(id: string): Watch | null {
    const device = config.devices[index(id)];
    const tape = running[index(id)]?.tape ?? null;
    const driver = device === undefined ? null : driverFor(device);
    if (device === undefined || tape === null || driver === null) return null;
    const watch = watches.get(id) ?? new Watch(tape, driver);
    watches.set(id, watch);
    return watch;
  }

  function isShown(id: string, frame: Frame): boolean {
    const device = config.devices[index(id)];
    // A badge's number is a key, and each report of a USB device may be one of its digits.
    if (device === undefined || driverFor(device)?.link.kind === "hid" || frame.readings.some(({ kind }) => kind === "badge")) return false;
    return !bearsCards(device) || (frame.direction === "in" && frame.good && needs.mayShow(frame));
  }

  return {
    devices: () => config.devices.map((device, i) => rowOf(device, running[i], table())),
    async frames(id, after) {
      if (index(id) < 0) return null;
      const watch = watchOf(id);
      if (watch === null) return { frames: [], next: 0, visible: false };
      await watch.catchUp();
      const fresh = watch.frames.filter(({ n }) => n > after);
      return { frames: fresh.map(({ n, frame }) => frameRow(n, frame, isShown(id, frame))), next: watch.last, visible: true };
    },
    async dump(id) {
      const device = config.devices[index(id)];
      if (device === undefined) return null;
      const tape = running[index(id)]?.tape ?? null;
      const driver = driverFor(device);
      const head = [`# ${config.site} ${config.table} ${id}`, `model ${device.driver}`, `options ${JSON.stringify(device.options ?? {})}`];
      if (tape === null || driver === null) return `${head.join("\n")}\n# its library owns the port: there are no bytes to show\n`;
      if (!bearsCards(device) && driver.link.kind !== "hid") return `${[...head, ...tape.read().moments.map(writeMoment)].join("\n")}\n`;
      const watch = new Watch(tape, driver, Number.POSITIVE_INFINITY);
      await watch.catchUp();
      return `${[...head, ...watch.frames.map(({ frame }) => dumpLine(frame, isShown(id, frame)))].join("\n")}\n`;
    },
  };
}

type AnyDriver = DeviceDriver<unknown, never>;

/** Null: a library speaks to it. */
function driverFor({ driver }: DeviceConfig): AnyDriver | null {
  const known = driverOf(driver);
  return known !== undefined && "driver" in known ? known.driver : null;
}

function rowOf(device: DeviceConfig, running: RunningDevice | undefined, table: Table): DeviceRow {
  const { id, driver, link } = device;
  const health = running?.health();
  const lamps = table.lamps[id];
  return {
    id,
    driver,
    link,
    required: device.required !== false,
    bearsCards: bearsCards(device),
    status: "down",
    since: 0,
    why: null,
    bytes: 0,
    frames: 0,
    badFrames: 0,
    reconnects: 0,
    lastSeenAt: null,
    misses: 0,
    missed: {},
    sweepMs: null,
    lamps: lamps === undefined ? null : { red: lamps.red, green: lamps.green, mains: lamps.mains },
    ...health,
  };
}

function frameRow(n: number, frame: Frame, isShown: boolean): FrameRow {
  const { at, direction, bytes, good, readings } = frame;
  return {
    n,
    at,
    direction,
    bytes: bytes.length,
    good,
    shown: isShown ? showBytes(bytes) : null,
    readings: isShown ? readings.map((reading) => JSON.stringify(reading)) : null,
  };
}

function dumpLine(frame: Frame, isShown: boolean): string {
  const { at, direction, bytes, good } = frame;
  if (isShown) return writeMoment({ at, what: direction, bytes });
  return `# ${at} ${direction === "in" ? "<" : ">"} ${bytes.length} bytes ${good ? "good" : "bad"}`;
}

/** Follows a tape from its oldest moment on. */
class Watch {
  readonly #tape: Tape;
  readonly #driver: AnyDriver;
  readonly #kept: number;
  #reader: FrameReader | null = null;
  #next = 0;
  #working: Promise<void> = Promise.resolve();
  frames: { readonly n: number; readonly frame: Frame }[] = [];
  last = 0;

  constructor(tape: Tape, driver: AnyDriver, kept = keptFrames) {
    this.#tape = tape;
    this.#driver = driver;
    this.#kept = kept;
  }

  /** One at a time, whoever asks. */
  catchUp(): Promise<void> {
    this.#working = this.#working.then(() => this.#follow());
    return this.#working;
  }

  async #follow(): Promise<void> {
    let moments = this.#reader === null ? null : this.#tape.since(this.#next);
    if (moments === null) {
      const taping = this.#tape.read();
      this.#reader = makeFrameReader(this.#driver, taping.state);
      this.#next = taping.from;
      moments = taping.moments;
    }
    let bytes = 0;
    for (const moment of moments) {
      for (const frame of this.#reader?.feed(moment) ?? []) this.frames.push({ n: ++this.last, frame });
      this.#next++;
      bytes += moment.bytes.length;
      if (bytes < bytesAtOnce) continue;
      bytes = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (this.frames.length > this.#kept) this.frames = this.frames.slice(-this.#kept);
  }
}
