// A USB device on this kernel's own emulated bus (dummy_hcd and configfs): a serial port or a HID device, with a serial number, sockets and
// interfaces like a real one's.

import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, readFileSync, readSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import type { DeviceEmulator } from "#devices/index";
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
  plugIn(): void;
  unplug(): Promise<void>;
}

const lookEveryMs = 20;

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
  let timer: NodeJS.Timeout | null = null;
  const buffer = Buffer.alloc(4096);

  function say({ state, bytes }: { state: unknown; bytes: Uint8Array }): void {
    device = state;
    if (fd === null || bytes.length === 0) return;
    try {
      writeSync(fd, bytes);
    } catch {
      // Nobody listens: what a device says then is lost, as on a real cable.
    }
  }

  function look(): void {
    if (fd === null) return;
    for (let read = 1; read > 0; ) {
      try {
        read = readSync(fd, buffer, 0, buffer.length, null);
        if (read > 0) say(emulator.receive(device, Uint8Array.from(buffer.subarray(0, read)), performance.now()));
      } catch {
        read = 0;
      }
    }
    say(emulator.tick(device, Math.floor(performance.now())));
  }

  async function unplug(): Promise<void> {
    if (timer !== null) clearInterval(timer);
    if (fd !== null) {
      closeSync(fd);
      write("UDC", "\n");
    }
    fd = null;
  }

  return {
    act: (action) => say(emulator.act(device, action, Math.floor(performance.now()))),
    state: () => device,
    plugIn() {
      write("UDC", `dummy_udc.${socket}`);
      // The device's end is a terminal too, and would echo.
      if (options.function === "acm") execFileSync("stty", ["-F", node, "raw", "-echo"]);
      fd = openSync(node, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
      timer = setInterval(look, lookEveryMs);
      toClean.add(unplug);
    },
    unplug,
  };
}
