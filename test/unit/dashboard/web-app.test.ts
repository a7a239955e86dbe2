// What holds for every page's server: one address can't flood it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { postsAtOnce, postsPerSecond } from "#dashboard/rate";
import { createWebApp } from "#dashboard/web-app";

it("takes a burst of an address and so many a second after it; what is more is refused in words, and others are served", async () => {
  const pages = mkdtempSync(join(tmpdir(), "pitwire-pages-"));
  let now = 0;
  let taken = 0;
  const app = createWebApp({ pages, names: ["console"], hosts: ["localhost"], language: "it", clock: () => now });
  onTestFinished(async () => {
    await app.close();
    rmSync(pages, { recursive: true });
  });
  app.post("/api/commands", () => ({ ok: true, taken: ++taken }));
  app.get("/api/health", () => ({ ok: true }));
  const post = (headers: Readonly<Record<string, string>> = {}, remoteAddress = "10.0.0.5") =>
    app.inject({ method: "POST", url: "/api/commands", payload: {}, headers, remoteAddress });
  const flood = async (): Promise<number> => {
    const before = taken;
    for (let i = 0; i < 2 * postsAtOnce; i++) await post();
    return taken - before;
  };

  expect(await flood()).toBe(postsAtOnce);
  const refused = await post();
  expect([refused.statusCode, refused.json()]).toEqual([429, { ok: false, why: "tooMany", text: "Troppi tocchi. Aspetta un secondo." }]);
  expect((await post({ "accept-language": "en" })).json().text).toBe("Too many taps. Wait a second.");
  expect((await post({}, "10.0.0.6")).statusCode).toBe(200);
  expect((await app.inject({ url: "/api/health", remoteAddress: "10.0.0.5" })).statusCode).toBe(200);
  now += 1_000;
  expect(await flood()).toBe(postsPerSecond);
  // Whoever has waited has the whole burst again, and no more than that.
  now += 3_600_000;
  expect(await flood()).toBe(postsAtOnce);
});
