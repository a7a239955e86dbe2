import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { PanelKey, Wanted } from "#core/device";
import { streamdeckEmulator } from "#devices/streamdeck/emulator";
import { xkeys } from "#devices/xkeys/adapter";
import { xkeysEmulator } from "#devices/xkeys/emulator";
import { adapterPort } from "#table/adapter-port";
import { listHidDevices } from "#table/hid-devices";
import { findHolders } from "#table/serial-link";
import { makeGadget } from "./gadget.ts";
import { assertAsRecorded } from "./recorded.ts";
import { type Plugged, plugIn } from "./uhid.ts";
import { cleanUp, until, watch } from "./watch.ts";
// Under emulation they take so long to load that a device would be given up meanwhile.
import "@elgato-stream-deck/node";
import "xkeys";

afterEach(cleanUp);

const key = (number: number, rank: PanelKey["rank"], ...label: string[]): PanelKey => ({
  key: number,
  rank,
  label,
  notes: [],
  blocked: false,
  hold: false,
});
const wanted: Wanted = {
  light: "ready",
  keys: [key(0, "next", "DEAL"), key(1, "choice", "FOLD"), key(2, "choice", "CALL"), key(51, "aside", "FLOOR")],
};
const bottomRight = 14;

const picturesOf = (deck: Plugged): readonly number[][] => Object.values(deck.state().pictures as Record<number, number[]>);

describe("Stream Deck", () => {
  test("shows the keys, tells which was pressed, and shows them again after its cable was out", async () => {
    const deck = plugIn(streamdeckEmulator, { serial: "EMU0SD0001" });
    const watched = watch("streamdeck", "hid:0fd9:0080?serial=EMU0SD0001", { brightness: 45 });
    await watched.up();
    assert.equal(deck.state().brightness, 45);
    watched.device.drive(wanted);
    await until(
      () => picturesOf(deck).length === 15,
      "all keys are painted",
      () => String(picturesOf(deck).length),
    );
    for (const picture of picturesOf(deck)) assert.deepEqual(picture.slice(0, 2), [0xff, 0xd8]);
    assert(new Set(picturesOf(deck).map((picture) => picture.length)).size >= 4, "the keys show different things");
    deck.act({ kind: "key", key: bottomRight, down: true });
    deck.act({ kind: "key", key: bottomRight, down: false });
    await until(
      () => watched.readings().length === 2,
      "the key is told",
      () => JSON.stringify(watched.readings()),
    );
    assert.deepEqual(watched.readings(), [
      { kind: "button", key: 0, down: true },
      { kind: "button", key: 0, down: false },
    ]);
    assertAsRecorded("streamdeck", "keys", deck.crossed, watched.readings());
    await deck.unplug();
    await watched.down();
    const again = plugIn(streamdeckEmulator, { serial: "EMU0SD0001" });
    await watched.up();
    await until(
      () => picturesOf(again).length === 15,
      "all keys are painted again",
      () => String(picturesOf(again).length),
    );
    again.act({ kind: "key", key: 0, down: true });
    await until(() => watched.readings().length === 3, "the first choice is told");
    assert.deepEqual(watched.readings()[2], { kind: "button", key: 1, down: true });
    assertAsRecorded("streamdeck", "again", again.crossed, watched.readings().slice(2));
    await watched.device.stop();
    await again.unplug();
  });
});

describe("X-keys", () => {
  test("takes keys and shows its lamps", async () => {
    const panel = makeGadget({
      name: "xkeys",
      socket: 1,
      vendorId: 0x05f3,
      productId: 0x0405,
      product: "XK-24 HID",
      serial: "XK0001",
      emulator: xkeysEmulator,
      function: "hid",
    });
    panel.plugIn();
    const watched = watch("xkeys", "hid:05f3:0405");
    await watched.up();
    watched.device.drive(wanted);
    await until(
      () => panel.state().lamps[6] === 1,
      "its green lamp is lit",
      () => JSON.stringify(panel.state()),
    );
    // Bottom right is column 4, row 6; its blue light is 3 × 8 + 5.
    await until(
      () => panel.state().lit.includes(29),
      "the key next is blue",
      () => String(panel.state().lit),
    );
    panel.act({ kind: "key", row: 5, column: 3, down: true });
    await until(() => watched.readings().length === 1, "the key is down");
    panel.act({ kind: "key", row: 5, column: 3, down: false });
    await until(() => watched.readings().length === 2, "the key is up");
    assert.deepEqual(watched.readings()[0], { kind: "button", key: 0, down: true });
    const crossed = panel.crossed.length;
    assertAsRecorded("xkeys", "keys", panel.crossed, watched.readings());
    watched.device.drive({
      light: "stop",
      keys: [
        { ...key(0, "next", "DEAL"), refused: true },
        { ...key(1, "choice", "FOLD"), blocked: true },
      ],
    });
    await until(
      () => panel.state().lamps[7] === 1 && panel.state().lamps[6] === 0,
      "its red lamp is lit, and no other",
      () => JSON.stringify(panel.state()),
    );
    assertAsRecorded("xkeys", "refused", panel.crossed.slice(crossed), []);
    await watched.device.stop();
    await panel.unplug();
  });

  test("is let go of when it does not answer its library", async () => {
    const mute = { ...xkeysEmulator, receive: (state: unknown) => ({ state, bytes: new Uint8Array(0) }) };
    const ids = { vendorId: 0x05f3, productId: 0x0405, product: "XK-24 HID", serial: "XK0003" };
    const panel = makeGadget({ name: "xkeys-mute", socket: 1, ...ids, emulator: mute, function: "hid" });
    panel.plugIn();
    const over = new AbortController();
    const port = adapterPort(xkeys, null, "hid:05f3:0405");
    await until(() => port.hasAppeared(), "it is plugged in");
    const opening = assert.rejects(port.open({ onReceived: () => {}, onDown: () => {} }, over.signal));
    await until(() => panel.crossed.length > 0, "its library asks");
    const path = (await listHidDevices("/", ids))[0]?.node ?? "";
    assert.equal((await findHolders(path)).length, 1);
    over.abort();
    await opening;
    await until(async () => (await findHolders(path)).length === 0, "nobody holds it");
    await panel.unplug();
  });
});
