// Twenty unplugs under traffic of every HID device, all of them in one process, as at one table.

import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { LightSign, Wanted } from "#core/device";
import { deviceOf } from "#devices/index";
import { xkeysEmulator } from "#devices/xkeys/emulator";
import { makeGadget } from "./gadget.ts";
import { type Plugged, plugIn } from "./uhid.ts";
import { cleanUp, toClean, until, type Watched, watch } from "./watch.ts";

afterEach(cleanUp);

const unplugs = 20;
const trafficEveryMs = 250;

interface Subject {
  readonly model: string;
  readonly link: string;
  readonly options?: object;
  /** Something happens at the device, or is wanted of it; `n` counts. */
  traffic(plugged: Plugged, watched: Watched, n: number): void;
  /** How much has come through, either way; it need not grow, only change. */
  passed(plugged: Plugged, watched: Watched): string;
}

const wants = (light: LightSign, label: string): Wanted => ({
  light,
  keys: [{ key: 0, rank: "next", label: [label], notes: [], blocked: false, hold: false }],
});
const framesOf = (_: Plugged, { device }: Watched): string => String(device.health().frames);
const readingsOf = (_: Plugged, watched: Watched): string => String(watched.readings().length);

function light(model: string, link: string): Subject {
  return {
    model,
    link,
    traffic: (_, { device }, n) => device.drive(wants(n % 2 === 0 ? "stop" : "ready", "")),
    passed: (plugged) => String(plugged.state().shows ?? plugged.state().told),
  };
}

const subjects: readonly Subject[] = [
  {
    model: "wedge",
    link: "hid:ffff:0035",
    // As fast as a hand, and to somebody: of a number that nobody heard the beginning of, the end would be another number.
    traffic(reader, watched) {
      if (watched.link()?.status === "up") reader.act({ kind: "type", digits: "0013110988" });
    },
    passed: framesOf,
  },
  {
    model: "hid-pos",
    link: "hid:0c2e:0b61",
    options: { maker: "honeywell", code: "text" },
    traffic: (scanner) => scanner.act({ kind: "scan", code: "CARD-0042" }),
    passed: framesOf,
  },
  {
    model: "footswitch",
    link: "hid:3553:b001",
    traffic: (pedals, _, n) => pedals.act({ kind: "pedal", pedal: 1, down: n % 2 === 0 }),
    passed: readingsOf,
  },
  {
    model: "mcp2221a",
    link: "hid:04d8:00dd",
    options: { inputs: { 0: { lamp: "red" } } },
    traffic: () => {},
    passed: framesOf,
  },
  {
    model: "streamdeck",
    link: "hid:0fd9:0080",
    traffic(deck, { device }, n) {
      if (n % 20 === 0) device.drive(wants("ready", String(n)));
      deck.act({ kind: "key", key: 14, down: n % 2 === 0 });
    },
    passed: (deck, watched) => (Object.keys(deck.state().pictures).length === 0 ? "" : readingsOf(deck, watched)),
  },
  {
    model: "xkeys",
    link: "hid:05f3:0405",
    traffic(panel, { device }, n) {
      device.drive(wants(n % 2 === 0 ? "stop" : "ready", ""));
      panel.act({ kind: "key", row: 5, column: 3, down: n % 2 === 0 });
    },
    passed: readingsOf,
  },
  light("blink1", "hid:27b8:01ed"),
  light("luxafor", "hid:04d8:f372"),
  light("qlight", "hid:04d8:e73c"),
  light("patlite", "hid:191a:8003"),
];

/** An X-keys' library asks for the interface's number, which only a whole USB device has. */
function socketOf(model: string): () => Plugged {
  const emulator = deviceOf(model)?.emulator;
  assert(emulator !== undefined);
  if (model !== "xkeys") return () => plugIn(emulator, { serial: `${model}-1` });
  const ids = { vendorId: 0x05f3, productId: 0x0405, product: "XK-24 HID", serial: "XK0002" };
  const panel = makeGadget({ name: "xkeys-unplugged", socket: 1, ...ids, emulator: xkeysEmulator, function: "hid" });
  return () => {
    panel.plugIn();
    return panel;
  };
}

async function unplugAgainAndAgain({ model, link, options, traffic, passed }: Subject): Promise<Watched> {
  const plug = socketOf(model);
  let plugged = plug();
  const watched = watch(model, link, options);
  let n = 0;
  // It goes on while the cable is out.
  const coming = setInterval(() => traffic(plugged, watched, n++), trafficEveryMs);
  toClean.add(() => clearInterval(coming));
  for (let round = 0; round < unplugs; round++) {
    await watched.up();
    let [last, changes] = [passed(plugged, watched), 0];
    const hasPassed = (): boolean => {
      const now = passed(plugged, watched);
      if (now !== last) [last, changes] = [now, changes + 1];
      return changes >= 2;
    };
    await until(hasPassed, `${model} has traffic before unplug ${round}`, () => last);
    await plugged.unplug();
    await watched.down();
    plugged = plug();
  }
  await watched.up();
  clearInterval(coming);
  await watched.device.stop();
  await plugged.unplug();
  return watched;
}

describe("every HID device", () => {
  test(`comes back from ${unplugs} unplugs under traffic, and every number is whole`, async () => {
    // Those that do well go on when one does not, and nothing of them may be left behind.
    const ended = await Promise.allSettled(subjects.map(unplugAgainAndAgain));
    const failed = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    if (failed.length > 0) throw failed[0];
    for (const watched of ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))) {
      const { model, device } = watched;
      // A report that fails tells of an unplug before the kernel has taken the device apart: what it still shows may be opened once more.
      assert(device.health().reconnects >= unplugs, `${model} came back ${device.health().reconnects} times`);
      assert.equal(device.health().badFrames, 0, model);
      const uids = watched.readings().flatMap((one) => ("uid" in one ? [one.uid] : []));
      if (uids.length > 0) assert.deepEqual([...new Set(uids)], [{ wedge: "00C80ECC", "hid-pos": "434152442D30303432" }[model]]);
    }
  });
});
