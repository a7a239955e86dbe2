// What a stranger, a thief and two custodians can find out of a real table: its files, its topics, its pages, its process.

import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { deck52 } from "#core/card";
import { findGame, type GameEntry } from "#games/index";
import { deckCsv, tagOf } from "#sim/reader";
import { recordShift, serviceKey } from "../laws/recorded-shift.ts";
import { freePorts, type Program, program, until, watch, workFolder } from "./program.ts";
import { facts, subscribe } from "./table-client.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function folderOfOurOwn(): ReturnType<typeof workFolder> {
  const folder = workFolder();
  closers.push(() => folder.remove());
  return folder;
}

const main = join(import.meta.dirname, "../../dist/pitwire.js");

function run(words: readonly string[], input = "", env: Readonly<Record<string, string>> = {}): { status: number | null; said: string } {
  const done = spawnSync(process.execPath, [main, ...words], { input, encoding: "utf8", env: { ...process.env, ...env } });
  return { status: done.status, said: done.stdout + done.stderr };
}

function start(words: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const running = program(words, env);
  closers.push(() => running.kill());
  return running;
}

const passphrases = { bianchi: "correct horse battery", rossi: "staple that nobody knows" };

/** A table at rest with a shift in its journal, and two custodians whose keys were made by the program itself. */
async function tableAtRest() {
  const folder = folderOfOurOwn();
  const custodians = (["bianchi", "rossi"] as const).map((name) => {
    const role = name === "bianchi" ? "surveillance" : "manager";
    const secret = passphrases[name];
    const { status, said } = run(["keys", "--name", name, "--role", role, folder.file(`${name}.key`)], `${secret}\n${secret}\n`);
    expect([status, said]).toEqual([0, expect.stringContaining(`role: ${role}`)]);
    return { name, role, key: /key: ([\w-]{43})/.exec(said)?.[1] ?? "" } as const;
  });
  const data = folder.file("data");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(data, "service.key"), serviceKey, { mode: 0o600 });
  await recordShift(join(data, "journal.sqlite"), findGame("high-card-flush") as GameEntry, {
    seed: 4,
    rounds: 3,
    custodians: custodians.map(({ name, role, key }) => ({ name, role, publicKey: Buffer.from(key, "base64url") })),
  });
  const [port = 0, mqtt = 0] = await freePorts(2);
  const config = folder.file("table.yaml");
  const table = { version: 1, site: "s1", table: "t1", pack: "high-card-flush/florida", folder: "data", http: { port } };
  writeFileSync(config, stringify({ ...table, mqtt: { embedded: { port: mqtt } }, custodians }));
  const journal = join(data, "journal.sqlite");
  const open = (more: readonly string[] = [], input = `${passphrases.bianchi}\n${passphrases.rossi}\n`) =>
    run(["open", "--config", config, "--round", "2", "--reason", "player disputes the hand", ...(more.length > 0 ? more : keys)], input);
  const keys = ["--key", folder.file("bianchi.key"), "--key", folder.file("rossi.key")];
  return { folder, config, journal, mqtt, port, open };
}

describe("sealed cards", () => {
  it("are opened by two people together, who leave a record; by nobody else", async () => {
    const { folder, journal, open } = await tableAtRest();
    const bianchi = folder.file("bianchi.key");
    expect(open(["--key", bianchi])).toMatchObject({ status: 1, said: expect.stringContaining("the keys of two people") });
    expect(open(["--key", bianchi, "--key", bianchi], `${passphrases.bianchi}\n${passphrases.bianchi}\n`)).toMatchObject({
      status: 1,
      said: expect.stringContaining("have one role"),
    });
    expect(open([], `${passphrases.bianchi}\nnot the passphrase\n`)).toMatchObject({
      status: 1,
      said: expect.stringContaining("another passphrase"),
    });
    expect(run(["verify", journal]).said).not.toContain("unsealed");
    const opened = open();
    expect(opened).toMatchObject({ status: 0, said: expect.stringContaining("opened by bianchi (surveillance) and rossi (manager)") });
    expect(opened.said).toMatch(/ {2}\d\/hand +[2-9TJQKA][cdhs] {2}card \d+ of the round/);
    const found = run(["verify", journal]);
    expect(found).toMatchObject({ status: 0, said: expect.stringContaining("opened cards are those committed to") });
    expect(run(["commitments", journal])).toMatchObject({ status: 0, said: expect.stringContaining("are those that were committed to") });
  });

  it("are opened beside the running table, which tells everybody that somebody looks", async () => {
    const { config, mqtt, open, journal, folder } = await tableAtRest();
    const running = start(["up", "--config", config]);
    await running.says("console");
    const heard = subscribe(mqtt, "pitwire/v1/s1/t1/#");
    closers.push(() => heard.stop());
    expect(open()).toMatchObject({ status: 0, said: expect.stringContaining("This is on record.") });
    const fact = await until("the record is published", () => facts(heard).find((one) => one.fact.kind === "unsealed"));
    expect(fact.fact).toMatchObject({ of: 2, reason: "player disputes the hand", by: [{ name: "bianchi" }, { name: "rossi" }] });
    // A copy for the archive holds no key, and stands by itself.
    const copy = folder.file("copy.sqlite");
    expect(run(["backup", journal, copy])).toMatchObject({ status: 0 });
    expect(run(["verify", copy])).toMatchObject({ status: 0 });
    const bytes = readFileSync(copy);
    expect(bytes.includes(Buffer.from(serviceKey))).toBe(false);
    const stopped = await running.stop();
    expect(stopped).toBe(0);
    const head = await until("the last head is published", () => heard.messages().findLast(({ topic }) => topic.endsWith("/head")));
    expect(run(["verify", journal, "--head", head.payload])).toMatchObject({
      status: 0,
      said: expect.stringMatching(/published head at record \d+ fits/),
    });
    // The copy ends before that head: its end is missing, and that is found.
    expect(run(["verify", copy, "--head", head.payload])).toMatchObject({ status: 1, said: expect.stringContaining("the end is cut off") });
    const report = run(["report", "shift", journal]);
    expect(report.said).toContain(`head            ${JSON.parse(head.payload).seq}:`);
  });
});

/** A copy of the program, and a configuration beside it. */
async function install() {
  const folder = folderOfOurOwn();
  const root = join(import.meta.dirname, "../..");
  const installed = folder.file("pitwire");
  for (const part of ["dist", "devices/profiles", "src/games", "package.json"])
    cpSync(join(root, part), join(installed, part), { recursive: true });
  symlinkSync(realpathSync(join(root, "node_modules")), join(installed, "node_modules"));
  const [http = 0, mqtt = 0] = await freePorts(2);
  const config = folder.file("table.yaml");
  const table = {
    version: 1,
    site: "s1",
    table: "t1",
    pack: "high-card-flush/florida",
    folder: "data",
    language: "it",
    http: { port: http },
  };
  writeFileSync(config, stringify({ ...table, mqtt: { embedded: { port: mqtt } } }));
  const start = (...words: readonly string[]): Program => {
    const running = watch(spawn(process.execPath, [join(installed, "dist/pitwire.js"), ...words]));
    closers.push(() => running.kill());
    return running;
  };
  const mend = (file: string): void => copyFileSync(join(root, file), join(installed, file));
  return { folder, installed, http, mqtt, config, start, mend };
}

describe("a program that is not the one that was installed", () => {
  it("locks its table: nothing is opened or sent, the pages say which file and whom to call, until a person has mended it", async () => {
    const { folder, installed, http, mqtt, config, start, mend } = await install();
    const up = (): Program => start("up", "--config", config);
    const flip = (file: string): void => {
      const bytes = readFileSync(join(installed, file));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      writeFileSync(join(installed, file), bytes);
    };
    const get = async (path: string): Promise<string> => {
      const reply = await fetch(`http://127.0.0.1:${http}${path}`);
      return `${reply.status} ${await reply.text()}`;
    };
    // The page's script is changed, and a rule pack so much that it could not even be read.
    const [script = ""] = readdirSync(join(installed, "dist/dashboard/web/assets")).filter((name) => name.endsWith(".js"));
    const [page, pack] = [`dist/dashboard/web/assets/${script}`, "src/games/high-card-flush/packs/florida.yaml"];
    flip(page);
    writeFileSync(join(installed, pack), "rules: [");
    const locked = up();
    await locked.says("The table stays locked");
    expect(locked.output()).toContain(`${page} was changed\n${pack} was changed\n`);
    expect(await get("/console")).toMatch(/^200 .*Tavolo bloccato.*è cambiato.*Chiama il tecnico/s);
    expect(await get("/sign")).toMatch(/^200 .*Questo tavolo è chiuso.*è cambiato/s);
    expect(await get("/api/stream?audience=dealer")).toContain("event: locked");
    expect(await get("/api/health")).toMatch(/^503 .*"why":"locked"/);
    await expect(fetch(`http://127.0.0.1:${mqtt}`)).rejects.toThrow();
    expect(existsSync(folder.file("data"))).toBe(false);
    expect(await locked.stop()).toBe(1);
    for (const file of [page, pack]) mend(file);
    const mended = up();
    await mended.says("console");
    const found = JSON.parse((await get("/api/program")).slice(4));
    expect(found).toMatchObject({ faults: [], changes: [{ seq: 1 }] });
    // Beside a running table the look is taken anew.
    flip(page);
    expect(JSON.parse((await get("/api/program")).slice(4)).faults).toEqual([{ file: page, what: "changed" }]);
    expect(await mended.stop()).toBe(0);
  });

  it("names the file whose flipped bit no engine can read, and shows the locked pages wherever they are whole", async () => {
    const { installed, config, http, start, mend } = await install();
    const chunks = readdirSync(join(installed, "dist/chunks")).filter((name) => name.endsWith(".js"));
    const textOf = (file: string): string => readFileSync(join(installed, file), "latin1");
    /** The chunk that a source went into. */
    const chunkOf = (source: string): string =>
      `dist/chunks/${chunks.find((name) => textOf(`dist/chunks/${name}`).includes(`// ${source}`))}`;
    const flipped = (word: string): string => String.fromCharCode(word.charCodeAt(0) ^ 1) + word.slice(1);
    const flip = (file: string): void =>
      writeFileSync(join(installed, file), textOf(file).replace(/^(import|function) /m, flipped), "latin1");
    const lines: readonly (readonly [file: string, words: readonly string[], isShown: boolean])[] = [
      [chunkOf("src/cli/run.ts"), ["up", "--config", config], false],
      [chunkOf("src/table/installation.ts"), ["up", "--config", config], false],
      [chunkOf("src/table/problems.ts"), ["up", "--config", config], false],
      [chunkOf("src/table/problems.ts"), ["check", "table.yaml"], false],
      [chunkOf("src/cli/up.ts"), ["up", "--config", config], true],
      ["dist/journal-worker.js", ["up", "--config", config], true],
      [chunkOf("src/cli/site.ts"), ["site", "--config", config], true],
      [chunkOf("src/cli/training.ts"), ["training", "--port", String(http)], true],
    ];
    for (const [file, words, isShown] of lines) {
      flip(file);
      const running = start(...words);
      if (isShown) {
        await running.says("The table stays locked; its pages say why");
        expect((await fetch(`http://127.0.0.1:${http}/api/health`)).status).toBe(503);
        await running.stop();
      }
      expect([file, await running.ended]).toEqual([file, 1]);
      expect(running.output()).toContain(file);
      expect(running.output()).toMatch(isShown ? /was changed/ : /^pitwire: .*Install Pitwire anew\./);
      expect(running.output()).not.toMatch(/^ {4}at /m);
      mend(file);
    }
  });
});

describe("a running table", () => {
  it("opens no debugger, dumps no core, and does not start under a debugger", async () => {
    const { config, port } = await tableAtRest();
    const running = start(["up", "--config", config]);
    await running.says("console");
    running.child.kill("SIGUSR1");
    const limits = (): string => readFileSync(`/proc/${running.child.pid}/limits`, "utf8");
    await until("core dumps are off", () => /Max core file size +0 +0/.test(limits()));
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).ok).toBe(true);
    // 9229, the debugger's port, in the kernel's list of listening sockets of this process.
    expect(readFileSync(`/proc/${running.child.pid}/net/tcp`, "utf8")).not.toMatch(/:240D 00000000:0000 0A/);
    expect(running.output()).not.toContain("Debugger");
    await running.stop();
    const watched = run(["up", "--config", config], "", { NODE_OPTIONS: "--inspect=127.0.0.1:0" });
    expect(watched).toMatchObject({ status: 1, said: expect.stringContaining("A debugger is open on this process") });
  });

  it("shows no tag anywhere: output, topics, pages, files of the journal; and lets nobody else at its ports", async () => {
    const folder = folderOfOurOwn();
    const [http = 0, mqtt = 0] = await freePorts(2);
    const words = ["demo", "--pty", "--folder", folder.path, "--port", String(http), "--mqtt-port", String(mqtt), "--pace", "60"];
    const running = start(words);
    await running.says("Ctrl-C stops");
    const heard = subscribe(mqtt, "#");
    closers.push(() => heard.stop());
    const ended = (): number => facts(heard).filter(({ fact }) => fact.kind === "roundEnded").length;
    await until("two rounds have ended", () => ended() >= 2, 50_000);
    const pages = await Promise.all(
      ["/console", "/sign", "/api/facts?from=1", "/api/health"].map((path) =>
        fetch(`http://127.0.0.1:${http}${path}`).then((reply) => reply.text()),
      ),
    );
    const port = join(folder.path, "tty-shoe");
    const other = spawnSync("setpriv", ["--reuid=65534", "--clear-groups", "cat", port], { encoding: "utf8", timeout: 5_000 });
    expect(other.stderr).toMatch(/busy|denied/i);
    const files = readdirSync(folder.path)
      .filter((name) => name.startsWith("journal.sqlite"))
      .map((name) => join(folder.path, name));
    const copies = files.map((file) => {
      const copy = folder.file(`copy of ${basename(file)}`);
      copyFileSync(file, copy);
      return readFileSync(copy);
    });
    await running.stop();
    const texts = [running.output(), ...heard.messages().map(({ payload }) => payload), ...pages].join("\n");
    const afterwards = files.flatMap((file) => (readdirSync(folder.path).includes(basename(file)) ? [readFileSync(file)] : []));
    for (const card of deck52) {
      const uid = tagOf(card, 1);
      const raw = Buffer.from(uid, "hex");
      for (const form of [uid, uid.toLowerCase(), raw.toString("base64").replace(/=+$/, "")]) {
        expect(texts.includes(form), `${card} as ${form}`).toBe(false);
        for (const bytes of [...copies, ...afterwards]) expect(bytes.includes(form), `${card} as ${form} in a file`).toBe(false);
      }
      for (const bytes of [...copies, ...afterwards]) expect(bytes.includes(raw), `${card} as bytes in a file`).toBe(false);
    }
    expect(deckCsv(1)).toContain(tagOf("As", 1));
  });
});
