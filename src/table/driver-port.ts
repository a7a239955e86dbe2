// A pure driver on one of our links: its state, its polls, and what it was last told to show.

import type { DeviceDriver, Received, Wanted } from "#core/device";
import type { Millis } from "#core/event";
import type { Moment } from "#wire/session";
import type { DevicePort, OpenPort, PortListener } from "./device-port.ts";
import { hasAppeared, openLink, parseLink } from "./link.ts";
import type { OpenLink } from "./open-link.ts";
import type { Tape } from "./tape.ts";

const noBytes = new Uint8Array(0);

/**
 * All that happens at the link is noted on `tape`.
 * @throws Error when the link's address makes no sense, or is none of this driver's
 */
export function driverPort<State, Options>(
  driver: DeviceDriver<State, Options>,
  options: Options,
  address: string,
  tape: Tape,
): DevicePort {
  const target = parseLink(address);
  // What a driver knows of its device outlives a cable.
  const memory = { state: driver.start(options) };
  return {
    silentAfterMs: driver.silentAfterMs,
    hasAppeared: () => hasAppeared(target, driver.link),
    async open(listener, signal) {
      const session = new Session(driver, memory, listener, tape);
      const onBytes = (bytes: Uint8Array): void => session.receive(bytes);
      session.attach(await openLink(target, driver.link, { onBytes, onDown: listener.onDown }, signal));
      return session;
    },
  };
}

const showAgainEveryMs = 1000;

/** One connection. */
class Session<State, Options> implements OpenPort {
  readonly #driver: DeviceDriver<State, Options>;
  readonly #memory: { state: State };
  readonly #listener: PortListener;
  readonly #tape: Tape;
  #link: OpenLink | null = null;
  #shown: Wanted | null = null;
  #shownAgainAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #timerAt: Millis = 0;
  #paused = false;
  #closed = false;

  constructor(driver: DeviceDriver<State, Options>, memory: { state: State }, listener: PortListener, tape: Tape) {
    this.#driver = driver;
    this.#memory = memory;
    this.#listener = listener;
    this.#tape = tape;
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
  #note(what: Moment["what"], bytes: Uint8Array = noBytes): Millis {
    const at = driverNow();
    this.#tape.note({ at, what, bytes }, this.#memory.state);
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
    if (wanted === null || performance.now() - this.#shownAgainAt < showAgainEveryMs) return;
    this.#shownAgainAt = performance.now();
    this.#shown = null;
    this.drive(wanted);
  }

  /** Sets the timer for the driver's next poll. It is moved only when it would come too late. */
  #planPoll(): void {
    const pollsAt = this.#paused || this.#closed ? null : (this.#driver.pollsAt?.(this.#memory.state) ?? null);
    if (pollsAt === null || (this.#timer !== null && this.#timerAt <= pollsAt)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAt = pollsAt;
    this.#timer = setTimeout(() => this.#poll(), Math.max(0, Math.ceil(pollsAt - performance.now())));
  }

  #poll(): void {
    this.#timer = null;
    const at = driverNow();
    const pollsAt = this.#driver.pollsAt?.(this.#memory.state) ?? null;
    if (this.#paused || this.#closed || pollsAt === null) return;
    if (at < pollsAt || this.#driver.poll === undefined) return this.#planPoll();
    this.#take(this.#driver.poll(this.#memory.state, this.#note("poll")));
  }

  send(bytes: Uint8Array): void {
    if (this.#link === null) return;
    this.#note("out", bytes);
    this.#link.write(bytes);
  }

  drive(wanted: Wanted): void {
    const bytes = this.#driver.drive?.(this.#memory.state, this.#shown, wanted) ?? null;
    this.#shown = wanted;
    if (bytes !== null) this.send(bytes);
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
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#link?.close();
  }
}

/** A clock that never jumps, in whole milliseconds: one that stood still or jumped would stop a driver's polls. */
function driverNow(): Millis {
  return Math.floor(performance.now());
}
