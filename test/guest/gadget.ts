// A USB device on this kernel's own emulated bus (dummy_hcd and configfs): a serial port or a HID device, with a serial number, sockets and
// interfaces like a real one's.

import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, readFileSync, readSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import type { DeviceEmulator } from "#devices/index";
import { whenReadable } from "#table/readable";
import type { Moment } from "#wire/session";
import { toClean } from "./watch.ts";

// biome-ignore lint/suspicious/noExplicitAny: emulators of every kind, as in the list of devices
type AnyEmulator = DeviceEmulator<any, any, any>;

export interface GadgetOptions {
  readonly name: string;
  /** Which of the emulated sockets: dummy_udc.N. */
  readonly socket: number;
  readonly vendorId: number;
  readonly productId: number;
  readonly product: string;
  readonly serial: string;
  readonly emulator: AnyEmulator;
  /** acm: a serial port, at the device's end /dev/ttyGS0 · hid: reports, at the device's end /dev/hidgN. */
  readonly function: "acm" | "hid";
}

export interface Gadget {
  act(action: object): void;
  // biome-ignore lint/suspicious/noExplicitAny: each emulator has a state of its own
  state(): any;
  /** What crossed its cable. */
  readonly crossed: readonly Moment[];
  plugIn(): void;
  unplug(): Promise<void>;
}

const tickEveryMs = 20;
/** So much a device keeps until the host fetches it: a serial port's other end has memory enough of its own. */
const waitingMax = { acm: 0, hid: 16 };

export function makeGadget(options: GadgetOptions): Gadget {
  const folder = `/sys/kernel/config/usb_gadget/${options.name}`;
  const write = (file: string, value: string | Buffer): void => writeFileSync(`${folder}/${file}`, value);
  mkdirSync(folder);
  write("idVendor", `0x${options.vendorId.toString(16)}`);
  write("idProduct", `0x${options.productId.toString(16)}`);
  mkdirSync(`${folder}/strings/0x409`);
  write("strings/0x409/serialnumber", options.serial);
  write("strings/0x409/manufacturer", "Pitwire");
  write("strings/0x409/product", options.product);
  mkdirSync(`${folder}/configs/c.1`);
  const name = options.function === "acm" ? "acm.usb0" : "hid.usb0";
  mkdirSync(`${folder}/functions/${name}`);
  const { usb } = options.emulator;
  if (options.function === "hid" && usb !== undefined) {
    write(`functions/${name}/report_length`, String(usb.inputBytes));
    write(`functions/${name}/report_desc`, Buffer.from(usb.descriptor, "hex"));
  }
  symlinkSync(`${folder}/functions/${name}`, `${folder}/configs/c.1/${name}`);
  const node = options.function === "acm" ? "/dev/ttyGS0" : hidNode(readFileSync(`${folder}/functions/${name}/dev`, "utf8"));
  return runGadget(options, node, write);
}

/** By its "major:minor". */
function hidNode(dev: string): string {
  return `/dev/hidg${Number(dev.split(":")[1])}`;
}

function runGadget({ emulator, socket, ...options }: GadgetOptions, node: string, write: (file: string, value: string) => void): Gadget {
  let device = emulator.start({});
  let fd: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  const buffer = Buffer.alloc(4096);
  const crossed: Moment[] = [];
  const waiting: Uint8Array[] = [];
  const note = (what: "in" | "out", bytes: Uint8Array): void => void crossed.push({ at: Math.floor(performance.now()), what, bytes });

  function say({ state, bytes }: { state: unknown; bytes: Uint8Array }): void {
    device = state;
    if (fd === null) return;
    if (bytes.length > 0) waiting.push(bytes);
    try {
      for (; waiting[0] !== undefined; waiting.shift()) {
        writeSync(fd, waiting[0]);
        note("in", waiting[0]);
      }
    } catch {
      // The one before has not been fetched yet. What nobody listens to for long is lost, as in a real device.
      if (waiting.length > waitingMax[options.function]) waiting.shift();
    }
  }

  function look(): void {
    while (fd !== null) {
      let read = 0;
      try {
        read = readSync(fd, buffer, 0, buffer.length, null);
      } catch {
        // Nothing more for now.
      }
      if (read === 0) return;
      const bytes = Uint8Array.from(buffer.subarray(0, read));
      note("out", bytes);
      say(emulator.receive(device, bytes, performance.now()));
    }
  }

  function tick(): void {
    if (options.function === "acm") look();
    say(emulator.tick(device, Math.floor(performance.now())));
  }

  async function unplug(): Promise<void> {
    if (fd === null) return;
    clearInterval(timer);
    stop();
    closeSync(fd);
    fd = null;
    waiting.length = 0;
    write("UDC", "\n");
  }

  return {
    act: (action) => say(emulator.act(device, action, Math.floor(performance.now()))),
    state: () => device,
    crossed,
    plugIn() {
      write("UDC", `dummy_udc.${socket}`);
      // The device's end is a terminal too, and would echo.
      if (options.function === "acm") execFileSync("stty", ["-F", node, "raw", "-echo"]);
      fd = openSync(node, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
      timer = setInterval(tick, tickEveryMs);
      // A terminal whose other end is gone is always readable, and has nothing.
      if (options.function === "hid") stop = whenReadable(fd, look);
      toClean.add(unplug);
    },
    unplug,
  };
}
