// Links over real pseudo terminals and sockets: unplugged, plugged in again, held by others, silent, noisy.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Sequenced } from "#core/device";
import { tablelink } from "#devices/tablelink/driver";
import { type TablelinkAction, tablelinkEmulator } from "#devices/tablelink/emulator";
import { type ServedEmulator, serveEmulator } from "#sim/serve";
import { type DeviceInput, type RunningDevice, runDevice } from "#table/device-loop";
import { openSerial } from "#table/serial-binding";

const folder = mkdtempSync(join(tmpdir(), "pitwire-links-"));
const cleanups: (() => unknown)[] = [];
let ports = 0;

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Waits for a condition, not for a time. */
async function until(what: string, holds: () => boolean, withinMs = 15_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function groupId(name: string): number {
  const entry = readFileSync("/etc/group", "utf8")
    .split("\n")
    .find((line) => line.startsWith(`${name}:`));
  return Number(entry?.split(":")[2]);
}

function newPort(): string {
  return join(folder, `port-${++ports}`);
}

async function serve(where: string): Promise<ServedEmulator<TablelinkAction>> {
  const served = await serveEmulator(tablelinkEmulator, { readers: 2 }, where);
  cleanups.push(() => served.close());
  return served;
}

interface Heard {
  readonly device: RunningDevice;
  readonly inputs: (DeviceInput & { readonly tookAt: number })[];
  readings(kind: Sequenced["kind"]): readonly Sequenced[];
  links(): readonly string[];
}

function run(link: string): Heard {
  const inputs: Heard["inputs"] = [];
  const device = runDevice({
    id: "reader",
    driver: tablelink,
    options: { inputs: { "2": { lamp: "red" } } },
    link,
    clock: () => Math.round(performance.timeOrigin + performance.now()),
    random: () => 0.5,
    emit: (batch) => {
      for (const input of batch) inputs.push({ ...input, tookAt: performance.now() });
    },
  });
  cleanups.push(() => device.stop());
  return {
    device,
    inputs,
    readings: (kind) => inputs.flatMap((input) => (input.kind === "reading" && input.reading.kind === kind ? [input.reading] : [])),
    links: () =>
      inputs.flatMap((input) => (input.kind === "link" ? [input.why === undefined ? input.status : `${input.status} ${input.why}`] : [])),
  };
}

function uidOf(number: number): string {
  return `E004${number.toString(16).toUpperCase().padStart(12, "0")}`;
}

const put = (number: number): TablelinkAction => ({ kind: "tag", antenna: 1, uid: uidOf(number), present: true });
const isUp = ({ device }: Heard) => device.health().status === "up";
const lastDetail = ({ inputs }: Heard): string =>
  inputs.flatMap((input) => (input.kind === "link" && input.detail !== undefined ? [input.detail] : [])).at(-1) ?? "";

/** A pseudo terminal held by a process of its own: what is written here comes out of the port. */
async function rawPty(): Promise<{ readonly path: string; readonly socat: ChildProcess }> {
  const path = newPort();
  const socat = spawn("socat", [`PTY,raw,echo=0,link=${path}`, "STDIO"], { stdio: ["pipe", "pipe", "ignore"] });
  cleanups.push(() => socat.kill("SIGKILL"));
  await until("socat makes its link", () => existsSync(path));
  return { path, socat };
}

describe("a serial link", () => {
  it("reads cards over a pseudo terminal, told up only once the device has answered", async () => {
    const served = await serve(`pty:${newPort()}`);
    const heard = run(served.address);
    await until("up", () => isUp(heard));
    expect(heard.inputs.slice(0, 2)).toMatchObject([
      { kind: "link", status: "up" },
      { kind: "reading", reading: { kind: "hello", restarted: false } },
    ]);
    served.act(put(1));
    await until("the card", () => heard.readings("tag").length === 1);
    expect(heard.readings("tag")).toMatchObject([{ uid: uidOf(1), antenna: 1, present: true }]);
    expect(heard.links()).toEqual(["up"]);
    const kept = heard.device.tape?.read().moments.flatMap(({ what, bytes }) => (what === "in" ? [...bytes] : [])) ?? [];
    expect(String.fromCharCode(...kept)).toContain(uidOf(1));
  });

  it("is down at once when the cable is pulled in mid stream, and comes back by itself, with nothing lost or doubled", async () => {
    const served = await serve(`pty:${newPort()}`);
    const heard = run(served.address);
    await until("up", () => isUp(heard));
    for (let card = 0; card < 40; card++) served.act(put(card));
    await until("some cards", () => heard.readings("tag").length > 5);
    served.cut();
    const cutAt = performance.now();
    await until("down", () => heard.device.health().status === "down");
    expect((heard.inputs.at(-1)?.tookAt ?? 0) - cutAt).toBeLessThan(100);
    expect(heard.links().at(-1)).toBe("down hungUp");
    for (let card = 40; card < 52; card++) served.act(put(card));
    await served.restore();
    await until("up again", () => isUp(heard));
    await until("all cards", () => heard.readings("tag").length >= 52);
    served.act({ kind: "unread", antenna: 3 });
    await until("a reading after them", () => heard.readings("unreadable").length === 1);
    expect(
      heard
        .readings("tag")
        .map((tag) => tag.kind === "tag" && tag.uid)
        .sort(),
    ).toEqual(Array.from({ length: 52 }, (_, card) => uidOf(card)).sort());
    const live = heard.readings("tag").filter((tag) => tag.seq !== undefined).length;
    const lost = heard.readings("fault").map((fault) => (fault.kind === "fault" && fault.code === "lostEvents" ? (fault.count ?? 0) : 0));
    expect(live + lost.reduce((sum, count) => sum + count, 0)).toBe(52);
    expect(heard.readings("hello")).toEqual([
      { kind: "hello", restarted: false },
      { kind: "hello", restarted: false },
    ]);
    expect(heard.device.health().reconnects).toBe(1);
  });

  it("comes back again and again", async () => {
    const served = await serve(`pty:${newPort()}`);
    const heard = run(served.address);
    for (let round = 1; round <= 5; round++) {
      await until(`up, round ${round}`, () => isUp(heard));
      served.cut();
      await until(`down, round ${round}`, () => !isUp(heard));
      await served.restore();
    }
    await until("up at the end", () => isUp(heard));
    expect(heard.links().filter((link) => link === "up").length).toBe(6);
  });

  it("tells a restart of the device", async () => {
    const served = await serve(`pty:${newPort()}`);
    const heard = run(served.address);
    await until("up", () => isUp(heard));
    served.act(put(1));
    await until("the card", () => heard.readings("tag").length === 1);
    served.act({ kind: "reboot" });
    await until("the card again", () => heard.readings("tag").length === 3);
    expect(heard.readings("tag").map((tag) => tag.kind === "tag" && tag.present)).toEqual([true, false, true]);
    expect(heard.readings("hello").at(-1)).toEqual({ kind: "hello", restarted: true });
  });

  it.each(["at once", "while paused"])("notices a hang-up that came before the poll, %s, and burns no processor", async (when) => {
    const { path, socat } = await rawPty();
    const ends: string[] = [];
    const settings = { path, baudRate: 115_200, dataBits: 8, parity: "none", stopBits: 1 } as const;
    const port = await openSerial(settings, { onBytes: () => {}, onHangUp: (error) => ends.push(error.message) });
    cleanups.push(() => port.close());
    if (when === "while paused") port.pause();
    // The event loop stands still while the other end dies: the terminal has hung up before the kernel is asked to poll it.
    socat.kill("SIGKILL");
    const dead = performance.now() + 200;
    while (performance.now() < dead);
    const before = process.cpuUsage();
    port.resume();
    await until("the hang-up is told", () => ends.length > 0, 1000);
    await until("a while has passed", () => performance.now() > dead + 500);
    const used = process.cpuUsage(before);
    expect(ends).toHaveLength(1);
    expect((used.user + used.system) / 1000).toBeLessThan(250);
  });

  it("says who holds a busy port, and takes it once it is free", async () => {
    const { path, socat } = await rawPty();
    const holder = spawn("flock", ["--no-fork", "--exclusive", path, "sleep", "60"], { stdio: "ignore" });
    cleanups.push(() => holder.kill("SIGKILL"));
    const isLocked = (): boolean => spawnSync("flock", ["--nonblock", path, "true"]).status !== 0;
    await until("the port is locked", isLocked);
    const heard = run(`serial:${path}`);
    await until("refused", () => heard.links().length > 0);
    expect(heard.links()).toEqual(["down busy"]);
    expect(lastDetail(heard)).toContain(`${path} is in use by`);
    expect(lastDetail(heard)).toContain(`sleep (process ${holder.pid})`);
    holder.kill("SIGKILL");
    let device = tablelinkEmulator.start({});
    const beat = setInterval(() => {
      const said = tablelinkEmulator.act(device, { kind: "heartbeat" }, Math.round(performance.now()));
      device = said.state;
      socat.stdin?.write(said.bytes);
    }, 50);
    cleanups.push(() => clearInterval(beat));
    await until("up", () => isUp(heard));
  });

  it("says so when the port is missing, is no port, or is another one now", async () => {
    const path = newPort();
    const missing = run(`serial:${path}`);
    await until("missing", () => missing.links().length > 0);
    expect(missing.links()).toEqual(["down missing"]);
    expect(lastDetail(missing)).toBe(`${path} does not exist: plug the device in, or correct the path`);

    const file = newPort();
    writeFileSync(file, "");
    const noPort = run(`serial:${file}`);
    await until("no port", () => noPort.links().length > 0);
    expect(lastDetail(noPort)).toBe(`${file} is no serial port`);

    const served = await serve(`pty:${path}`);
    await until("the missing one is up", () => isUp(missing));
    expect(missing.links()).toEqual(["down missing", "up"]);
    await served.close();
  });

  it.skipIf(process.getuid?.() !== 0)(
    "names the group to join when the port is not ours to open (needs root to give its rights away)",
    async () => {
      const { path } = await rawPty();
      chownSync(path, 0, groupId("dialout"));
      chmodSync(path, 0o660);
      chmodSync(folder, 0o755);
      process.seteuid?.(65_534);
      cleanups.push(() => process.seteuid?.(0));
      const heard = run(`serial:${path}`);
      await until("denied", () => heard.links().length > 0);
      expect(heard.links()).toEqual(["down denied"]);
      expect(lastDetail(heard)).toContain("sudo usermod -aG dialout USER");
    },
  );

  it("looks at the path itself: a port that was renumbered behind its back is given up", async () => {
    const { path } = await rawPty();
    const other = await rawPty();
    const heard = run(`serial:${path}`);
    await until("the port is open", () => heard.device.send(new Uint8Array(0)));
    rmSync(path);
    symlinkSync(realpathSync(other.path), path);
    await until("given up", () => heard.links().length > 0);
    expect(heard.links()[0]).toBe("down replaced");
  });

  it("hints at speed and parity when nothing but garbage comes", async () => {
    const { path, socat } = await rawPty();
    const heard = run(`serial:${path}`);
    const noise = setInterval(() => socat.stdin?.write(Buffer.alloc(60, 0xa5)), 100);
    cleanups.push(() => clearInterval(noise));
    await until("the hint", () => heard.readings("fault").length > 0, 9000);
    expect(heard.readings("fault")[0]).toMatchObject({ code: "noValidFrames", cleared: false });
    expect(heard.links()).not.toContain("up");
    clearInterval(noise);
    socat.stdin?.write("\n");
    socat.stdin?.write(tablelinkEmulator.act(tablelinkEmulator.start({}), { kind: "heartbeat" }, 1).bytes);
    await until("a good line clears it", () => heard.readings("fault").length > 1);
    expect(heard.readings("fault").at(-1)).toMatchObject({ code: "noValidFrames", cleared: true });
    expect(heard.readings("noise").length).toBeLessThan(12);
  });

  it("waits while paused and loses nothing", async () => {
    const served = await serve(`pty:${newPort()}`);
    const heard = run(served.address);
    await until("up", () => isUp(heard));
    heard.device.pause();
    const before = heard.readings("tag").length;
    for (let card = 0; card < 20; card++) served.act(put(card));
    const silentUntil = performance.now() + 4000;
    await until("longer than the device may be silent", () => performance.now() > silentUntil);
    expect(heard.readings("tag").length).toBe(before);
    expect(heard.links()).toEqual(["up"]);
    heard.device.resume();
    await until("all cards", () => heard.readings("tag").length === 20);
    expect(heard.links()).toEqual(["up"]);
    expect(heard.readings("fault")).toEqual([]);
  });
});

/** A TCP server that sends what a device would. */
async function serverOf(
  greet: (client: Socket) => void,
): Promise<{ readonly address: string; readonly server: Server; readonly clients: Socket[] }> {
  const clients: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.push(client);
    client.on("error", () => {});
    client.resume();
    greet(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  cleanups.push(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  return { address: `tcp://127.0.0.1:${(server.address() as { port: number }).port}`, server, clients };
}

const greeting = tablelinkEmulator.act(tablelinkEmulator.start({}), { kind: "heartbeat" }, 1).bytes;

describe("a TCP link", () => {
  it("reads cards, and comes back when the cable was out", async () => {
    const served = await serve("tcp://127.0.0.1:0");
    const heard = run(served.address);
    await until("up", () => isUp(heard));
    served.act(put(1));
    await until("a card", () => heard.readings("tag").length === 1);
    served.cut();
    await until("down", () => !isUp(heard));
    served.act(put(2));
    await until("refused", () => heard.links().includes("down refused"));
    expect(lastDetail(heard)).toContain("refuses the connection");
    await served.restore();
    await until("up again", () => isUp(heard));
    await until("the card put meanwhile", () => heard.readings("tag").length === 2);
    expect(heard.readings("fault")).toMatchObject([{ code: "lostEvents", count: 1 }]);
  });

  it("is down when the server closes its half, and connects anew", async () => {
    const { address, clients } = await serverOf((client) => client.write(greeting));
    const heard = run(address);
    await until("up", () => isUp(heard));
    clients[0]?.end();
    await until("down", () => heard.links().includes("down closed"));
    await until("a second connection", () => clients.length === 2);
    await until("up again", () => isUp(heard));
  });

  it("is stale, then down, when the other half is open but nobody is there", async () => {
    const { address, clients } = await serverOf((client) => client.write(greeting));
    const heard = run(address);
    await until("up", () => isUp(heard));
    await until("stale", () => heard.links().includes("stale silent"));
    expect(heard.device.health().status).toBe("stale");
    clients[0]?.write(greeting);
    await until("up by the next line", () => isUp(heard));
    await until("down and connected anew", () => clients.length === 2);
    expect(heard.links()).toEqual(["up", "stale silent", "up", "stale silent", "down silent", "up"].slice(0, heard.links().length));
    expect(heard.links()).toContain("down silent");
  });

  it("stops while it is connecting, and tells nothing afterwards", async () => {
    const { address } = await serverOf((client) => client.write(greeting));
    const heard = run(address);
    await heard.device.stop();
    expect(heard.inputs).toEqual([]);
    expect(heard.device.send(greeting)).toBe(false);
  });
});
