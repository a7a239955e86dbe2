// A link to a USB HID device: found by what it is and where it is plugged in, never by the number of its node.

import { constants, realpathSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { HIDAsync } from "node-hid";
import type { HidSpec } from "#core/device";
import { type HidDevice, listHidDevices } from "./hid-devices.ts";
import { type LinkDown, LinkError, type LinkListener, type OpenLink } from "./open-link.ts";
import { findHolders } from "./serial-link.ts";

/** What a configuration says of a HID device: its kind, and where there are several of one kind, which. */
export interface HidTarget {
  readonly kind: "hid";
  readonly vendorId: number;
  readonly productId: number;
  readonly serial?: string;
  /** "1-1.2", as in HidDevice. */
  readonly port?: string;
}

/** A device that was found for somebody. Nobody else of this process gets it until it is let go. */
export interface FoundHid extends HidDevice {
  readonly node: string;
  letGo(): void;
}

/** udev gives a new node its rights a moment after it appears. */
const rightsWithinMs = 2000;
const askAgainMs = 50;
/** So many reports may wait for a device to take them, or for a table that is held up. */
const maxWaiting = 1024;

/** Devices of this process by their identity, and whose they are: every opener of a node gets every report, so it must have one only. */
const taken = new Map<string, string>();

export function hidName({ vendorId, productId, serial, port }: HidTarget): string {
  const hex = (id: number): string => id.toString(16).padStart(4, "0");
  const which = [...(serial === undefined ? [] : [`serial=${serial}`]), ...(port === undefined ? [] : [`port=${port}`])];
  return `hid:${hex(vendorId)}:${hex(productId)}${which.length > 0 ? `?${which.join("&")}` : ""}`;
}

/**
 * Finds the one device that is meant, waits for its rights, and takes it.
 * @throws LinkError
 */
export async function findHid(target: HidTarget, spec: HidSpec, root = "/"): Promise<FoundHid> {
  if (process.platform !== "linux") throw new LinkError("failed", "hid links work on Linux only");
  const device = chooseHid(target, spec, await listHidDevices(root, target));
  const name = hidName(target);
  const owner = taken.get(device.identity);
  if (owner !== undefined) throw new LinkError("busy", `${name} is the same device as ${owner}: give each its serial number or its port`);
  taken.set(device.identity, name);
  const letGo = (): void => void taken.delete(device.identity);
  try {
    await waitForRights(device.node);
    const holders = await findHolders(device.node);
    // Whoever else has it open gets every report as well, and may answer in our place.
    if (holders.length > 0) throw new LinkError("busy", `${name} (${device.node}) is in use by ${holders.join(", ")}: stop it`);
    return { ...device, letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

/** @throws LinkError when there is none, or more than one */
export function chooseHid(target: HidTarget, spec: HidSpec, devices: readonly HidDevice[]): HidDevice & { readonly node: string } {
  const name = hidName(target);
  const kin = devices.filter((device) => isMeant(target, device));
  const fits = kin.filter(({ usage }) => spec.usage === undefined || (usage[0] === spec.usage[0] && usage[1] === spec.usage[1]));
  const [device, ...more] = fits;
  if (device === undefined) {
    const others = kin.length === 0 ? "" : ` It has ${kin.length} interfaces, none with usage ${spec.usage?.map(hex2).join("/")}.`;
    throw new LinkError("missing", `${name} is not plugged in.${others}`);
  }
  if (more.length > 0)
    throw new LinkError("ambiguous", `${name} is ${fits.length} devices: write which, ${fits.map(whichOf).join(" or ")}`);
  const { node, driver } = device;
  if (node === null) throw new LinkError("busy", explainKernel(name, driver));
  return { ...device, node };
}

/** Whether opening would find it now. */
export async function findsHid(target: HidTarget, spec: HidSpec): Promise<boolean> {
  try {
    chooseHid(target, spec, await listHidDevices("/", target));
    return true;
  } catch {
    return false;
  }
}

function isMeant({ vendorId, productId, serial, port }: HidTarget, device: HidDevice): boolean {
  return (
    device.vendorId === vendorId &&
    device.productId === productId &&
    (serial === undefined || device.serial === serial) &&
    (port === undefined || device.port === port)
  );
}

function whichOf({ serial, port }: HidDevice): string {
  return port === null ? `?serial=${serial}` : serial === null ? `?port=${port}` : `?serial=${serial} (or ?port=${port})`;
}

function hex2(value: number): string {
  return value.toString(16).padStart(2, "0");
}

/** A driver of the kernel that serves the device itself leaves no node for anybody else. */
function explainKernel(name: string, driver: string | null): string {
  if (driver === null || driver === "hid-generic") return `${name} has no hidraw node yet`;
  const module = `hid_${driver}`;
  return `${name} is held by the kernel's driver ${driver}: install systemd/pitwire-modprobe.conf, then run: sudo udevadm control --reload; sudo rmmod ${module}; and plug the device in again`;
}

async function waitForRights(node: string): Promise<void> {
  for (;;) {
    const refused = await refusal(node);
    if (refused === null) return;
    if (Date.now() - statSync(node).ctimeMs > rightsWithinMs) throw new LinkError("denied", explainDenied(node));
    await wait(askAgainMs);
  }
}

function explainDenied(node: string): string {
  const rules = "copy systemd/60-pitwire.rules to /etc/udev/rules.d/, run sudo udevadm control --reload, and plug the device in again";
  return `no right to open ${node}: ${rules}. The user that runs Pitwire must be in the group dialout`;
}

/**
 * The system's code for why a node may not be opened. Beside this thread: the kernel has one lock for all of hidraw, so that an opening or closing
 * waits while any device of the machine is being asked for a feature report, and one that hangs is given five seconds.
 */
async function refusal(node: string): Promise<string | null> {
  try {
    await (await open(node, constants.O_RDWR | constants.O_NONBLOCK)).close();
    return null;
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM") return code;
    throw new LinkError(code === "ENOENT" ? "missing" : "failed", `${node}: ${code}`);
  }
}

/** The node must be the plugging that was opened: numbers move, and a device that was plugged in again is another one. */
export function checkHid({ identity, name, node }: FoundHid): LinkDown | null {
  try {
    if (realpathSync(`/sys/class/hidraw/${node.slice("/dev/".length)}/device`) === identity) return null;
    return { code: "replaced", detail: `${node} is another device than ${name} now` };
  } catch {
    return { code: "missing", detail: `${name} (${node}) is gone: it was unplugged` };
  }
}

/** Opens a device's reports. @throws LinkError */
export async function openHidLink(target: HidTarget, spec: HidSpec, listener: LinkListener): Promise<OpenLink> {
  const found = await findHid(target, spec);
  try {
    const { default: hid } = await import("node-hid");
    return makeLink(await hid.HIDAsync.open(found.node), found, spec, listener);
  } catch (error) {
    found.letGo();
    throw new LinkError("failed", `${hidName(target)} (${found.node}): ${(error as Error).message}`);
  }
}

function makeLink(device: HIDAsync, found: FoundHid, { sends }: HidSpec, listener: LinkListener): OpenLink {
  const where = `${found.name} (${found.node})`;
  let isOver = false;
  let held: Uint8Array[] | null = null;
  let unsent = 0;
  let sending: Promise<unknown> = Promise.resolve();

  const end = (detail: string): void => {
    if (isOver) return;
    isOver = true;
    listener.onDown({ code: "hungUp", detail: `${where}: ${detail}` });
  };
  const take = (report: Uint8Array): void => {
    if (isOver) return;
    if (held === null) return outOfLibrary(() => listener.onBytes(report));
    held.push(report);
    if (held.length > maxWaiting) end(`${held.length} reports came while the table was held up`);
  };
  // One listener of each kind, before anything is sent: the library starts to read for the first and trips over a second one, and the
  // error is its only word of an unplug. It comes as a text, not as an Error.
  device.on("error", (error: unknown) => end(String(error)));
  device.on("data", take);
  return {
    write(bytes) {
      if (isOver || sends === undefined) return;
      for (let at = 0; at < bytes.length; at += sends.bytes) {
        const report = Buffer.from(bytes.subarray(at, at + sends.bytes));
        unsent++;
        const send = (): Promise<number> => (sends.as === "feature" ? device.sendFeatureReport(report) : device.write(report));
        sending = sending.then(async () => {
          if (!isOver) await send();
          unsent--;
        });
        sending = sending.catch((error) => end(String(error)));
      }
      if (unsent > maxWaiting) end(`the device has not taken ${unsent} reports`);
    },
    // The kernel keeps 64 reports and drops the rest unsaid, so they are always read and wait here.
    pause: () => {
      held ??= [];
    },
    resume: () => {
      const waiting = held ?? [];
      held = null;
      for (const report of waiting) take(report);
    },
    check: () => checkHid(found),
    async close() {
      isOver = true;
      await sending;
      await device.close().catch(() => {});
      found.letGo();
    },
  };
}

/** The library would take an exception for trouble of the device. */
function outOfLibrary(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
