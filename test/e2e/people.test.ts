// Who works at the console, by touch at the real program: a dealer signs on, the next takes over, an entry is taken back by a hold, each has
// the screen as they want it, and five wrong PINs lock.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Finger, fingerOn, look } from "./games-player.ts";
import { launch } from "./pages-look.ts";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";

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

/** A dealer in front of a screen. */
async function sit(page: Page) {
  const finger: Finger = await fingerOn(page);
  const touch = async (words: string): Promise<void> => {
    const [picture, key] = await until(`a key that says ${words}`, async () => {
      const seen = await look(page);
      const found = seen?.keys.find(({ text, blocked }) => text.startsWith(words) && !blocked);
      return seen !== null && found !== undefined && ([seen, found] as const);
    });
    await finger(picture, key);
  };
  const shown = async (): Promise<string> => (await look(page))?.text.replace(/\s+/g, " ") ?? "";
  const sees = (words: string): Promise<unknown> =>
    until(words, async () => (await shown()).includes(words)).catch(async ({ message }: Error) => {
      throw new Error(`${message}; the page shows ${await shown()}`);
    });
  const signOn = async (pin: string, word: string): Promise<void> => {
    for (const digit of pin) await touch(digit);
    await touch(word);
  };
  return { touch, sees, signOn };
}

async function factsOf(kind: string): Promise<readonly Record<string, unknown>[]> {
  const { facts } = (await (await fetch(`${url}/api/facts?from=1&limit=1000`)).json()) as {
    facts: readonly { fact: Record<string, unknown> }[];
  };
  return facts.map(({ fact }) => fact).filter((fact) => fact.kind === kind);
}

test("one signs on, the next takes over by one tap and a PIN; screens are each dealer's own; wrong PINs lock", {
  timeout: 60_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${url}/console?mm=5.9`);
  const { touch, sees, signOn } = await sit(page);
  await signOn("1357", "Sign on");
  await touch("Open table");
  await sees("Change dealer · J. Cole");

  // The last entry is taken back by two seconds on its key, and by nothing shorter.
  await touch("1");
  await sees("seat 1");
  const undo = page.locator(".keys .key.hold");
  const box = await until("the key that takes it back", () => undo.boundingBox());
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const release = () => session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const press = async (): Promise<void> => {
    await until("the finger is taken", async () => {
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
      if ((await page.locator(".keys .key.hold.down").count()) > 0) return true;
      // A key rests for 300 ms after each touch.
      await release();
      return false;
    });
  };
  await press();
  await release();
  expect(await factsOf("takenBack")).toEqual([]);
  await press();
  await until("it is taken back", async () => (await factsOf("takenBack")).length === 1);
  await release();

  // The next dealer, whose language the screen speaks from then on; the screen is set as that dealer wants it, and is found so again.
  await touch("Change dealer");
  await signOn("8642", "Sign on");
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

  const again = await sit(page);
  await again.touch("Cambia croupier");
  for (let i = 0; i < 5; i++) await again.signOn("0000", "Accedi");
  await again.sees("Troppi PIN errati");
  await again.signOn("9753", "Accedi");
  await until("each attempt on record", async () => (await factsOf("attempt")).length === 8);
  expect((await factsOf("attempt")).map(({ by }) => by)).toEqual(["J. Cole", "L. Bianchi", null, null, null, null, null, null]);
  expect(await factsOf("locked")).toHaveLength(1);
  expect(await factsOf("dealer")).toHaveLength(2);
  await context.close();
});
