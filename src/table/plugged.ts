// What is plugged into this machine, as the system tells it: serial ports and HID devices with their names, numbers and places. Read
// from sysfs, so that it works where no udev runs.

import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Plugged {
  /** /dev/ttyUSB0, /dev/hidraw3: a number that changes. */
  readonly node: string;
  readonly kind: "serial" | "hid";
  /** Four hexadecimal digits each; null for a port that hangs on no USB. */
  readonly vendor: string | null;
  readonly product: string | null;
  /** What it calls itself, and its serial number where it has one. */
  readonly name: string | null;
  readonly serial: string | null;
  /** Where it is plugged in: "1-1.2". */
  readonly socket: string | null;
  /** Which of its interfaces. */
  readonly interface: string | null;
  /** Links under /dev/serial that lead to it. */
  readonly links: readonly string[];
}

/** Where the system's own folders are; tests bring their own. */
export interface SystemFolders {
  readonly sys: string;
  readonly dev: string;
}

const system: SystemFolders = { sys: "/sys", dev: "/dev" };
/** Nearest folders above a device that may be its USB device. */
const levelsMax = 8;

/** All there is, by node. */
export function listPlugged(folders: SystemFolders = system): readonly Plugged[] {
  const links = linksOf(folders);
  return [...look("serial", "tty", folders, links), ...look("hid", "hidraw", folders, links)].sort((a, b) => a.node.localeCompare(b.node));
}

function look(
  kind: Plugged["kind"],
  className: string,
  { sys, dev }: SystemFolders,
  links: ReadonlyMap<string, readonly string[]>,
): Plugged[] {
  const folder = join(sys, "class", className);
  return names(folder).flatMap((name): Plugged[] => {
    const device = real(join(folder, name, "device"));
    // Consoles and virtual terminals have no device, and ports of the board that are not there have no driver.
    if (device === null || (kind === "serial" && !existsSync(join(device, "driver")))) return [];
    const usb = usbOf(device);
    const node = join(dev, name);
    return [{ node, kind, ...usb, links: links.get(real(node) ?? node) ?? [] }];
  });
}

function usbOf(device: string): Omit<Plugged, "node" | "kind" | "links"> {
  let at = device;
  let interfaceNumber: string | null = null;
  for (let level = 0; level < levelsMax; level++) {
    interfaceNumber ??= text(join(at, "bInterfaceNumber"));
    const vendor = text(join(at, "idVendor"));
    if (vendor !== null) {
      return {
        vendor,
        product: text(join(at, "idProduct")),
        name: [text(join(at, "manufacturer")), text(join(at, "product"))].filter((one) => one !== null).join(" ") || null,
        serial: text(join(at, "serial")),
        socket: at.split("/").at(-1) ?? null,
        interface: interfaceNumber,
      };
    }
    at = dirname(at);
  }
  return { vendor: null, product: null, name: null, serial: null, socket: null, interface: null };
}

/** Links that udev makes, by what they lead to. */
function linksOf({ dev }: SystemFolders): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, string[]>();
  for (const folder of ["by-id", "by-path"].map((name) => join(dev, "serial", name))) {
    for (const name of names(folder)) {
      const target = real(join(folder, name));
      if (target !== null) links.set(target, [...(links.get(target) ?? []), join(folder, name)]);
    }
  }
  return links;
}

/**
 * Others that say they are the same as the port at `path`: same maker, product, number and interface. A by-id link leads to one of
 * them only, and nobody knows which.
 */
export function twinsOf(path: string, folders: SystemFolders = system): readonly Plugged[] {
  const node = real(path);
  const ports = listPlugged(folders).filter(({ kind }) => kind === "serial");
  const own = ports.find((one) => real(one.node) === node);
  if (node === null || own === undefined || own.vendor === null) return [];
  const isTwin = (one: Plugged): boolean =>
    one !== own && one.vendor === own.vendor && one.product === own.product && one.serial === own.serial && one.interface === own.interface;
  return ports.filter(isTwin);
}

function names(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function text(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}
