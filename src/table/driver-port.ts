// A pure driver on one of our links: its state, its polls, and what it was last told to show.

import type { DeviceDriver, LightSign, Received, Wanted } from "#core/device";
import type { Millis } from "#core/event";
import type { Moment } from "#wire/session";
import type { DevicePort, OpenPort, PortListener } from "./device-port.ts";
import { hasAppeared, openLink, parseLink } from "./link.ts";
import type { LinkListener, OpenLink } from "./open-link.ts";
import type { Tape } from "./tape.ts";
import type { Time, Timer } from "./time.ts";

const noBytes = new Uint8Array(0);

/** Where a line comes from. */
export interface LineSource {
  /** @throws LinkError */
  open(listener: LinkListener, signal: AbortSignal): Promise<OpenLink>;
  /** Whether a line that was missing is there now. */
  hasAppeared(): Promise<boolean>;
}

/** What a session notes what happens on, and the clock that it keeps. */
interface Keeping {
  readonly tape: Tape;
  readonly time: Time;
}

/**
 * All that happens at the link is noted on the tape. `where`: an address, or the line itself.
 * @throws Error when the link's address makes no sense, or is none of this driver's
 */
export function driverPort<State, Options>(
  driver: DeviceDriver<State, Options>,
  options: Options,
  where: string | LineSource,
  keeping: Keeping,
): DevicePort {
  const line = typeof where === "string" ? lineAt(where, driver) : where;
  // What a driver knows of its device outlives a cable.
  const memory = { state: driver.start(options) };
  return {
    silentAfterMs: driver.silentAfterMs,
    hasAppeared: () => line.hasAppeared(),
    async open(listener, signal) {
      const session = new Session(driver, memory, listener, keeping);
      const onBytes = (bytes: Uint8Array): void => session.receive(bytes);
      session.attach(await line.open({ onBytes, onDown: listener.onDown }, signal));
      return session;
    },
  };
}

/** @throws Error when the address makes no sense, or is none of this driver's */
function lineAt(address: string, { link }: Pick<DeviceDriver<never, never>, "link">): LineSource {
  const target = parseLink(address);
  return {
    open: (listener, signal) => openLink(target, link, listener, signal),
    hasAppeared: () => hasAppeared(target, link),
  };
}

const showAgainEveryMs = 1000;

/** One connection. */
class Session<State, Options> implements OpenPort {
  readonly #driver: DeviceDriver<State, Options>;
  readonly #memory: { state: State };
  readonly #listener: PortListener;
  readonly #tape: Tape;
  readonly #time: Time;
  #link: OpenLink | null = null;
  #shown: Wanted | null = null;
  #shownAgainAt = Number.NEGATIVE_INFINITY;
  #timer: Timer | null = null;
  #timerAt: Millis = 0;
  #paused = false;
  #closed = false;

  constructor(driver: DeviceDriver<State, Options>, memory: { state: State }, listener: PortListener, { tape, time }: Keeping) {
    this.#driver = driver;
    this.#memory = memory;
    this.#listener = listener;
    this.#tape = tape;
    this.#time = time;
  }

  attach(link: OpenLink): void {
    this.#link = link;
  }

  begin(): void {
    const at = this.#note("open");
    this.#take(this.#driver.connected(this.#memory.state, at));
  }

  receive(bytes: Uint8Array): void {
    if (this.#closed) return;
    const at = this.#note("in", bytes);
    this.#take(this.#driver.receive(this.#memory.state, bytes, at), bytes);
  }

  /** Before it happens, so that it can be played again; returns the driver's time. */
  #note(what: Moment["what"], bytes: Uint8Array = noBytes, light?: LightSign): Millis {
    const at = this.#driverNow();
    this.#tape.note({ at, what, bytes, ...(light && { light }) }, this.#memory.state);
    return at;
  }

  /** Readings go out before the answer: a card is worth more than a question. */
  #take({ state, readings, reply, forgot, figures }: Received<State>, bytes?: Uint8Array): void {
    this.#memory.state = state;
    this.#listener.onReceived({ readings, ...(bytes && { bytes }), ...(figures && { figures }) });
    if (this.#closed) return;
    if (reply !== undefined) this.send(reply);
    if (forgot) this.#showAgain();
    this.#planPoll();
  }

  /** Not in a circle with a device that refuses it. */
  #showAgain(): void {
    const wanted = this.#shown;
    if (wanted === null || this.#time.now() - this.#shownAgainAt < showAgainEveryMs) return;
    this.#shownAgainAt = this.#time.now();
    this.#shown = null;
    this.drive(wanted);
  }

  /** Sets the timer for the driver's next poll. It is moved only when it would come too late. */
  #planPoll(): void {
    const pollsAt = this.#paused || this.#closed ? null : (this.#driver.pollsAt?.(this.#memory.state) ?? null);
    if (pollsAt === null || (this.#timer !== null && this.#timerAt <= pollsAt)) return;
    this.#time.clear(this.#timer);
    this.#timerAt = pollsAt;
    this.#timer = this.#time.after(Math.max(0, Math.ceil(pollsAt - this.#time.now())), () => this.#poll());
  }

  #poll(): void {
    this.#timer = null;
    const at = this.#driverNow();
    const pollsAt = this.#driver.pollsAt?.(this.#memory.state) ?? null;
    if (this.#paused || this.#closed || pollsAt === null) return;
    if (at < pollsAt || this.#driver.poll === undefined) return this.#planPoll();
    this.#take(this.#driver.poll(this.#memory.state, this.#note("poll")));
  }

  /** A clock that never jumps, in whole milliseconds: one that stood still or jumped would stop a driver's polls. */
  #driverNow(): Millis {
    return Math.floor(this.#time.now());
  }

  send(bytes: Uint8Array): void {
    if (this.#link === null) return;
    this.#note("out", bytes);
    this.#link.write(bytes);
  }

  drive(wanted: Wanted): void {
    const bytes = this.#driver.drive?.(this.#memory.state, this.#shown, wanted) ?? null;
    this.#shown = wanted;
    if (bytes === null) return;
    this.#note("want", noBytes, wanted.light);
    this.send(bytes);
  }

  pause(): void {
    this.#paused = true;
    this.#link?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#link?.resume();
    this.#planPoll();
  }

  check() {
    return this.#link?.check() ?? null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#time.clear(this.#timer);
    await this.#link?.close();
  }
}
