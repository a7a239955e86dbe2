import assert from "node:assert/strict";
import { closeSync, constants, openSync, readlinkSync } from "node:fs";
import { afterEach, describe, test } from "node:test";
import { tablelinkEmulator } from "#devices/tablelink/emulator";
import { makeGadget } from "./gadget.ts";
import { cleanUp, until, watch } from "./watch.ts";

afterEach(cleanUp);

const byId = "/dev/serial/by-id/usb-Pitwire_Table_reader_R0001-if00";

describe("a reader on a USB serial port", () => {
  const reader = makeGadget({
    name: "reader",
    socket: 0,
    vendorId: 0x1209,
    productId: 0x7a01,
    product: "Table reader",
    serial: "R0001",
    emulator: tablelinkEmulator,
    function: "acm",
  });
  const tag = (at: number, present: boolean) => ({ kind: "tag", antenna: at % 4, uid: `E00401001234${5000 + at}`, present });

  test("is known by its number, reads, and survives twenty unplugs under traffic", async () => {
    reader.plugIn();
    const watched = watch("tablelink", `serial:${byId}`);
    await watched.up();
    let at = 0;
    for (let round = 0; round < 20; round++) {
      const traffic = setInterval(() => {
        reader.act(tag(at, true));
        reader.act(tag(at++, false));
        watched.device.send(Buffer.from("# a comment\n"));
      }, 3);
      const before = watched.device.health().frames;
      await until(() => watched.device.health().frames > before + 20, "it reads");
      clearInterval(traffic);
      await reader.unplug();
      await watched.down();
      reader.plugIn();
      await watched.up();
    }
    assert.equal(watched.device.health().reconnects, 20);
    await watched.device.stop();
    await reader.unplug();
  });

  test("is followed when another process keeps its old number", async () => {
    reader.plugIn();
    const watched = watch("tablelink", `serial:${byId}`);
    await watched.up();
    const before = readlinkSync(byId);
    const stale = openSync(byId, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    await reader.unplug();
    await watched.down();
    reader.plugIn();
    await watched.up();
    assert.notEqual(readlinkSync(byId), before);
    const heard = watched.device.health().frames;
    reader.act(tag(1, true));
    await until(() => watched.device.health().frames > heard, "it reads at its new number");
    closeSync(stale);
    await watched.device.stop();
    await reader.unplug();
  });
});
