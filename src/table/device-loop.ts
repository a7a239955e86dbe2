// One device and its link: bytes in, readings out. Opens the link, keeps it alive, tells what it hears and how the link is.
// The decisions are the connection machine's (core/link) and the driver's; this is their ears, hands and clock.

import type { DeviceAdapter, DeviceDriver, DeviceId, Figures, Sequenced, Wanted } from "#core/device";
import type { LinkStatus, Millis } from "#core/event";
import {
  type LinkEffect,
  type LinkInput,
  type LinkMachine,
  type LinkStepped,
  type LinkWhy,
  linkWakesAt,
  startLink,
  stepLink,
} from "#core/link";
import { adapterPort } from "./adapter-port.ts";
import type { DevicePort, OpenPort, PortReceived } from "./device-port.ts";
import { driverPort, type LineSource } from "./driver-port.ts";
import type { LinkError } from "./open-link.ts";
import { makeTape, type Tape } from "./tape.ts";
import { realTime, type Time, type Timer } from "./time.ts";

/** What a device has to say to the table. `at` on the table's clock. */
export type DeviceInput =
  | {
      readonly kind: "link";
      readonly device: DeviceId;
      readonly at: Millis;
      readonly status: LinkStatus;
      /** A code, and the words for a technician. */
      readonly why?: string;
      readonly detail?: string;
    }
  | { readonly kind: "reading"; readonly device: DeviceId; readonly at: Millis; readonly reading: Sequenced };

/** What speaks the device's tongue: a pure driver, or an adapter to a library that owns the port. */
export type DeviceModel<State, Options> = { readonly driver: DeviceDriver<State, Options> } | { readonly adapter: DeviceAdapter<Options> };

export type DeviceRun<State, Options> = DeviceModel<State, Options> & {
  readonly id: DeviceId;
  readonly options: Options;
  /** `serial:PATH`, `tcp://host:port` or `hid:VENDOR:PRODUCT`; a driver's line may also be any other. */
  readonly link: string;
  readonly line?: LineSource;
  readonly time?: Time;
  /** Milliseconds since 1970, never decreasing. */
  readonly clock: () => Millis;
  /** 0..1, for the waits between attempts. */
  readonly random: () => number;
  /** Called once for all that one chunk of bytes brought. */
  emit(inputs: readonly DeviceInput[]): void;
};

export interface DeviceHealth {
  readonly status: LinkStatus;
  readonly since: Millis;
  readonly why: LinkWhy | null;
  readonly bytes: number;
  /** Good frames, and runs of bytes that made none. */
  readonly frames: number;
  readonly badFrames: number;
  /** How often the port was opened again. */
  readonly reconnects: number;
  /** Last good frame; null before the first. */
  readonly lastSeenAt: Millis | null;
  /** Events lost on the way and reads that the device had to repeat. */
  readonly misses: number;
  /** Of those reads, by antenna, where the device says so. */
  readonly missed: Readonly<Record<string, number>>;
  /** Milliseconds that the last look at all antennas took; null where the device has no sweep. */
  readonly sweepMs: number | null;
}

export interface RunningDevice {
  health(): DeviceHealth;
  /** False when the link is not open: nothing was sent. */
  send(bytes: Uint8Array): boolean;
  /** Has the device show what is wanted, now and after each time that its link comes up. */
  drive(wanted: Wanted): void;
  /** Stops reading until `resume`; what comes meanwhile waits in the system. */
  pause(): void;
  resume(): void;
  /** What happened at the link. A card's tag is its face: what leaves the machine goes through `frames`. Null: its library owns the port. */
  readonly tape: Tape | null;
  /** Closes the link. Nothing is emitted from the moment it is called. */
  stop(): Promise<void>;
}

const watchEveryMs = 1000;
/** A timer so late means that this process stood still, and that bytes may be waiting unread. */
const stoodStillMs = 250;
/** So many bytes without one good frame, over so long: wrong speed or parity, or the wrong device. */
const uselessBytes = 200;
const uselessAfterMs = 5000;

/**
 * Runs a device for ever, or until `stop`.
 * @throws Error when the link's address makes no sense
 */
export function runDevice<State, Options>(run: DeviceRun<State, Options>): RunningDevice {
  const loop = "driver" in run ? driverLoop(run) : new DeviceLoop(run, adapterPort(run.adapter, run.options, run.link), null);
  loop.begin();
  return loop;
}

function driverLoop<State, Options>(run: DeviceRun<State, Options> & { readonly driver: DeviceDriver<State, Options> }): DeviceLoop {
  const tape = makeTape(run.clock);
  const { driver, options, link, line, time = realTime } = run;
  return new DeviceLoop(run, driverPort(driver, options, line ?? link, { tape, time }), tape);
}

type Run = Pick<DeviceRun<unknown, unknown>, "id" | "clock" | "random" | "emit" | "time">;

class DeviceLoop implements RunningDevice {
  readonly #run: Run;
  readonly #port: DevicePort;
  readonly #time: Time;
  readonly tape: Tape | null;
  readonly #abort = new AbortController();
  #machine: LinkMachine;
  #link: OpenPort | null = null;
  #wanted: Wanted | null = null;
  /** The link's last opening or closing. */
  #changing: Promise<void> = Promise.resolve();
  #wakeTimer: Timer | null = null;
  #timerAt: Millis = 0;
  #watchTimer: Timer | null = null;
  #paused = false;
  #stopped = false;
  /** What this turn has to tell. */
  #out: DeviceInput[] = [];
  #noiseBytes = 0;
  #noiseToldAt = Number.NEGATIVE_INFINITY;
  #bytesSinceGood = 0;
  #badSince: Millis | null = null;
  #isUseless = false;
  #since: Millis;
  #bytes = 0;
  #frames = 0;
  #badFrames = 0;
  #opened = 0;
  #lastSeenAt: Millis | null = null;
  #misses = 0;
  readonly #missed: Record<string, number> = {};
  #sweepMs: number | null = null;

  constructor(run: Run, port: DevicePort, tape: Tape | null) {
    this.#run = run;
    this.tape = tape;
    this.#port = port;
    this.#time = run.time ?? realTime;
    this.#machine = startLink(this.#now()).link;
    this.#since = run.clock();
  }

  begin(): void {
    this.#watchTimer = this.#time.every(watchEveryMs, () => this.#watch());
    this.#apply(startLink(this.#now()));
  }

  /** A clock that never jumps: a corrected wall clock must not make a device look silent. */
  #now(): Millis {
    return this.#time.now();
  }

  /** One input to the machine, and what follows from it. */
  #step(input: LinkInput): void {
    if (!this.#stopped) this.#apply(stepLink(this.#machine, input, this.#port));
  }

  #apply({ link, effects }: LinkStepped): void {
    this.#machine = link;
    for (const effect of effects) this.#carryOut(effect);
    this.#plan();
  }

  #carryOut(effect: LinkEffect): void {
    switch (effect.kind) {
      case "open":
        this.#changing = this.#changing.then(() => this.#open());
        return;
      case "close":
        return this.#close();
      case "tell": {
        const { status, why } = effect;
        const at = this.#run.clock();
        this.#since = at;
        this.#out.push({ kind: "link", device: this.#run.id, at, status, ...(why && { why: why.code, detail: why.detail }) });
      }
    }
  }

  async #open(): Promise<void> {
    if (this.#stopped) return;
    let link: OpenPort;
    try {
      const listener = {
        onReceived: (received: PortReceived) => this.#received(received),
        onDown: (why: LinkWhy) => this.#dropped(why),
      };
      link = await this.#port.open(listener, this.#abort.signal);
    } catch (error) {
      const { code, message } = error as LinkError;
      this.#step({ kind: "failed", at: this.#now(), why: { code, detail: message }, jitter: this.#run.random() });
      this.#flush();
      return;
    }
    if (this.#stopped) return link.close();
    this.#link = link;
    this.#opened++;
    this.#step({ kind: "opened", at: this.#now() });
    link.begin();
    if (this.#paused) link.pause();
    if (this.#wanted !== null) link.drive(this.#wanted);
  }

  #close(): void {
    const link = this.#link;
    this.#link = null;
    if (link !== null) this.#changing = this.#changing.then(() => link.close()).catch(() => {});
  }

  #dropped(why: LinkWhy): void {
    this.#close();
    this.#step({ kind: "closed", at: this.#now(), why, jitter: this.#run.random() });
    this.#flush();
  }

  #received({ bytes, readings, figures }: PortReceived): void {
    if (this.#stopped) return;
    // The same time as on the tape: by it a frame and the reading that came of it find each other.
    const at = this.tape?.takenAt() ?? this.#run.clock();
    if (bytes !== undefined) this.#listen(bytes);
    if (figures !== undefined) this.#count(figures);
    if (readings.some(isProof)) this.#provedAlive(at);
    for (const reading of readings) this.#sort(reading, at);
    this.#flush();
  }

  #listen(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#bytesSinceGood += bytes.length;
    this.#badSince ??= this.#now();
  }

  #count({ missed, sweepMs }: Figures): void {
    if (sweepMs !== undefined) this.#sweepMs = sweepMs;
    for (const [antenna, reads] of Object.entries(missed ?? {})) {
      this.#missed[antenna] = (this.#missed[antenna] ?? 0) + reads;
      this.#misses += reads;
    }
  }

  #provedAlive(at: Millis): void {
    this.#lastSeenAt = at;
    this.#bytesSinceGood = 0;
    this.#badSince = null;
    this.#step({ kind: "heard", at: this.#now() });
    if (this.#isUseless) this.#tellUseless(false);
  }

  #sort(reading: Sequenced, at: Millis): void {
    if (reading.kind === "noise") {
      this.#badFrames++;
      this.#noiseBytes += reading.bytes;
      return;
    }
    if (reading.kind !== "fault") this.#frames++;
    else if (reading.code === "lostEvents" || reading.code === "missedReads") this.#misses += reading.count ?? 1;
    if (reading.kind === "alive" || (reading.kind === "fault" && reading.code === "missedReads")) return;
    this.#out.push({ kind: "reading", device: this.#run.id, at, reading });
  }

  /** Tells all there is; noise at most once a second, summed. */
  #flush(): void {
    if (this.#noiseBytes > 0 && this.#now() - this.#noiseToldAt >= watchEveryMs) this.#tellNoise();
    const out = this.#out;
    if (out.length === 0 || this.#stopped) return;
    this.#out = [];
    this.#run.emit(out);
  }

  #tellNoise(): void {
    this.#tell({ kind: "noise", bytes: this.#noiseBytes });
    this.#noiseBytes = 0;
    this.#noiseToldAt = this.#now();
  }

  #tellUseless(isUseless: boolean): void {
    this.#isUseless = isUseless;
    this.#tell({ kind: "fault", code: "noValidFrames", cleared: !isUseless, ...(isUseless && { count: this.#bytesSinceGood }) });
  }

  #tell(reading: Sequenced): void {
    this.#out.push({ kind: "reading", device: this.#run.id, at: this.#run.clock(), reading });
  }

  /** Each second, and trusting nobody: is it still the same port, and does anything sensible come out of it? */
  #watch(): void {
    const why = this.#link?.check() ?? null;
    if (why !== null) this.#dropped(why);
    else void this.#lookForPort();
    const isBad = this.#badSince !== null && this.#now() - this.#badSince >= uselessAfterMs && this.#bytesSinceGood >= uselessBytes;
    if (isBad && !this.#isUseless) this.#tellUseless(true);
    this.#flush();
  }

  /** A cable that was plugged in again is not kept waiting for the next attempt. */
  async #lookForPort(): Promise<void> {
    const isMissing = (): boolean => this.#machine.phase === "waiting" && this.#machine.why?.code === "missing";
    if (!isMissing() || !(await this.#port.hasAppeared()) || !isMissing()) return;
    this.#step({ kind: "appeared", at: this.#now() });
  }

  /** Sets the timer for the machine's next tick. It is moved only when it would come too late, not at every chunk. */
  #plan(): void {
    const wakesAt = this.#stopped || this.#paused ? null : linkWakesAt(this.#machine, this.#port);
    if (wakesAt === null || (this.#wakeTimer !== null && this.#timerAt <= wakesAt)) return;
    this.#time.clear(this.#wakeTimer);
    this.#timerAt = Math.max(wakesAt, this.#now());
    this.#wakeTimer = this.#time.after(Math.ceil(this.#timerAt - this.#now()), () => this.#wake());
  }

  #wake(): void {
    this.#wakeTimer = null;
    const at = this.#now();
    const isLate = at - this.#timerAt > stoodStillMs;
    if (!this.#paused) this.#step(isLate ? { kind: "deaf", at } : { kind: "tick", at, jitter: this.#run.random() });
    this.#flush();
  }

  health(): DeviceHealth {
    const { told, why } = this.#machine;
    return {
      status: told ?? "down",
      since: this.#since,
      why,
      bytes: this.#bytes,
      frames: this.#frames,
      badFrames: this.#badFrames,
      reconnects: Math.max(0, this.#opened - 1),
      lastSeenAt: this.#lastSeenAt,
      misses: this.#misses,
      missed: { ...this.#missed },
      sweepMs: this.#sweepMs,
    };
  }

  send(bytes: Uint8Array): boolean {
    this.#link?.send(bytes);
    return this.#link !== null;
  }

  drive(wanted: Wanted): void {
    this.#wanted = wanted;
    this.#link?.drive(wanted);
  }

  pause(): void {
    this.#paused = true;
    this.#link?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#link?.resume();
    this.#step({ kind: "deaf", at: this.#now() });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#time.clear(this.#watchTimer);
    this.#time.clear(this.#wakeTimer);
    this.#abort.abort();
    this.#close();
    await this.#changing;
  }
}

/** Good frames only: garbage proves no device, and a fault may be about garbage. */
function isProof({ kind }: Sequenced): boolean {
  return kind !== "noise" && kind !== "fault";
}
