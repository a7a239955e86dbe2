// An emulated HID device as this kernel's own, through /dev/uhid (linux/uhid.h): whoever opens its node finds a device like any other.

import { accessSync, close, constants, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { UsbFace } from "#devices/index";
import { whenReadable } from "#table/readable";

const path = "/dev/uhid";
const kinds = { output: 6, getReport: 9, getReportReply: 10, create2: 11, input2: 12, setReport: 13, setReportReply: 14 } as const;
const dataMax = 4096;
const usbBus = 3;
const noSuchReport = 5;

/** What the kernel wants of the device. */
export interface UhidListener {
  /** An output or feature report, its number first. */
  onReport(report: Uint8Array): void;
  /** A feature report that is asked for; null: it has no such. */
  feature(number: number): Uint8Array | null;
}

export interface UhidDevice {
  /** Whole reports, one after the other. */
  send(bytes: Uint8Array): void;
  /** Fulfilled when the kernel knows it no more. */
  unplug(): Promise<void>;
}

/** Why no device can be plugged into this kernel here and now, with what helps; null: it can. */
export function uhidMissing(): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? `this kernel has no ${path} (sudo modprobe uhid, where it comes with the module)`
      : `${path} is for root alone (run it with sudo)`;
  }
}

/** Plugs a device in. `serial`: its number. @throws Error of the system where /dev/uhid can't be had */
export function plugUhid(usb: UsbFace, serial: string, listener: UhidListener): UhidDevice {
  // Without waiting: a read that blocks would keep a thread of the pool, and the process, for ever.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  writeSync(fd, createRequest(usb, serial));

  function answer(request: Buffer): void {
    const kind = request.readUInt32LE(0);
    if (kind === kinds.output) listener.onReport(request.subarray(4, 4 + request.readUInt16LE(4 + dataMax)));
    else if (kind === kinds.setReport) {
      listener.onReport(request.subarray(12, 12 + request.readUInt16LE(10)));
      const reply = Buffer.alloc(10);
      reply.writeUInt32LE(kinds.setReportReply, 0);
      request.copy(reply, 4, 4, 8);
      writeSync(fd, reply);
    } else if (kind === kinds.getReport) writeSync(fd, getReply(request, listener.feature(request[8] as number)));
  }

  const buffer = Buffer.alloc(4380);
  function look(): void {
    while (isIn) {
      try {
        const read = readSync(fd, buffer, 0, buffer.length, null);
        answer(Buffer.from(buffer.subarray(0, read)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EAGAIN") return;
        throw error;
      }
    }
  }

  let isIn = true;
  const stop = whenReadable(fd, look);
  return {
    send(bytes) {
      const size = usb.inputBytes || bytes.length;
      for (let from = 0; isIn && from < bytes.length; from += size) writeSync(fd, inputRequest(bytes.subarray(from, from + size)));
    },
    async unplug() {
      if (!isIn) return;
      isIn = false;
      stop();
      // The kernel waits with it for feature reports of other devices, whose answers may have to come from this thread.
      await promisify(close)(fd);
    },
  };
}

function createRequest(usb: UsbFace, serial: string): Buffer {
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
