import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { DeviceAdapter, Wanted } from "#core/device";
import { adapterPort } from "#table/adapter-port";

/** Between an unplug and the library's own word of it: it throws at whoever asks something of it. */
const gone: DeviceAdapter<null> = {
  model: "gone",
  link: { kind: "serial", baudRate: 9600, dataBits: 8, parity: "none", stopBits: 1 },
  silentAfterMs: null,
  tells: [],
  open: async () => ({
    drive() {
      throw new Error("panel has been disconnected");
    },
    close: async () => {},
  }),
};

const wanted: Wanted = { light: "ready", keys: [] };

describe("a device that a library serves", () => {
  it("is down when the library throws while it is driven, and whoever drove it goes on", async () => {
    const downs: string[] = [];
    const port = adapterPort(gone, null, "tcp://127.0.0.1:1");
    const open = await port.open({ onReceived: () => {}, onDown: ({ detail }) => downs.push(detail) }, AbortSignal.timeout(10_000));
    open.begin();
    expect(() => open.drive(wanted)).not.toThrow();
    // He is in the middle of something, and hears of it afterwards.
    expect(downs).toEqual([]);
    await Promise.resolve();
    open.drive(wanted);
    await Promise.resolve();
    expect(downs).toEqual(["panel has been disconnected"]);
    await open.close();
  });

  it("leaves nothing behind at the signal that ends a device, however often it is opened", async () => {
    const { signal } = new AbortController();
    const port = adapterPort(gone, null, "tcp://127.0.0.1:1");
    for (let time = 0; time < 3; time++) await (await port.open({ onReceived: () => {}, onDown: () => {} }, signal)).close();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
