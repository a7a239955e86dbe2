// A serial port as it should be: bytes straight from the poll to the listener, and a hang-up that shows.
//
// This takes serialport's native open, poll and close, and leaves its stream and its read alone. That read calls itself again
// when it gets zero bytes; once a terminal has hung up the kernel gives zero bytes for ever, so an unplug that falls between
// two polls is never reported and burns a whole processor (node-serialport #2323). Here one poll leads to one read, zero bytes
// are the hang-up they are, and there is neither a stream nor a thread between the kernel and the driver.

import { fstatSync, readSync, writeSync } from "node:fs";
import { SerialPort } from "serialport";
import type { SerialSpec } from "#core/device";
import { claimPort } from "./claim-port.ts";

export interface SerialSettings extends Omit<SerialSpec, "kind"> {
  readonly path: string;
}

export interface SerialListener {
  /** A chunk of its own memory: it may be kept. */
  onBytes(bytes: Uint8Array): void;
  /** Called once, never after `close`. The port is still to be closed. */
  onHangUp(error: Error): void;
}

export interface Serial {
  /** Device number of the open port, to be compared with what the path leads to now. */
  readonly deviceNumber: number;
  write(bytes: Uint8Array): void;
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** What is used of serialport's native port on Linux and macOS. */
interface NativePort {
  readonly fd: number | null;
  readonly poller: { once(event: "readable", callback: (error: Error | null) => void): unknown };
  set(flags: object): Promise<void>;
  close(): Promise<void>;
}

/**
 * For libraries that read through serialport's own stream: a binding whose read says zero bytes as the hang-up that they are, so
 * that the stream closes.
 */
export const endingBinding: object = {
  ...SerialPort.binding,
  async open(settings: object): Promise<NativePort> {
    const port = (await SerialPort.binding.open(settings as never)) as unknown as NativePort;
    return Object.assign(port, { read: (buffer: Buffer, offset: number, length: number) => readOnce(port, buffer, offset, length) });
  },
};

/** What is thrown, unless marked as canceled, the stream takes for an unplug. */
async function readOnce(port: NativePort, buffer: Buffer, offset: number, length: number) {
  for (;;) {
    if (port.fd === null) throw Object.assign(new Error("the port is closed"), { canceled: true });
    try {
      const bytesRead = readSync(port.fd, buffer, offset, length, null);
      if (bytesRead > 0) return { bytesRead, buffer };
    } catch (error) {
      if (!isNotNow(error)) throw error;
      await new Promise<void>((resolve, reject) => port.poller.once("readable", (problem) => (problem ? reject(problem) : resolve())));
      continue;
    }
    throw new Error("the port hung up");
  }
}

/** The kernel gives at most 4,095 bytes of a terminal in one read. */
const readBytes = 4096;
/** So much may wait to be sent; a device that takes no more does not read. */
const maxWaitingBytes = 65_536;
const writeAgainMs = 5;

/**
 * Opens, locks and sets up a port.
 * @throws Error of the native open: its text says what the system said
 */
export async function openSerial(settings: SerialSettings, listener: SerialListener): Promise<Serial> {
  if (process.platform === "win32") throw new Error("serial links work on Linux and macOS only");
  // `hupcl` would make DTR drop at the close, which restarts many boards. The library only ever adds it, and Linux has it on by
  // itself, so boards may restart all the same: a driver must live with that.
  const port = (await SerialPort.binding.open({ ...settings, hupcl: false })) as unknown as NativePort;
  // Takes the 16 ms out of FTDI adapters. A pseudo terminal and some USB adapters know no such setting, and work without.
  await port.set({ brk: false, dtr: true, rts: true, lowLatency: true }).catch(() => {});
  // Where that can't be had, the port's own permissions keep others out.
  void claimPort(port.fd as number);
  return new OpenPort(port, listener);
}

class OpenPort implements Serial {
  readonly deviceNumber: number;
  readonly #port: NativePort;
  readonly #fd: number;
  readonly #listener: SerialListener;
  readonly #buffer = Buffer.allocUnsafe(readBytes);
  #polling = false;
  #paused = false;
  #ended = false;
  #waiting: Uint8Array = new Uint8Array(0);
  #writeTimer: NodeJS.Timeout | null = null;

  constructor(port: NativePort, listener: SerialListener) {
    this.#port = port;
    this.#fd = port.fd as number;
    this.#listener = listener;
    this.deviceNumber = fstatSync(this.#fd).rdev;
    this.#poll();
  }

  #poll(): void {
    if (this.#polling || this.#paused || this.#ended) return;
    this.#polling = true;
    this.#port.poller.once("readable", this.#readable);
  }

  readonly #readable = (error: Error | null): void => {
    this.#polling = false;
    if (this.#paused || this.#ended) return;
    let got = this.#read();
    // A poll that failed may still have left bytes to be read.
    while (error !== null && got === "bytes") got = this.#read();
    const problem = got instanceof Error ? got : error;
    if (problem === null) this.#poll();
    else this.#end(problem);
  };

  #read(): "bytes" | "nothing" | Error {
    let length: number;
    try {
      length = readSync(this.#fd, this.#buffer, 0, readBytes, null);
    } catch (error) {
      return isNotNow(error) ? "nothing" : (error as Error);
    }
    // Raw, at least one byte wanted, not blocking: zero bytes can only be a hang-up.
    if (length === 0) return new Error("the port hung up");
    this.#listener.onBytes(Buffer.from(this.#buffer.subarray(0, length)));
    return this.#ended ? "nothing" : "bytes";
  }

  write(bytes: Uint8Array): void {
    if (this.#ended) return;
    this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
    if (this.#waiting.length > maxWaitingBytes) this.#endSoon(new Error(`the device has not taken ${this.#waiting.length} bytes`));
    else if (this.#writeTimer === null) this.#writeOn();
  }

  /** The library's poller can't watch for reading and writing at once, so what does not fit is tried again a moment later. */
  #writeOn(): void {
    this.#writeTimer = null;
    try {
      while (this.#waiting.length > 0) this.#waiting = this.#waiting.subarray(writeSync(this.#fd, this.#waiting));
    } catch (error) {
      if (isNotNow(error)) this.#writeTimer = setTimeout(() => this.#writeOn(), writeAgainMs);
      else this.#endSoon(error as Error);
    }
  }

  /** Whoever writes is in the middle of something, and not prepared to hear that the port is gone. */
  #endSoon(error: Error): void {
    queueMicrotask(() => this.#end(error));
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#stop();
    this.#listener.onHangUp(error);
  }

  #stop(): void {
    this.#ended = true;
    if (this.#writeTimer !== null) clearTimeout(this.#writeTimer);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#poll();
  }

  async close(): Promise<void> {
    this.#stop();
    if (this.#port.fd !== null) await this.#port.close();
  }
}

function isNotNow(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EAGAIN" || code === "EWOULDBLOCK" || code === "EINTR";
}
