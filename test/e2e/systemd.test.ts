// The service files as systemd itself reads them, and what the program says to its service manager.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pitwire-systemd-"));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const unitText = readFileSync("systemd/pitwire-table@.service", "utf8");

/** The unit of table a7, with this machine's Node, in a file of its own. */
function writeUnit(text: string): string {
  const path = join(folder, "pitwire-table@a7.service");
  writeFileSync(path, text.replaceAll("/usr/bin/node", process.execPath));
  return path;
}

function ask(program: string, ...words: readonly string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: "utf8" });
  if (error) throw error;
  return { status, said: `${stdout}${stderr}` };
}

describe("the unit", () => {
  test("is accepted by systemd-analyze verify without a word", () => {
    expect(ask("systemd-analyze", "verify", writeUnit(unitText))).toEqual({ status: 0, said: "" });
  });

  test("would not be accepted with a wrong key", () => {
    const { said } = ask("systemd-analyze", "verify", writeUnit(unitText.replace("ProtectSystem=strict", "ProtectSystm=strict")));
    expect(said).toContain("ProtectSystm");
  });

  test("runs a program that this package builds", () => {
    const [, script = "", command = ""] = /^ExecStart=\S+ (?:--\S+ )*\/opt\/pitwire\/(\S+) (\S+)/m.exec(unitText) ?? [];
    expect(ask(process.execPath, script, command, "--help")).toMatchObject({
      status: 0,
      said: expect.stringContaining("pitwire up --config"),
    });
  });

  test("stays locked in: exposure at most 2.0 of 10", () => {
    const { status, said } = ask("systemd-analyze", "security", "--offline=true", "--threshold=20", writeUnit(unitText));
    expect(status, said).toBe(0);
  });
});

describe("users and folders", () => {
  const accounts = (file: string): string[] => readFileSync(join(folder, "etc", file), "utf8").split("\n");

  test.runIf(process.getuid?.() === 0)("are made as the unit needs them", () => {
    mkdirSync(join(folder, "etc"));
    writeFileSync(join(folder, "etc/group"), "root:x:0:\ndialout:x:20:\n");
    expect(ask("systemd-sysusers", `--root=${folder}`, join(process.cwd(), "systemd/pitwire.sysusers.conf"))).toMatchObject({ status: 0 });
    expect(
      accounts("passwd").some((line) => /^pitwire:x:\d+:\d+:Pitwire tables:\/var\/lib\/pitwire:\/usr\/sbin\/nologin$/.test(line)),
    ).toBe(true);
    expect(accounts("group")).toContain("dialout:x:20:pitwire");
    const made = ask("systemd-tmpfiles", `--root=${folder}`, "--create", join(process.cwd(), "systemd/pitwire.tmpfiles.conf"));
    expect(made.status, made.said).toBe(0);
    const [, uid = ""] = /^pitwire:x:(\d+):/m.exec(accounts("passwd").join("\n")) ?? [];
    const state = statSync(join(folder, "var/lib/pitwire"));
    expect([state.mode & 0o777, String(state.uid)]).toEqual([0o750, uid]);
    const configuration = statSync(join(folder, "etc/pitwire"));
    expect([configuration.mode & 0o777, configuration.uid]).toEqual([0o750, 0]);
  });
});

describe("the udev rules", () => {
  const path = "systemd/60-pitwire.rules";
  const rules = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

  test("are each explained", () => {
    const lines = readFileSync(path, "utf8").split("\n");
    for (const rule of rules.filter((one) => !one.startsWith("LABEL"))) {
      const before = lines.slice(0, lines.indexOf(rule)).reverse();
      expect(
        before.find((line) => line === "" || line.startsWith("#")),
        rule,
      ).toMatch(/^#/);
    }
  });

  test("are read by udev itself without a complaint", () => {
    expect(complaints(path)).toEqual([]);
  });

  test("would not be with a wrong key or label", () => {
    const wrong = join(folder, "60-pitwire.rules");
    writeFileSync(wrong, readFileSync(path, "utf8").replace("GROUP=", "GRUP=").replace("LABEL=", 'LABEL="other" # '));
    expect(complaints(wrong).join("\n")).toMatch(/GRUP[\s\S]*pitwire_end/);
  });
});

/** udev reads every rules file before it looks at a device, here from a folder that no other process sees. */
function complaints(path: string): readonly string[] {
  const script =
    'mount -t tmpfs none /run && mkdir -p /run/udev/rules.d && cp "$0" /run/udev/rules.d/ && udevadm test /devices/virtual/mem/null';
  const root = process.getuid?.() === 0;
  const { status, said } = ask("unshare", ...(root ? ["-m"] : ["-rm"]), "sh", "-c", script, path);
  expect(said).toContain("Reading rules file: /run/udev/rules.d/60-pitwire.rules");
  expect(status, said).toBe(0);
  return said.split("\n").filter((line) => line.includes("60-pitwire.rules:"));
}

/** Plays the service manager's end of NOTIFY_SOCKET: every datagram's lines, as they come. */
const listener = `
import array, os, socket, sys
heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
heard.bind(sys.argv[1])
print("listening", flush=True)
while True:
    text, control, _, _ = heard.recvmsg(4096, socket.CMSG_SPACE(64))
    for level, kind, fds in control:
        if kind == socket.SCM_RIGHTS:
            for fd in array.array("i", fds): os.close(fd)
    print(text.decode(), flush=True)
`;

describe("the program under a service manager", () => {
  test("says that it is ready, feeds the watchdog, and says that it stops", async () => {
    const socket = join(folder, "notify");
    const heard: string[] = [];
    const manager = spawn("python3", ["-c", listener, socket], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(manager);
    createInterface(manager.stdout).on("line", (line) => heard.push(line));
    await expect.poll(() => heard, { timeout: 10_000 }).toContain("listening");

    const words = ["dist/pitwire.js", "demo", "--port", "0", "--mqtt-port", "0", "--folder", join(folder, "demo"), "--pace", "50"];
    const program = spawn(process.execPath, words, {
      env: { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: "3000000" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(program);
    const ended = new Promise<number | null>((resolve) => program.once("exit", resolve));
    await expect.poll(() => heard, { timeout: 20_000 }).toContain("READY=1");
    expect(heard).toContain(`MAINPID=${program.pid}`);
    expect(heard).not.toContain("WATCHDOG=1");
    await expect.poll(() => heard.filter((line) => line === "WATCHDOG=1").length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    expect(heard).not.toContain("STOPPING=1");

    program.kill("SIGTERM");
    await expect.poll(() => heard, { timeout: 10_000 }).toContain("STOPPING=1");
    expect(await ended).toBe(0);
  });
});
