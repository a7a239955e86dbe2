// A Modbus I/O module as the sensor of a shuffler's lamps: its inputs are read again and again, over a serial line (RTU) or TCP. The
// library asks and answers one question; when to ask, and when to call the module gone, is decided here.

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
    // The library's type for serial options leaves out the binding that serialport takes beside them.
    return client.connectRTUBuffered(port.path, { ...port.line, binding: port.binding } as object);
  }
  throw new Error("a Modbus module hangs on serial:PATH or tcp://HOST:PORT");
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
