// Who works at the console, by touch at the real program: a dealer signs on, an entry is taken back by a hold, a supervisor approves at
// the same screen, the next dealer takes over with a badge and has the screen as they want it, and five wrong PINs or badges lock.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wedgeEmulator } from "#devices/wedge/emulator";
import { characterOf, isEnter, keyboardReportBytes, keysDown } from "#wire/keyboard";
import { fingerOn, look } from "./games-player.ts";
import { launch } from "./pages-look.ts";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";
import { command, post } from "./table-client.ts";

const folder = workFolder();
let browser: Browser;
let table: Program;
let url: string;

beforeAll(async () => {
  const [http = 0, mqtt = 0] = await freePorts(2);
  table = program([
    ...["demo", "--game", "high-card-flush", "--pace", "200", "--manual", "--folder", folder.path],
    ...["--port", String(http), "--mqtt-port", String(mqtt)],
  ]);
  url = `http://127.0.0.1:${http}`;
  await table.says("Ctrl-C");
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await table?.kill();
  folder.remove();
});

/** Who has a PIN at an emulated table, and who a badge. */
const badges = { bianchi: "0013110988", nobody: "0009876543" } as const;
const pins = { cole: "1357", bianchi: "8642", popescu: "9753", floor: "2468", nobody: "0000" } as const;

/** Between two reports of a keyboard. */
const reportS = 0.008;

/** Somebody in front of a screen, who reads it and touches what it says. */
async function sit(page: Page) {
  const finger = await fingerOn(page);
  const reader = await page.context().newCDPSession(page);
  const shown = async (): Promise<string> => (await look(page))?.text.replace(/\s+/g, " ") ?? "";
  const sees = (words: string): Promise<unknown> =>
    until(words, async () => (await shown()).includes(words)).catch(async ({ message }: Error) => {
      throw new Error(`${message}; the page shows ${await shown()}`);
    });
  const key = (words: string) =>
    until(`a key that says ${words}`, async () => {
      const seen = await look(page);
      const found = seen?.keys.find(({ text, blocked }) => text.startsWith(words) && !blocked);
      return seen !== null && found !== undefined && ([seen, found] as const);
    }).catch(async ({ message }: Error) => {
      throw new Error(`${message}; the page shows ${await shown()}`);
    });
  const touch = async (words: string): Promise<void> => finger.touch(...(await key(words)));
  const type = async (pin: string): Promise<void> => {
    for (const digit of pin) await touch(digit);
  };
  const press = async (words: string): Promise<() => Promise<void>> => finger.press((await key(words))[1]);
  const hold = async (words: string, done: () => Promise<boolean>): Promise<void> => {
    let lift = await press(words);
    await until(`what two seconds on ${words} do`, async () => {
      if (await done()) return true;
      if ((await look(page)) !== null) return false;
      // A busy machine was silent for a moment, and every key was gone.
      await lift();
      lift = await press(words);
      return false;
    });
    await lift();
  };
  return {
    sees,
    touch,
    signOn: async (pin: string, word: string): Promise<void> => {
      await type(pin);
      await touch(word);
    },
    /** Gives a PIN for what is asked of a supervisor, and holds the key until it has come of it. */
    approve: async (pin: string, done: () => Promise<boolean>): Promise<void> => {
      await type(pin);
      await hold("Confirm", done);
    },
    /** Shows a badge to a reader that is a keyboard: what it reports, as the system hands it to a page. */
    show: async (badge: string): Promise<void> => {
      const shownAt = Date.now() / 1_000;
      const { bytes } = wedgeEmulator.act(wedgeEmulator.start(), { kind: "type", digits: badge });
      for (let i = 0; i < bytes.length; i += keyboardReportBytes) {
        const [usage] = keysDown(bytes.subarray(i, i + keyboardReportBytes)) ?? [];
        if (usage === undefined) continue;
        const [key, text] = isEnter(usage) ? ["Enter", "\r"] : Array(2).fill(characterOf(usage));
        const timestamp = shownAt + (i / keyboardReportBytes) * reportS;
        await reader.send("Input.dispatchKeyEvent", { type: "keyDown", key, text, timestamp });
        await reader.send("Input.dispatchKeyEvent", { type: "keyUp", key, timestamp });
      }
    },
    /** A touch on a key that wants to be held. */
    tap: async (words: string): Promise<void> => {
      await (await press(words))();
    },
    hold,
  };
}

async function factsOf(kind: string): Promise<readonly Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (let from: number | null = 1; from !== null; ) {
    const told = (await (await fetch(`${url}/api/facts?from=${from}&limit=1000`)).json()) as {
      readonly facts: readonly { readonly fact: Record<string, unknown> }[];
      readonly next: number | null;
    };
    found.push(...told.facts.map(({ fact }) => fact));
    from = told.next;
  }
  return found.filter((fact) => fact.kind === kind);
}

const count = async (kind: string): Promise<number> => (await factsOf(kind)).length;

/** All that a page of this kind is sent, as it comes. */
function listen(audience: string): { readonly heard: () => string; stop(): Promise<void> } {
  const ending = new AbortController();
  let text = "";
  const reading = (async () => {
    const { body } = await fetch(`${url}/api/stream?audience=${audience}`, { signal: ending.signal });
    for await (const part of body ?? []) text += Buffer.from(part).toString();
  })().catch(() => {});
  return {
    heard: () => text,
    stop: async () => {
      ending.abort();
      await reading;
    },
  };
}

/** Notes whether any of these words was ever on the page, be it for a moment. */
function watchFor(words: readonly string[]): void {
  const found = new Set<string>();
  Object.assign(globalThis, { found });
  new MutationObserver(() => {
    const page = `${document.documentElement.outerHTML} ${JSON.stringify(localStorage)} ${location.href}`;
    for (const word of words) if (page.includes(word)) found.add(word);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

test("signs on, takes an entry back, has the floor approve, hands over, and is locked out after five wrong PINs or badges", {
  timeout: 120_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.addInitScript(watchFor, Object.values(badges));
  const streams = ["dealer", "public"].map(listen);
  await page.goto(`${url}/console?mm=5.9`);
  const { touch, tap, hold, sees, signOn, approve, show } = await sit(page);
  await sees("Enter your PIN");
  expect(await command(url, { kind: "signOn" })).toMatchObject({ status: 401, body: { why: "pin" } });
  expect([await count("dealer"), await count("attempt")]).toEqual([0, 0]);
  await signOn(pins.cole, "Sign on");
  await touch("Open table");
  await sees("Change dealer · J. Cole");

  // The last entry is taken back by two seconds on its key, and by nothing shorter.
  await touch("1");
  await sees("seat 1");
  await tap("Undo");
  await hold("Undo", async () => (await count("takenBack")) > 0);
  expect(await factsOf("takenBack")).toMatchObject([{ entry: { kind: "seat", seat: 1 }, by: "J. Cole" }]);

  // What the dealer alone may not do is approved at the same screen: the floor's PIN, a reason, two seconds.
  await post(url, "/api/demo", { do: "red", on: true });
  await sees("STOP");
  await post(url, "/api/demo", { do: "red", on: false });
  await touch("Floor sign on");
  await touch("Card jam removed");
  await approve(pins.cole, async () => (await count("attempt")) === 2);
  await sees("This takes the");
  expect(await factsOf("unlatched")).toEqual([]);
  await approve(pins.floor, async () => (await count("unlatched")) > 0);
  expect(await factsOf("unlatched")).toMatchObject([{ by: "A. Rossi", reason: "Card jam removed" }]);

  // The next dealer shows a badge, whatever is on the screen, which speaks that dealer's language from then on; it is set as that dealer
  // wants it, and is found so again.
  await show(badges.bianchi);
  await sees("Cambia croupier · L. Bianchi");
  await touch("Tavolo");
  await touch("Schermo");
  await touch("Tasti a sinistra");
  await touch("Giorno");
  await page.reload();
  await sees("Cambia croupier · L. Bianchi");
  expect(await page.locator("[data-theme]").first().getAttribute("data-theme")).toBe("day");
  const [keys, felt] = await Promise.all([page.locator(".keys").boundingBox(), page.locator("main").boundingBox()]);
  expect(keys?.x ?? 0).toBeLessThan(felt?.x ?? 0);
  expect((await factsOf("dealer")).map(({ name }) => name)).toEqual(["J. Cole", "L. Bianchi"]);

  // Five wrong ones lock, a badge that nobody has among them; then the right one is not looked at. All of them are on record.
  await show(badges.nobody);
  await sees("Questo badge non è noto.");
  await touch("Cambia croupier");
  const before = await count("attempt");
  for (let wrong = 1; wrong <= 4; wrong++) {
    await signOn(pins.nobody, "Accedi");
    await until("the attempt on record", async () => (await count("attempt")) === before + wrong);
  }
  await sees("Troppi PIN errati. Attendi");
  expect(await count("locked")).toBe(1);
  await signOn(pins.popescu, "Accedi");
  await sees("Attendi un minuto.");
  expect((await factsOf("attempt")).map(({ how, by }) => [how, by])).toEqual([
    ...[
      ["pin", "J. Cole"],
      ["pin", "J. Cole"],
      ["pin", "A. Rossi"],
      ["badge", "L. Bianchi"],
      ["badge", null],
    ],
    ...Array(5).fill(["pin", null]),
  ]);
  expect(await count("dealer")).toBe(2);

  // A badge's number is nowhere but on the badge: not on the page, nor in what it was sent, nor said or kept by the table.
  const facts = await (await fetch(`${url}/api/facts?from=1&limit=1000`)).text();
  const told = [...streams.map(({ heard }) => heard()), facts, said.join(), table.output()];
  const kept = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
  expect(streams[0]?.heard()).toContain("L. Bianchi");
  for (const text of [...told, ...kept]) for (const badge of Object.values(badges)) expect(text).not.toContain(badge);
  expect(await page.evaluate(() => [...(globalThis as unknown as { found: Set<string> }).found])).toEqual([]);
  for (const stream of streams) await stream.stop();
  await context.close();
});
