import { describe, expect, it } from "vitest";
import { parseLink } from "#table/link";

describe("a link's address", () => {
  it.each([
    ["serial:/dev/serial/by-id/usb-A_B-if00", { kind: "serial", path: "/dev/serial/by-id/usb-A_B-if00", settings: {} }],
    [
      "serial:/dev/ttyACM0?baud=9600&parity=even&bits=7&stop=2",
      { kind: "serial", path: "/dev/ttyACM0", settings: { baudRate: 9600, parity: "even", dataBits: 7, stopBits: 2 } },
    ],
    ["tcp://10.0.0.7:4001", { kind: "tcp", host: "10.0.0.7", port: 4001 }],
    ["tcp://shoe-3.floor:4001", { kind: "tcp", host: "shoe-3.floor", port: 4001 }],
    ["tcp://[fe80::1]:4001", { kind: "tcp", host: "fe80::1", port: 4001 }],
    ["hid:27b8:01ED", { kind: "hid", vendorId: 0x27b8, productId: 0x01ed }],
    ["hid:0fd9:0080?serial=AL12H1A00123", { kind: "hid", vendorId: 0x0fd9, productId: 0x0080, serial: "AL12H1A00123" }],
    ["hid:ffff:0035?port=1-1.2", { kind: "hid", vendorId: 0xffff, productId: 0x0035, port: "1-1.2" }],
  ])("%s", (text, target) => {
    expect(parseLink(text)).toEqual(target);
  });

  it.each([
    ["/dev/ttyACM0", 'link "/dev/ttyACM0": write serial:'],
    ["serial:ttyACM0", "the port's path must begin with /"],
    ["serial:/dev/x?baud=fast", 'baud is "fast"; it may be a number, such as 9600 or 115200'],
    ["serial:/dev/x?parity=mark", 'parity is "mark"; it may be none, even or odd'],
    ["serial:/dev/x?speed=9600", "there is no speed; known are baud, bits, parity, stop"],
    ["tcp://10.0.0.7", 'link "tcp://10.0.0.7": write tcp://host:port'],
    ["tcp://10.0.0.7:4001/x", "write tcp://host:port"],
    ["hid:27b8", "write hid:VENDOR:PRODUCT"],
    ["hid:/dev/hidraw0", "write hid:VENDOR:PRODUCT"],
    ["hid:27b8:01ed?node=3", "there is no node=3"],
    ["hid:27b8:01ed?port=3", 'port is "3"; it looks like 1-1.2'],
    ["udp://10.0.0.7:4001", "tcp://host:port"],
  ])("%s is refused with what to write", (text, message) => {
    expect(() => parseLink(text)).toThrow(message);
  });
});
