// Plugs an emulated HID device into this kernel through /dev/uhid (linux/uhid.h).

import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import type { DeviceEmulator } from "#devices/index";
import { toClean } from "./watch.ts";

const kinds = { output: 6, getReport: 9, getReportReply: 10, create2: 11, input2: 12, setReport: 13, setReportReply: 14 } as const;
const dataMax = 4096;
const usbBus = 3;
const noSuchReport = 5;
const lookEveryMs = 5;

// biome-ignore lint/suspicious/noExplicitAny: emulators of every kind, as in the list of devices
type AnyEmulator = DeviceEmulator<any, any, any>;

export interface Plugged {
  /** Something happens at the device. */
  act(action: object): void;
  // biome-ignore lint/suspicious/noExplicitAny: each emulator has a state of its own
  state(): any;
  unplug(): void;
}

/** Plugs it in. `serial` is its number, `options` are the emulator's. */
export function plugIn(
  emulator: AnyEmulator,
  { serial = "", options = {}, state }: { serial?: string; options?: object; state?: unknown } = {},
): Plugged {
  const { usb } = emulator;
  if (usb === undefined) throw new Error("this emulator is no USB device");
  let device = state ?? emulator.start(options);
  // Without waiting: a read that blocks would keep a thread of the pool, and the process, for ever.
  const fd = openSync("/dev/uhid", constants.O_RDWR | constants.O_NONBLOCK);
  writeSync(fd, createRequest(usb, serial));
  const at = (): number => performance.now();

  function say({ state: after, bytes }: { state: unknown; bytes: Uint8Array }): void {
    device = after;
    const size = usb?.inputBytes || bytes.length;
    for (let from = 0; from < bytes.length; from += size) writeSync(fd, inputRequest(bytes.subarray(from, from + size)));
  }

  function answer(request: Buffer): void {
    const kind = request.readUInt32LE(0);
    if (kind === kinds.output) say(emulator.receive(device, request.subarray(4, 4 + request.readUInt16LE(4 + dataMax)), at()));
    else if (kind === kinds.setReport) {
      say(emulator.receive(device, request.subarray(12, 12 + request.readUInt16LE(10)), at()));
      const reply = Buffer.alloc(10);
      reply.writeUInt32LE(kinds.setReportReply, 0);
      request.copy(reply, 4, 4, 8);
      writeSync(fd, reply);
    } else if (kind === kinds.getReport) writeSync(fd, getReply(request, emulator.feature?.(device, request[8] as number) ?? null));
  }

  const buffer = Buffer.alloc(4380);
  const timer = setInterval(() => {
    for (let more = true; more; ) {
      try {
        const read = readSync(fd, buffer, 0, buffer.length, null);
        answer(Buffer.from(buffer.subarray(0, read)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        more = false;
      }
    }
    say(emulator.tick(device, at()));
  }, lookEveryMs);

  let isIn = true;
  const unplug = (): void => {
    if (!isIn) return;
    isIn = false;
    clearInterval(timer);
    closeSync(fd);
  };
  toClean.add(unplug);
  return { act: (action) => say(emulator.act(device, action, at())), state: () => device, unplug };
}

function createRequest(usb: NonNullable<AnyEmulator["usb"]>, serial: string): Buffer {
  const descriptor = Buffer.from(usb.descriptor, "hex");
  const request = Buffer.alloc(4 + 128 + 64 + 64 + 2 + 2 + 4 * 4 + dataMax);
  request.writeUInt32LE(kinds.create2, 0);
  request.write(usb.name, 4);
  request.write(serial, 196);
  request.writeUInt16LE(descriptor.length, 260);
  request.writeUInt16LE(usbBus, 262);
  request.writeUInt32LE(usb.vendorId, 264);
  request.writeUInt32LE(usb.productId, 268);
  descriptor.copy(request, 280);
  return request;
}

function inputRequest(report: Uint8Array): Buffer {
  const request = Buffer.alloc(6 + report.length);
  request.writeUInt32LE(kinds.input2, 0);
  request.writeUInt16LE(report.length, 4);
  request.set(report, 6);
  return request;
}

function getReply(request: Buffer, report: Uint8Array | null): Buffer {
  const reply = Buffer.alloc(12 + (report?.length ?? 0));
  reply.writeUInt32LE(kinds.getReportReply, 0);
  request.copy(reply, 4, 4, 8);
  reply.writeUInt16LE(report === null ? noSuchReport : 0, 8);
  reply.writeUInt16LE(report?.length ?? 0, 10);
  if (report !== null) reply.set(report, 12);
  return reply;
}
