import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, test } from "node:test";
import type { Wanted } from "#core/device";
import { shown } from "#devices/blink1/emulator";
import { adaptedDevices, deviceOf, devices } from "#devices/index";
import type { Moment } from "#wire/session";
import { assertAsRecorded } from "./recorded.ts";
import { type Plugged, plugIn } from "./uhid.ts";
import { cleanUp, until, watch } from "./watch.ts";

const project = process.env.PROJECT ?? "";
const nobody = 65_534;
const dialout = 20;

function emulatorOf(model: string) {
  const emulator = deviceOf(model)?.emulator;
  assert(emulator !== undefined);
  return emulator;
}

function install(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(project, "systemd", file), join(folder, file));
}

afterEach(cleanUp);

const wants = (light: Wanted["light"]): Wanted => ({ light, keys: [] });

describe("rights", () => {
  /** Opens it as an ordinary user of a group until it is, or is refused, as expected. */
  async function openAs(gid: number, status: "up" | "down"): Promise<string> {
    process.setgroups?.([]);
    process.setegid?.(gid);
    process.seteuid?.(nobody);
    const watched = watch("luxafor", "hid:04d8:f372");
    try {
      await until(
        () => watched.link()?.status === status,
        `it is ${status}`,
        () => JSON.stringify(watched.link()),
      );
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
    await watched.device.stop();
    return watched.link()?.detail ?? "up";
  }

  test("without our rules an ordinary user is refused in words that help", async () => {
    const light = plugIn(emulatorOf("luxafor"));
    assert.match(await openAs(dialout, "down"), /^no right to open \/dev\/hidraw\d+: copy systemd\/60-pitwire\.rules/);
    await light.unplug();
  });

  test("with our rules the group of the service may open it, as soon as it is plugged in, and nobody else", async () => {
    install("60-pitwire.rules", "/etc/udev/rules.d");
    execFileSync("udevadm", ["control", "--reload"]);
    const light = plugIn(emulatorOf("luxafor"));
    assert.equal(await openAs(dialout, "up"), "up");
    assert.match(await openAs(nobody, "down"), /^no right/);
    await light.unplug();
  });

  test("every model that is known by its numbers is in the rules", () => {
    const rules = readFileSync(join(project, "systemd/60-pitwire.rules"), "utf8");
    for (const known of [
      ...Object.values(devices).map(({ driver }) => driver),
      ...Object.values(adaptedDevices).map(({ adapter }) => adapter),
    ]) {
      if (known.link.kind !== "hid") continue;
      for (const [vendor] of known.link.known ?? [])
        assert(rules.includes(`0003:${vendor.toString(16).toUpperCase().padStart(4, "0")}:`), `${known.model}: ${vendor.toString(16)}`);
    }
  });
});

describe("wedge", () => {
  test("reads a number, through an unplug in the middle of one", async () => {
    const reader = plugIn(emulatorOf("wedge"));
    const watched = watch("wedge", "hid:ffff:0035");
    await watched.up();
    reader.act({ kind: "type", digits: "0013110988" });
    const tag = { kind: "tag", uid: "00C80ECC", antenna: 0, present: true };
    await until(
      () => watched.readings().length >= 3,
      "the number is read",
      () => JSON.stringify(watched.readings()),
    );
    assert.deepEqual(watched.readings().slice(1), [tag, { ...tag, present: false }]);
    const { frames } = watched.device.health();
    reader.act({ kind: "fail", after: 7 });
    reader.act({ kind: "type", digits: "0013110988" });
    // What waits in the kernel when the cable goes is gone: only what was read can break off.
    await until(() => watched.device.health().frames >= frames + 7, "the beginning of the number is read");
    await reader.unplug();
    await watched.down();
    assert.match(watched.link()?.detail ?? "", /Sycreader/);
    const again = plugIn(emulatorOf("wedge"));
    await watched.up();
    // Told when the time for its end is over, or when the link is back, whichever comes first.
    const kinds = (): string =>
      String(
        watched
          .readings()
          .slice(3)
          .map((one) => ("code" in one ? one.code : "kind" in one ? one.kind : ""))
          .sort(),
      );
    await until(() => kinds() === "cutOff,hello", "the number that broke off is told", kinds);
    await watched.device.stop();
    await again.unplug();
  });
});

describe("which device", () => {
  test("of two alike neither is taken before one is named; each has one owner", async () => {
    const [a, b] = ["A1", "B2"].map((serial) => plugIn(emulatorOf("luxafor"), { serial }));
    const vague = watch("luxafor", "hid:04d8:f372");
    await vague.down();
    assert.equal(vague.link()?.why, "ambiguous");
    assert.match(vague.link()?.detail ?? "", /is 2 devices: write which, \?serial=(A1 or \?serial=B2|B2 or \?serial=A1)/);
    await vague.device.stop();
    const first = watch("luxafor", "hid:04d8:f372?serial=A1");
    await first.up();
    const second = watch("luxafor", "hid:04d8:f372?serial=A1");
    await second.down();
    assert.match(second.link()?.detail ?? "", /is the same device as hid:04d8:f372\?serial=A1/);
    first.device.drive(wants("stop"));
    await until(() => String(a?.state().shows) === "255,0,0", "the one that was named is red");
    assert.deepEqual(b?.state().shows, [0, 0, 0]);
    await second.device.stop();
    await first.device.stop();
    await a?.unplug();
    await b?.unplug();
  });

  test("a node that moved is followed", async () => {
    const [other, own] = [plugIn(emulatorOf("footswitch")), plugIn(emulatorOf("wedge"))];
    const watched = watch("wedge", "hid:ffff:0035");
    await watched.up();
    await own.unplug();
    await other.unplug();
    await watched.down();
    const back = plugIn(emulatorOf("wedge"));
    await watched.up();
    back.act({ kind: "type", digits: "1234" });
    await until(() => watched.readings().some((one) => "uid" in one), "it reads at its new number");
    await watched.device.stop();
    await back.unplug();
  });

  test("who else has it open is named", async () => {
    const light = plugIn(emulatorOf("qlight"));
    await until(() => existsSync("/dev/hidraw0"), "its node is there");
    const node = openSync("/dev/hidraw0", "r");
    const holder = spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "ignore", node] });
    closeSync(node);
    const watched = watch("qlight", "hid:04d8:e73c");
    await watched.down();
    assert.equal(watched.link()?.why, "busy");
    assert.match(watched.link()?.detail ?? "", new RegExp(`in use by sleep \\(process ${holder.pid}\\)`));
    holder.kill();
    await watched.up();
    await watched.device.stop();
    await light.unplug();
  });
});

describe("a device that hangs", () => {
  test("holds up nobody else's device, nor this thread", async () => {
    const words = [join(project, "dist/pitwire.js"), "devices", "emulate", "blink1", "--port", "usb"];
    const emulator = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
    let told = "";
    emulator.stdout.on("data", (text) => (told += text));
    const address = (): string | undefined => /answers at (hid:\S+)\. /.exec(told)?.[1];
    await until(
      () => address() !== undefined,
      "the program emulates a blink(1)",
      () => told,
    );
    const light = plugIn(emulatorOf("luxafor"));
    // Nobody answers the kernel's questions now, and it waits five seconds for each.
    emulator.kill("SIGSTOP");
    const hanging = watch("blink1", address() ?? "");
    await hanging.up();
    let [longest, last] = [0, performance.now()];
    const beat = setInterval(() => {
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
    }, 20);
    const watched = watch("luxafor", "hid:04d8:f372");
    await watched.up();
    await hanging.down();
    clearInterval(beat);
    assert(longest < 3000, `this thread stood still for ${Math.round(longest)} ms`);
    emulator.kill("SIGCONT");
    await hanging.up();
    await hanging.device.stop();
    await watched.device.stop();
    await light.unplug();
    emulator.kill();
    await once(emulator, "exit");
  });
});

describe("scanner and foot switch", () => {
  test("a Honeywell scanner is woken, and reads codes longer than a report", async () => {
    const scanner = plugIn(emulatorOf("hid-pos"));
    const watched = watch("hid-pos", "hid:0c2e:0b61", { maker: "honeywell", code: "text" });
    await watched.up();
    await until(() => scanner.state().awake, "it was woken");
    scanner.act({ kind: "scan", code: "CARD-0042" });
    await until(() => watched.readings().some((one) => "uid" in one), "the code is read");
    assert.deepEqual(watched.readings()[1], {
      kind: "tag",
      uid: Buffer.from("CARD-0042").toString("hex").toUpperCase(),
      antenna: 0,
      present: true,
    });
    await watched.device.stop();
    await scanner.unplug();
  });

  test("a pedal is the key next, and is up again when its cable goes", async () => {
    const pedals = plugIn(emulatorOf("footswitch"));
    const watched = watch("footswitch", "hid:3553:b001");
    await watched.up();
    pedals.act({ kind: "pedal", pedal: 1, down: true });
    await until(() => watched.readings().length === 2, "it is down");
    await pedals.unplug();
    await watched.down();
    const again = plugIn(emulatorOf("footswitch"));
    await until(() => watched.readings().length === 4, "it is up");
    assert.deepEqual(watched.readings().slice(1), [
      { kind: "button", key: 0, down: true },
      { kind: "hello", restarted: false },
      { kind: "button", key: 0, down: false },
    ]);
    await watched.device.stop();
    await again.unplug();
  });
});

describe("a shuffler's lamps", () => {
  const inputs = { 0: { lamp: "red" }, 1: { lamp: "green" }, 2: { lamp: "mains" } };
  const link = "hid:04d8:00dd";

  test("the kernel's own driver is named, and with our blacklist the lamps are seen", async () => {
    const held = plugIn(emulatorOf("mcp2221a"));
    const watched = watch("mcp2221a", link, { inputs });
    await until(
      () => watched.link()?.why === "busy",
      "the kernel has it",
      () => JSON.stringify(watched.link()),
    );
    assert.match(watched.link()?.detail ?? "", /held by the kernel's driver mcp2221: install systemd\/pitwire-modprobe\.conf/);
    await watched.device.stop();
    // That driver asks for each pin, and an unplug would wait with it for four seconds a pin.
    await until(() => readdirSync("/sys/bus/gpio/devices").length > 0, "the kernel's driver has asked for the pins");
    await held.unplug();
    install("pitwire-modprobe.conf", "/etc/modprobe.d");
    execFileSync("udevadm", ["control", "--reload"]);
    execFileSync("udevadm", ["settle"]);
    execFileSync("modprobe", ["-r", "hid_mcp2221", "hid_led"]);
    const chip = plugIn(emulatorOf("mcp2221a"));
    const free = watch("mcp2221a", link, { inputs });
    await free.up();
    chip.act({ kind: "level", pin: 2, level: 1 });
    chip.act({ kind: "level", pin: 1, level: 1 });
    const isLit = (lamp: string): boolean =>
      free.readings().some((one) => "lamp" in one && one.lamp === lamp && "state" in one && one.state === "on");
    await until(() => isLit("green") && isLit("mains"), "green and mains are seen");
    const { frames } = free.device.health();
    chip.act({ kind: "level", pin: 0, level: 1 });
    await until(() => isLit("red"), "red is seen");
    // Ten looks are 200 ms, on a machine that has nothing else to do.
    const looks = free.device.health().frames - frames;
    assert(looks <= 10, `red was seen after ${looks} looks`);
    await chip.unplug();
    await free.down();
    await free.device.stop();
  });
});

describe("lights", () => {
  const shows = (light: Plugged): string => String(light.state().shows ?? light.state().told);

  for (const [model, link, sees] of [
    ["blink1", "hid:27b8:01ed", { stop: "255,0,0", check: "255,90,0", ready: "0,200,30", closed: "0,0,0" }],
    ["luxafor", "hid:04d8:f372", { stop: "255,0,0", check: "255,90,0", ready: "0,200,30", closed: "0,0,0" }],
    ["qlight", "hid:04d8:e73c", { stop: "2,0,0,0,0", check: "0,2,0,0,0", ready: "0,0,2,0,0", closed: "0,0,0,0,0" }],
    [
      "patlite",
      "hid:191a:8003",
      { stop: "0,0,15,0,16,0,0,0", check: "0,0,15,0,1,0,0,0", ready: "0,0,15,0,0,16,0,0", closed: "0,0,15,0,0,0,0,0" },
    ],
  ] as const) {
    test(`${model} shows what is wanted, and again after its cable was out, in the words that are recorded`, async () => {
      const light = plugIn(emulatorOf(model));
      const watched = watch(model, link);
      await watched.up();
      for (const sign of ["closed", "ready", "check", "stop"] as const) {
        watched.device.drive(wants(sign));
        const isSeen = (): boolean => shows(light) === sees[sign];
        await until(isSeen, `it shows ${sign}`, () => shows(light));
      }
      const { tape } = watched.device;
      const moments = (): readonly Moment[] => tape?.since(0) ?? [];
      if (model === "blink1") await until(() => moments().some(({ what }) => what === "poll"), "it hears that we live");
      const sent = moments().length;
      assertAsRecorded(model, "signs", moments());
      await light.unplug();
      await watched.down();
      const again = plugIn(emulatorOf(model));
      await until(
        () => shows(again) === sees.stop,
        "it is red again",
        () => shows(again),
      );
      const since = moments().slice(sent);
      assertAsRecorded(model, "again", since.slice(since.findIndex(({ what }) => what === "open")));
      if (model === "blink1") await until(() => again.state().heardAt !== null, "it waits for us");
      await watched.device.stop();
      if (model === "blink1") assert.deepEqual(shown(again.state(), performance.now() + 3000), [255, 0, 0]);
      await again.unplug();
    });
  }
});
