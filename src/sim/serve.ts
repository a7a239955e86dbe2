// Serves an emulated device over TCP, a pseudo terminal or this kernel's USB, with a cable that can be pulled.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { DeviceEmulator, UsbFace } from "#devices/index";
import { listHidDevices } from "#table/hid-devices";
import { hidName } from "#table/hid-link";
import { plugUhid, type UhidDevice, type UhidListener } from "./uhid.ts";

export interface ServedEmulator<Action> {
  /** What a table's configuration writes to reach it: `tcp://127.0.0.1:PORT`, `serial:PATH` or `hid:VENDOR:PRODUCT?serial=NUMBER`. */
  readonly address: string;
  act(action: Action): void;
  /** Pulls the cable. The device goes on living. */
  cut(): void;
  /** Plugs it in again, at the same address. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** One kind of line: where bytes from the host come in, and how to send. */
interface Line {
  readonly address: string;
  send(bytes: Uint8Array): void;
  cut(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

type OnBytes = (bytes: Uint8Array) => void;

const tickEveryMs = 100;
const socatAgainMs = 50;
const linkWithinMs = 5000;
const nodeAgainMs = 20;

/**
 * Serves an emulated device at `tcp://127.0.0.1:PORT` (0: any free port), `pty:PATH` (a link that socat makes) or, a USB device, `uhid:NUMBER`
 * (its serial number).
 * @throws Error when the place makes no sense, the port is taken, socat is not installed, or /dev/uhid can't be had
 */
export async function serveEmulator<State, Action, Options>(
  emulator: DeviceEmulator<State, Action, Options>,
  options: Options,
  where: string,
): Promise<ServedEmulator<Action>> {
  let state = emulator.start(options);
  const onReport = (bytes: Uint8Array): void => say(emulator.receive(state, bytes, now()));
  const usb = emulator.usb && { ...emulator.usb, onReport, feature: (number: number) => emulator.feature?.(state, number) ?? null };
  const line = await openLine(where, onReport, usb);
  function say(said: { readonly state: State; readonly bytes: Uint8Array }): void {
    state = said.state;
    if (said.bytes.length > 0) line.send(said.bytes);
  }
  const timer = setInterval(() => say(emulator.tick(state, now())), tickEveryMs);
  return {
    address: line.address,
    act: (action) => say(emulator.act(state, action, now())),
    cut: () => line.cut(),
    restore: () => line.restore(),
    close() {
      clearInterval(timer);
      return line.close();
    },
  };
}

function now(): number {
  return Math.round(performance.now());
}

function openLine(where: string, onBytes: OnBytes, usb: (UsbFace & UhidListener) | undefined): Promise<Line> {
  if (usb !== undefined && where.startsWith("uhid:")) return serveUhid(where.slice("uhid:".length), usb);
  const tcp = /^tcp:\/\/([^:/]+):(\d+)$/.exec(where);
  if (tcp) return serveTcp(tcp[1] as string, Number(tcp[2]), onBytes);
  if (where.startsWith("pty:/")) return servePty(where.slice("pty:".length), onBytes);
  throw new Error(`can't serve an emulated device at "${where}": write tcp://127.0.0.1:PORT or pty:/PATH`);
}

/** A device of this kernel's own USB. */
async function serveUhid(serial: string, usb: UsbFace & UhidListener): Promise<Line> {
  let device: UhidDevice | null = null;
  let leaving: Promise<void> = Promise.resolve();
  const cut = (): void => {
    if (device !== null) leaving = device.unplug();
    device = null;
  };
  const plug = async (): Promise<void> => {
    await leaving;
    device ??= plugUhid(usb, serial, usb);
    await hush(serial);
  };
  await plug().catch((error) => {
    cut();
    throw error;
  });
  return {
    address: hidName({ kind: "hid", vendorId: usb.vendorId, productId: usb.productId, serial }),
    send: (bytes) => device?.send(bytes),
    cut,
    restore: plug,
    close() {
      cut();
      return leaving;
    },
  };
}

/** Waits for the device to be there. What it types is for the table, not for whoever sits at this machine. */
async function hush(serial: string): Promise<void> {
  const until = performance.now() + linkWithinMs;
  for (;;) {
    const device = (await listHidDevices()).find((one) => one.serial === serial && one.node !== null);
    if (device === undefined && performance.now() > until) throw new Error(`/dev/uhid made no device within ${linkWithinMs} ms`);
    if (device === undefined) await new Promise((resolve) => setTimeout(resolve, nodeAgainMs));
    else {
      const inputs = join(device.identity, "input");
      for (const name of await readdir(inputs).catch(() => [])) await writeFile(join(inputs, name, "inhibited"), "1");
      return;
    }
  }
}

/** Everybody who connects hears the device. */
async function serveTcp(host: string, wanted: number, onBytes: OnBytes): Promise<Line> {
  const clients = new Set<Socket>();
  const listen = (port: number): Promise<Server> => {
    const server = createServer({ noDelay: true }, (client) => {
      clients.add(client);
      client.on("data", onBytes);
      client.on("error", () => client.destroy());
      client.on("close", () => clients.delete(client));
    });
    return new Promise((resolve, reject) => {
      server.once("error", (error) => reject(new Error(`can't listen on ${host}:${port}: ${error.message}`)));
      server.listen(port, host, () => resolve(server));
    });
  };
  let server: Server | null = await listen(wanted);
  const { port } = server.address() as { port: number };
  const cut = (): void => {
    for (const client of clients) client.destroy();
    server?.close();
    server = null;
  };
  return {
    address: `tcp://${host}:${port}`,
    send: (bytes) => {
      for (const client of clients) client.write(bytes);
    },
    cut,
    restore: async () => {
      server ??= await listen(port);
    },
    close: async () => cut(),
  };
}

/** A pseudo terminal made by socat: our end is its standard input and output, the host's end the link. */
async function servePty(path: string, onBytes: OnBytes): Promise<Line> {
  let socat: ChildProcess | null = null;
  let isPlugged = false;
  const plug = async (): Promise<void> => {
    isPlugged = true;
    const started = await startSocat(path, onBytes);
    if (!isPlugged || socat !== null) return pull(started, path);
    socat = started;
    started.once("exit", () => {
      if (socat !== started) return;
      // socat ends when the host closes the port; a real device stays where it is.
      socat = null;
      setTimeout(() => isPlugged && socat === null && void plug().catch(() => {}), socatAgainMs);
    });
  };
  const cut = (): void => {
    isPlugged = false;
    if (socat !== null) pull(socat, path);
    socat = null;
  };
  await plug();
  return {
    address: `serial:${path}`,
    send: (bytes) => void socat?.stdin?.write(bytes),
    cut,
    restore: plug,
    close: async () => cut(),
  };
}

/** At once, without a farewell; the link goes with it, as a by-id link does. */
function pull(socat: ChildProcess, path: string): void {
  socat.kill("SIGKILL");
  rmSync(path, { force: true });
}

async function startSocat(path: string, onBytes: OnBytes): Promise<ChildProcess> {
  const socat = spawn("socat", [`PTY,raw,echo=0,link=${path}`, "STDIO"], { stdio: ["pipe", "pipe", "ignore"] });
  let failure: Error | null = null;
  socat.once("error", (error: NodeJS.ErrnoException) => {
    failure = error.code === "ENOENT" ? new Error("a pseudo terminal needs socat: install it (apt install socat)") : error;
  });
  socat.once("exit", () => {
    failure ??= new Error(`socat could not make ${path}: does the folder exist, and may it be written?`);
  });
  socat.stdout.on("data", onBytes);
  // What is written into a pulled cable is gone.
  socat.stdin.on("error", () => {});
  const until = performance.now() + linkWithinMs;
  while (!existsSync(path) && failure === null && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
  if (failure !== null) throw failure;
  if (!existsSync(path)) throw new Error(`socat made no ${path} within ${linkWithinMs} ms`);
  return socat;
}
