// A Modbus I/O module as the sensor of a shuffler's lamps: its inputs are read again and again, over a serial line (RTU) or TCP. The
// library asks and answers one question; when to ask, and when to call the module gone, is decided here.

import { readSync } from "node:fs";
import type library from "modbus-serial";
import type { AdapterListener, AdapterPort, DeviceAdapter, OpenAdapter } from "#core/device";
import { freshInputWatch, readInputs, span } from "./inputs.ts";
import type { ModbusIoOptions } from "./options.ts";

type ModbusRTU = library.default;

/** Questions in a row without a good answer before the module counts as gone. */
const failuresMax = 3;

export const modbusIo: DeviceAdapter<ModbusIoOptions> = {
  model: "modbus-io",
  link: { kind: "serial", baudRate: 9600, dataBits: 8, parity: "none", stopBits: 1 },
  silentAfterMs: 1000,
  async open(port, options, listener, signal): Promise<OpenAdapter> {
    const client = await makeClient();
    // What the library can't say by an answer it says here, and Node ends the process where nobody listens.
    client.on("error", () => {});
    client.setID(options.unit);
    client.setTimeout(options.answerWithinMs);
    signal.addEventListener("abort", () => client.destroy(() => {}), { once: true });
    await connect(client, port, options);
    const poll = new Poll(client, options, listener);
    try {
      await poll.begin();
    } catch (error) {
      await poll.close();
      throw new Error(`unit ${options.unit}: ${wordsOf(error)}`);
    }
    return poll;
  },
};

/** Loaded only where such a module is used. */
async function makeClient(): Promise<ModbusRTU> {
  const { default: Client } = (await import("modbus-serial")) as unknown as { readonly default: new () => ModbusRTU };
  return new Client();
}

async function connect(client: ModbusRTU, port: AdapterPort, options: ModbusIoOptions): Promise<void> {
  if (port.kind === "tcp") return client.connectTCP(port.host, { port: port.port, timeout: options.answerWithinMs * failuresMax });
  if (port.kind === "serial") {
    // The library's type for serial options leaves out what serialport takes beside them.
    return client.connectRTUBuffered(port.path, { ...port.line, ...{ binding: await endingBinding() } } as object);
  }
  throw new Error("a Modbus module hangs on serial:PATH or tcp://HOST:PORT");
}

interface NativePort {
  readonly fd: number | null;
  readonly isOpen: boolean;
  readonly poller: { once(event: "readable", listener: (error: Error | null) => void): void };
}

/**
 * The library reads through serialport's stream, whose read tries again for ever when a terminal that hung up gives it zero bytes
 * (node-serialport #2323). With this binding zero bytes are the hang-up that they are.
 */
async function endingBinding() {
  const { binding } = (await import("serialport")).SerialPort as unknown as {
    readonly binding: { open(settings: object): Promise<NativePort> };
  };
  return {
    ...binding,
    async open(settings: object): Promise<NativePort> {
      const port = await binding.open(settings);
      return Object.assign(port, { read: (buffer: Buffer, offset: number, length: number) => readOnce(port, buffer, offset, length) });
    },
  };
}

/** Zero bytes of a raw terminal are a hang-up: said as one. */
async function readOnce(port: NativePort, buffer: Buffer, offset: number, length: number) {
  for (;;) {
    if (!port.isOpen || port.fd === null) throw Object.assign(new Error("the port is closed"), { canceled: true });
    try {
      const bytesRead = readSync(port.fd, buffer, offset, length, null);
      if (bytesRead > 0) return { bytesRead, buffer };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EAGAIN" && code !== "EWOULDBLOCK" && code !== "EINTR") throw hungUp(error as Error);
      await new Promise<void>((resolve, reject) => port.poller.once("readable", (problem) => (problem ? reject(problem) : resolve())));
      continue;
    }
    throw hungUp(new Error("the port hung up"));
  }
}

/** By this the stream knows that the port is gone, and closes. */
function hungUp(error: Error): Error {
  return Object.assign(error, { disconnect: true });
}

/** The library rejects with objects that are no errors, too. */
function wordsOf(error: unknown): string {
  const { message } = error as { readonly message?: unknown };
  return typeof message === "string" ? message : String(error);
}

class Poll implements OpenAdapter {
  readonly #client: ModbusRTU;
  readonly #options: ModbusIoOptions;
  readonly #listener: AdapterListener;
  #watch = freshInputWatch;
  #failures = 0;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(client: ModbusRTU, options: ModbusIoOptions, listener: AdapterListener) {
    this.#client = client;
    this.#options = options;
    this.#listener = listener;
    client.on("close", () => this.#down("the connection was closed"));
  }

  async begin(): Promise<void> {
    await this.#look();
    this.#plan(this.#options.everyMs);
  }

  async #look(): Promise<void> {
    const { first, count } = span(this.#options);
    const askedAt = performance.now();
    const answer =
      this.#options.table === "inputs" ? await this.#client.readDiscreteInputs(first, count) : await this.#client.readCoils(first, count);
    if (this.#closed) return;
    const at = performance.now();
    const { watch, readings } = readInputs(this.#watch, this.#options, answer.data, at);
    this.#watch = watch;
    this.#failures = 0;
    this.#listener.onReadings(readings, { sweepMs: Math.round(at - askedAt) });
  }

  #plan(ms: number): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.#next(), ms);
  }

  async #next(): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.#look();
      this.#plan(Math.max(0, this.#options.everyMs - (performance.now() - startedAt)));
    } catch (error) {
      if (this.#closed) return;
      this.#failures++;
      this.#listener.onReadings([{ kind: "fault", code: "missedReads", cleared: true, count: 1 }]);
      if (this.#failures >= failuresMax) return this.#down(`${this.#failures} questions without an answer: ${wordsOf(error)}`);
      // An answer that comes late must not be taken for that of the next question: it is let pass first.
      this.#plan(this.#options.answerWithinMs);
    }
  }

  #down(detail: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listener.onDown(detail);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    await new Promise<void>((resolve) => (client.isOpen ? client.close(() => resolve()) : client.destroy(() => resolve())));
  }
}
