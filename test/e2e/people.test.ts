// Who works at the console, by touch at the real program: a dealer signs on, an entry is taken back by a hold, a supervisor approves at
// the same screen, the next dealer takes over and has the screen as they want it, and five wrong PINs lock.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fingerOn, look } from "./games-player.ts";
import { launch } from "./pages-look.ts";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";
import { post } from "./table-client.ts";

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

/** Who has a PIN at an emulated table. */
const pins = { cole: "1357", bianchi: "8642", popescu: "9753", floor: "2468", nobody: "0000" } as const;

/** Somebody in front of a screen, who reads it and touches what it says. */
async function sit(page: Page) {
  const finger = await fingerOn(page);
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
  return {
    sees,
    touch,
    type,
    signOn: async (pin: string, word: string): Promise<void> => {
      await type(pin);
      await touch(word);
    },
    /** A touch on a key that wants to be held. */
    tap: async (words: string): Promise<void> => {
      await (await press(words))();
    },
    hold: async (words: string, done: () => Promise<boolean>): Promise<void> => {
      const lift = await press(words);
      await until(`what two seconds on ${words} do`, done);
      await lift();
    },
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

test("signs on, takes an entry back, has the floor approve, hands over, and is locked out after five wrong PINs", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${url}/console?mm=5.9`);
  const { touch, tap, hold, sees, signOn, type } = await sit(page);
  await sees("Enter your PIN");
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
  await type(pins.cole);
  await hold("Confirm", async () => (await count("attempt")) === 2);
  await sees("This takes the");
  expect(await factsOf("unlatched")).toEqual([]);
  await type(pins.floor);
  await hold("Confirm", async () => (await count("unlatched")) > 0);
  expect(await factsOf("unlatched")).toMatchObject([{ by: "A. Rossi", reason: "Card jam removed" }]);

  // The next dealer, whose language the screen speaks from then on; the screen is set as that dealer wants it, and is found so again.
  await touch("Change dealer");
  await signOn(pins.bianchi, "Sign on");
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

  // Five wrong ones lock; then the right one is not looked at. All of them are on record.
  const again = await sit(page);
  await again.touch("Cambia croupier");
  const before = await count("attempt");
  for (let wrong = 1; wrong <= 5; wrong++) {
    await again.signOn(pins.nobody, "Accedi");
    await until("the attempt on record", async () => (await count("attempt")) === before + wrong);
  }
  await again.sees("Troppi PIN errati. Attendi");
  expect(await count("locked")).toBe(1);
  await again.signOn(pins.popescu, "Accedi");
  await again.sees("Attendi un minuto.");
  expect((await factsOf("attempt")).map(({ by }) => by)).toEqual([
    ...["J. Cole", "J. Cole", "A. Rossi", "L. Bianchi"],
    ...[null, null, null, null, null, null],
  ]);
  expect(await count("dealer")).toBe(2);
  await context.close();
});
