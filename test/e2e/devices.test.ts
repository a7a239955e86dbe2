// pitwire devices as a technician uses it: what is there, what it says, a session as a file, a profile that is checked, a device made of
// numbers. Programs beside programs, over real pseudo terminals.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";

const folder = workFolder();
const running: Program[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.kill();
});
afterAll(() => folder.remove());

function pitwire(...words: readonly string[]): Program {
  const started = program(["devices", ...words]);
  running.push(started);
  return started;
}

/** What it said, once it has ended as it should. */
async function said(one: Program, status = 0): Promise<readonly string[]> {
  expect([await one.ended, one.output()]).toEqual([status, expect.anything()]);
  return one.output().trimEnd().split("\n");
}

/** An emulated device on a pseudo terminal or a TCP port, and how to make something happen at it. */
async function emulated(name: string, port: string): Promise<{ readonly link: string; act(what: object): void }> {
  const device = pitwire("emulate", name, "--port", port);
  await device.says("Ctrl-C ends it");
  const link = / answers at (\S+)\. /.exec(device.output())?.[1] ?? "";
  return { link, act: (what) => void device.child.stdin?.write(`${JSON.stringify(what)}\n`) };
}

const tag = (n: number, present: boolean) => ({ kind: "tag", antenna: 0, uid: `E00401001234567${n}`, present });

/** The readings in what was said, without time and place. */
function readingsIn(lines: readonly string[]): readonly unknown[] {
  return lines.flatMap((line) => [...line.matchAll(/\{"kind":.*?\}/g)].map(([text]) => JSON.parse(text) as { kind: string }));
}

const tagsIn = (lines: readonly string[]): readonly unknown[] =>
  readingsIn(lines).filter((reading) => (reading as { kind: string }).kind === "tag");

describe("pitwire devices", () => {
  it("list names each device of a table, and says which are not plugged in", async () => {
    writeFileSync(
      folder.file("table.yaml"),
      stringify({
        version: 1,
        site: "s1",
        table: "t1",
        pack: "high-card-flush/florida",
        folder: "data",
        devices: [
          { id: "shoe", driver: "tablelink", link: `serial:${folder.file("nothing")}`, antennas: { 0: "shoe" } },
          { id: "lamps", driver: "modbus-io", link: "tcp://127.0.0.1:502", options: { inputs: { 0: { lamp: "red" } } } },
          { id: "light", driver: "luxafor", link: "hid:04d8:f372" },
        ],
      }),
    );
    const lines = (await said(pitwire("list", "--config", folder.file("table.yaml")))).join("\n");
    expect(lines).toContain(`serial:${folder.file("nothing")}\n    t1: shoe, not plugged in`);
    expect(lines).toContain("tcp://127.0.0.1:502\n    t1: lamps");
    expect(lines).toContain("hid:04d8:f372\n    t1: light, not plugged in");
  });

  it("probe finds the driver that understands a port, and says so where none does", async () => {
    const { link } = await emulated("r2000", "tcp");
    const found = await said(pitwire("probe", "--link", link, "--for", "0.3"));
    expect(found.find((line) => line.includes("Write driver"))).toMatch(/^r2000: \d+ good frames, 0 bad\. Write driver: r2000$/);
    expect(found.filter((line) => line.includes("Write driver"))).toHaveLength(1);
    const gone = await said(pitwire("probe", "--link", `serial:${folder.file("gone")}`, "--for", "0.2"), 1);
    expect(gone[0]).toMatch(/gone/);
  });

  it("monitor shows frames as they come; a session that was recorded is played again, reading by reading", async () => {
    const { link, act } = await emulated("tablelink", folder.file("reader"));
    const direct = ["--driver", "tablelink", "--link", link] as const;
    const watch = pitwire("monitor", ...direct);
    await watch.says('"kind":"hello"');
    for (const present of [true, false]) act(tag(1, present));
    await watch.says('"present":false');
    await watch.stop();
    const seen = await said(watch);
    expect(tagsIn(seen)).toMatchObject([tag(1, true), tag(1, false)]);
    expect(seen.at(-1)).toMatch(/^-- \d+ good frames, 0 bad, 0 misses, opened again 0 times$/);

    const file = folder.file("session.txt");
    const recording = pitwire("record", ...direct, file);
    await recording.says("Recording");
    await until("the device has greeted it", () => existsSync(file) && readFileSync(file, "utf8").includes("snap"));
    for (const n of [2, 3, 4]) act(tag(n, true));
    act(tag(3, false));
    await until("all is on file", () => readFileSync(file, "utf8").split("E00401001234567").length > 4);
    await recording.stop();
    expect((await said(recording)).at(-1)).toMatch(/^\d+ moments, \d+ good frames, 0 bad\.$/);
    const replayed = await said(pitwire("replay", file));
    expect(tagsIn(replayed)).toMatchObject([tag(2, true), tag(3, true), tag(4, true), tag(3, false)]);
    expect(readFileSync(file, "utf8")).toMatch(/^model tablelink\noptions \{\}\n {5}0 open\n/);

    // With a byte that came in the middle of a line, the replay tells what the driver would have told.
    writeFileSync(file, readFileSync(file, "utf8").replace('\\"uid\\":\\"E004010012345673', '\\"uid\\":\\"E00401001234567Z'));
    expect(readingsIn(await said(pitwire("replay", file)))).toContainEqual(expect.objectContaining({ kind: "noise" }));
  });

  it("check refuses a profile that fails its own vectors, and names the vector", async () => {
    const profile = readFileSync("devices/profiles/rdm6300.yaml", "utf8");
    writeFileSync(folder.file("good.yaml"), profile);
    writeFileSync(folder.file("bad.yaml"), profile.replace("0A00B3C4D5, antenna", "0A00B3C4D6, antenna"));
    expect(await said(pitwire("check", folder.file("good.yaml")))).toEqual([
      expect.stringMatching(/good\.yaml: RDM6300, ID-12, 2 vectors hold, documented, hash [0-9a-f]{16}$/),
    ]);
    const refused = (await said(pitwire("check", folder.file("bad.yaml")), 1)).join("\n");
    expect(refused).toMatch(/line \d+, column \d+: tests\.0: the profile fails its own vector 1: 02 30 41 /);
    expect(refused).toMatch(/expected \{"kind":"tag","uid":"0A00B3C4D6".*came \{"kind":"tag","uid":"0A00B3C4D5"/);
  });

  it("emulate says what it can't be, and where it can't be", async () => {
    expect((await said(pitwire("emulate", "wedge", "--port", "tcp"), 1)).join()).toMatch(/wedge is a USB device: write --port usb/);
    expect((await said(pitwire("emulate", "tablelink", "--port", "usb"), 1)).join()).toMatch(/tablelink is no USB device/);
    expect((await said(pitwire("emulate", "tablelin", "--port", "tcp"), 1)).join()).toMatch(/tablelink/);
    expect((await said(pitwire("emulate", "tablelink", "--port", "here"), 1)).join()).toMatch(/begins with \//);
  });

  it("monitor ID shows what a running table hears, and says so when no table runs", async () => {
    const { link, act } = await emulated("tablelink", folder.file("rack"));
    const [port = 0] = await freePorts(1);
    const config = folder.file("up.yaml");
    const device = { id: "lamps", driver: "tablelink", link, options: { inputs: { 4: { lamp: "red" } } } };
    const shoe = { id: "shoe", driver: "suit-rank-line", link: `serial:${folder.file("nothing")}` };
    const more = {
      pack: "high-card-flush/florida",
      folder: "data",
      http: { port },
      mqtt: { embedded: { port: 0 } },
      devices: [shoe, device],
    };
    writeFileSync(config, stringify({ version: 1, site: "s1", table: "t1", ...more }));
    expect((await said(pitwire("monitor", "lamps", "--config", config), 1)).join()).toMatch(/t1 does not answer at .* is it running\?/);
    const table = program(["up", "--config", config]);
    running.push(table);
    await until("the table answers", () =>
      fetch(`http://127.0.0.1:${port}/api/devices`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const watch = pitwire("monitor", "lamps", "--config", config);
    await watch.says("good");
    act({ kind: "input", port: 4, level: 1 });
    await watch.says(/"lamp":"red","state":"on"/);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const of = (name: string, device: string): number =>
      Number(new RegExp(`^pitwire_device_${name}\\{table="t1",device="${device}",[^}]*\\} (\\S+)$`, "m").exec(metrics)?.[1]);
    expect([of("up", "lamps"), of("bad_frames_total", "lamps"), of("misses_total", "lamps"), of("reconnects_total", "lamps")]).toEqual([
      1, 0, 0, 0,
    ]);
    expect(of("frames_total", "lamps")).toBeGreaterThan(0);
    expect(Math.abs(of("last_seen_timestamp_seconds", "lamps") - Date.now() / 1000)).toBeLessThan(60);
    expect([of("up", "shoe"), of("frames_total", "shoe")]).toEqual([0, 0]);
    expect(metrics).not.toMatch(/sweep_seconds\{/);
    expect((await said(pitwire("monitor", "nobody", "--config", config), 1)).join()).toMatch(/has no device "nobody"; it has shoe, lamps/);
  });
});
