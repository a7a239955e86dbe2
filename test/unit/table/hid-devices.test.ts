import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { firstUsage, listHidDevices } from "#table/hid-devices";
import { chooseHid } from "#table/hid-link";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

interface Fake {
  readonly id: string;
  readonly port?: string;
  readonly serial?: string;
  readonly node?: string;
  readonly driver?: string;
  readonly descriptor?: string;
}

/** The part of sysfs that shows HID devices, as the kernel lays it out. */
function makeSys(devices: readonly Fake[]): string {
  const root = mkdtempSync(join(tmpdir(), "pitwire-sys-"));
  roots.push(root);
  mkdirSync(join(root, "sys/bus/hid/devices"), { recursive: true });
  for (const { id, port, serial = "", node, driver, descriptor = "" } of devices) {
    const parent = port === undefined ? "virtual/misc/uhid" : `pci0/usb1/${port}/${port}:1.0`;
    const folder = join(root, "sys/devices", parent, id);
    mkdirSync(folder, { recursive: true });
    const [, vendor, product] = /^0003:(.{4}):(.{4})/.exec(id) ?? [];
    writeFileSync(join(folder, "uevent"), `HID_ID=0003:0000${vendor}:0000${product}\nHID_NAME=A light\nHID_PHYS=x\nHID_UNIQ=${serial}\n`);
    writeFileSync(join(folder, "report_descriptor"), Buffer.from(descriptor, "hex"));
    if (node !== undefined) mkdirSync(join(folder, "hidraw", node), { recursive: true });
    if (driver !== undefined) {
      mkdirSync(join(root, "sys/bus/hid/drivers", driver), { recursive: true });
      symlinkSync(join(root, "sys/bus/hid/drivers", driver), join(folder, "driver"));
    }
    symlinkSync(folder, join(root, "sys/bus/hid/devices", id));
  }
  return root;
}

const light = { kind: "hid", vendorId: 0x04d8, productId: 0xf372 } as const;
const any = { kind: "hid" } as const;

describe("HID devices", () => {
  it("are told by what they are, their number and their socket", async () => {
    const root = makeSys([
      { id: "0003:04D8:F372.000A", port: "1-1.2", serial: "S1", node: "hidraw0", driver: "hid-generic", descriptor: "0600ff0901a101c0" },
      { id: "0003:05F3:0405.0002", node: "hidraw3", descriptor: "050c0901a101c0" },
    ]);
    expect(await listHidDevices(root)).toMatchObject([
      { vendorId: 0x05f3, productId: 0x0405, serial: null, port: null, usage: [0x0c, 1], driver: null },
      { vendorId: 0x04d8, productId: 0xf372, serial: "S1", port: "1-1.2", usage: [0xff00, 1], driver: "hid-generic", name: "A light" },
    ]);
  });

  it("are none where there is no sysfs", async () => {
    expect(await listHidDevices("/nowhere")).toEqual([]);
  });

  it("are chosen by number or socket where two are alike, and never by chance", async () => {
    const devices = await listHidDevices(
      makeSys([
        { id: "0003:04D8:F372.0001", port: "1-1", serial: "A", node: "hidraw0" },
        { id: "0003:04D8:F372.0002", port: "1-2", node: "hidraw1" },
      ]),
    );
    expect(() => chooseHid(light, any, devices)).toThrow("is 2 devices: write which, ?serial=A (or ?port=1-1) or ?port=1-2");
    expect(chooseHid({ ...light, serial: "A" }, any, devices).port).toBe("1-1");
    expect(chooseHid({ ...light, port: "1-2" }, any, devices).node).toMatch(/hidraw1$/);
    expect(() => chooseHid({ ...light, serial: "B" }, any, devices)).toThrow("hid:04d8:f372?serial=B is not plugged in");
  });

  it("are looked for at the interface that speaks to programs", async () => {
    const devices = await listHidDevices(
      makeSys([
        { id: "0003:04D8:F372.0001", node: "hidraw0", descriptor: "05010906a101c0" },
        { id: "0003:04D8:F372.0002", node: "hidraw1", descriptor: "050c0901a101c0" },
      ]),
    );
    expect(chooseHid(light, { kind: "hid", usage: [0x0c, 1] }, devices).node).toMatch(/hidraw1$/);
    expect(() => chooseHid(light, { kind: "hid", usage: [0x8c, 2] }, devices)).toThrow("It has 2 interfaces, none with usage 8c/02");
  });

  it("that the kernel keeps for itself are named with the remedy", async () => {
    const devices = await listHidDevices(makeSys([{ id: "0003:04D8:F372.0001", driver: "mcp2221" }]));
    expect(() => chooseHid(light, any, devices)).toThrow("held by the kernel's driver mcp2221: install systemd/pitwire-modprobe.conf");
  });
});

describe("a report descriptor", () => {
  it.each([
    ["05010906a101", [1, 6]],
    ["0600ff0901a101", [0xff00, 1]],
    ["058c0902a101", [0x8c, 2]],
    ["", [0, 0]],
    ["0600", [0, 0]],
  ])("%s begins with its usage", (descriptor, usage) => {
    expect(firstUsage(Buffer.from(descriptor, "hex"))).toEqual(usage);
  });
});
