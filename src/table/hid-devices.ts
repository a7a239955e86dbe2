// Which USB HID devices are plugged in, out of sysfs: with or without udev, and what the kernel keeps for itself included.

import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export interface HidDevice {
  /** This plugging of this interface: another one each time, whatever number its node gets. */
  readonly identity: string;
  /** "/dev/hidraw3"; null while another driver of the kernel holds the device, which then has no node. */
  readonly node: string | null;
  readonly vendorId: number;
  readonly productId: number;
  readonly name: string;
  /** The maker's number; null where the device has none. */
  readonly serial: string | null;
  /** The socket it is in, as the kernel counts hubs: "1-1.2". Null for what hangs on no bus. */
  readonly port: string | null;
  /** The first usage that its reports are about: page and usage. */
  readonly usage: readonly [page: number, usage: number];
  /** The kernel's driver that has it. */
  readonly driver: string | null;
}

const usbBus = "0003";

/** Every USB HID interface, or those of one kind, in the order of plugging. `root` is the root of the file system that is asked. */
export async function listHidDevices(root = "/", kind?: Pick<HidDevice, "vendorId" | "productId">): Promise<readonly HidDevice[]> {
  const folder = join(root, "sys/bus/hid/devices");
  const ids = kind === undefined ? "" : `${hex4(kind.vendorId)}:${hex4(kind.productId)}.`;
  const names = (await orElse(readdir(folder), [])).filter((name) => name.startsWith(`${usbBus}:${ids}`));
  const found = await Promise.all(names.map((name) => describe(join(folder, name), root)));
  return found.filter((device) => device !== null).sort((a, b) => plugging(a) - plugging(b));
}

/** The kernel counts them: "0003:0FD9:0080.0004" is the fourth since it started. */
function plugging({ identity }: HidDevice): number {
  return Number.parseInt(identity.slice(identity.lastIndexOf(".") + 1), 16);
}

/** Devices come and go while they are looked at: one that has left is none. */
async function describe(path: string, root: string): Promise<HidDevice | null> {
  const real = await orElse(realpath(path), null);
  if (real === null) return null;
  const told = readFields(await orElse(readFile(join(real, "uevent"), "utf8"), ""));
  const [, vendor = "", product = ""] = (told.HID_ID ?? "").split(":");
  const nodes = await orElse(readdir(join(real, "hidraw")), []);
  const driver = await orElse(readlink(join(real, "driver")), null);
  return {
    identity: real,
    node: nodes[0] === undefined ? null : join(root, "dev", nodes[0]),
    vendorId: Number.parseInt(vendor, 16),
    productId: Number.parseInt(product, 16),
    name: told.HID_NAME ?? "",
    serial: told.HID_UNIQ || null,
    port: portOf(real),
    usage: firstUsage(await orElse(readFile(join(real, "report_descriptor")), new Uint8Array(0))),
    driver: driver === null ? null : basename(driver),
  };
}

/** As the kernel writes it in a device's name. */
function hex4(id: number): string {
  return id.toString(16).toUpperCase().padStart(4, "0");
}

function readFields(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split("\n").map((line) => [line.split("=", 1)[0] ?? "", line.slice(line.indexOf("=") + 1)]));
}

/** ".../usb1/1-1/1-1.2/1-1.2:1.0/0003:…": the folder above the interface's. */
function portOf(path: string): string | null {
  const port = basename(dirname(dirname(path)));
  return /^\d+-\d+(\.\d+)*$/.test(port) ? port : null;
}

/**
 * The first usage page and usage of a report descriptor: items of a prefix byte (size in its two low bits, tag and type above) and so many
 * bytes, low first. HID 1.11, 6.2.2.
 */
export function firstUsage(descriptor: Uint8Array): readonly [page: number, usage: number] {
  const sizes = [0, 1, 2, 4];
  let page = 0;
  for (let at = 0; at < descriptor.length; ) {
    const prefix = descriptor[at] as number;
    const size = sizes[prefix & 3] as number;
    const value = descriptor.subarray(at + 1, at + 1 + size).reduceRight((sum, byte) => sum * 256 + byte, 0);
    if ((prefix & 0xfc) === 0x04) page = value;
    if ((prefix & 0xfc) === 0x08) return [page, value];
    at += 1 + size;
  }
  return [page, 0];
}

function orElse<Value, Other>(asked: Promise<Value>, otherwise: Other): Promise<Value | Other> {
  return asked.catch(() => otherwise);
}
