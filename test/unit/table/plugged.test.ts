import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listPlugged, twinsOf } from "#table/plugged";

const root = mkdtempSync(join(tmpdir(), "pitwire-plugged-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A machine's folders, as the kernel and udev lay them out. */
function machine(name: string, adapters: readonly { tty: string; socket: string; serial?: string }[]) {
  const folders = { sys: join(root, name, "sys"), dev: join(root, name, "dev") };
  mkdirSync(join(folders.sys, "class/tty/tty0"), { recursive: true });
  mkdirSync(join(folders.dev, "serial/by-id"), { recursive: true });
  for (const { tty, socket, serial } of adapters) {
    const usb = join(folders.sys, "devices/usb1", socket);
    const port = join(usb, `${socket}:1.0`, tty);
    mkdirSync(join(port, "driver"), { recursive: true });
    for (const [file, text] of Object.entries({ idVendor: "0403", idProduct: "6001", manufacturer: "FTDI", product: "USB UART" }))
      writeFileSync(join(usb, file), `${text}\n`);
    if (serial !== undefined) writeFileSync(join(usb, "serial"), serial);
    writeFileSync(join(usb, `${socket}:1.0`, "bInterfaceNumber"), "00\n");
    mkdirSync(join(folders.sys, "class/tty", tty), { recursive: true });
    symlinkSync(port, join(folders.sys, "class/tty", tty, "device"));
    writeFileSync(join(folders.dev, tty), "");
    const link = join(folders.dev, "serial/by-id", `usb-FTDI_USB_UART_${serial ?? ""}-if00-port0`);
    rmSync(link, { force: true });
    symlinkSync(join(folders.dev, tty), link);
  }
  return folders;
}

describe("what is plugged in", () => {
  it("is named by maker, number and socket; consoles are no devices", () => {
    const folders = machine("one", [{ tty: "ttyUSB0", socket: "1-1.2", serial: "A10K3Z7B" }]);
    expect(listPlugged(folders)).toEqual([
      {
        node: join(folders.dev, "ttyUSB0"),
        kind: "serial",
        vendor: "0403",
        product: "6001",
        name: "FTDI USB UART",
        serial: "A10K3Z7B",
        socket: "1-1.2",
        interface: "00",
        links: [join(folders.dev, "serial/by-id/usb-FTDI_USB_UART_A10K3Z7B-if00-port0")],
      },
    ]);
  });

  it("two with one identity are twins, whatever link leads to them; two with numbers of their own are not", () => {
    const twins = machine("twins", [
      { tty: "ttyUSB0", socket: "1-1.1" },
      { tty: "ttyUSB1", socket: "1-1.2" },
    ]);
    const link = join(twins.dev, "serial/by-id/usb-FTDI_USB_UART_-if00-port0");
    expect(twinsOf(link, twins).map(({ socket }) => socket)).toEqual(["1-1.1"]);
    const others = machine("others", [
      { tty: "ttyUSB0", socket: "1-1.1", serial: "A" },
      { tty: "ttyUSB1", socket: "1-1.2", serial: "B" },
    ]);
    expect(twinsOf(join(others.dev, "ttyUSB0"), others)).toEqual([]);
    expect(twinsOf("/nowhere", others)).toEqual([]);
  });
});
