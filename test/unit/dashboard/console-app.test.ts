// The table's own server, as whoever reaches its port meets it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Command } from "#core/event";
import type { Operator } from "#core/operator";
import { createConsoleApp } from "#dashboard/console-app";
import type { TableFace } from "#dashboard/table-face";

type App = ReturnType<typeof createConsoleApp>;

let pages: string;
let app: App;
/** What has reached the table, and from whom. */
let taken: (readonly [kind: string, by: string])[];

beforeEach(() => {
  pages = mkdtempSync(join(tmpdir(), "pitwire-pages-"));
  taken = [];
  const face: Partial<TableFace> = {
    about: { language: "en", currency: { code: "EUR", minorDigits: 2 } } as TableFace["about"],
    listen: () => {},
    meters: null,
    journalState: () => "ok",
    dealer: () => ({ name: "dealer", role: "dealer" }),
    signOn: async ({ text }) => (text === "1357" ? { name: "J. Cole", role: "dealer" } : null),
    command: async (_id: string, by: Operator, { kind }: Command) => {
      taken.push([kind, by.name]);
      return { ok: true };
    },
    technician: {} as TableFace["technician"],
  };
  app = createConsoleApp({ face: face as TableFace, pages, hosts: ["localhost"] });
});
afterEach(async () => {
  await app.close();
  rmSync(pages, { recursive: true });
});

function post(command: object, more: object = {}) {
  return app.inject({ method: "POST", url: "/api/commands", payload: { id: "abcdefgh", command, ...more } });
}

describe("signing on", () => {
  it("takes a PIN or a badge: without one nobody deals, and other commands are the dealer's as before", async () => {
    const refused = await post({ kind: "signOn" });
    expect([refused.statusCode, refused.json()]).toEqual([401, { ok: false, why: "pin", text: "This PIN is not known. Try again." }]);
    expect((await post({ kind: "signOn" }, { badge: "0000" })).json()).toMatchObject({ why: "badge" });
    expect(taken).toEqual([]);
    expect((await post({ kind: "signOn" }, { pin: "1357" })).statusCode).toBe(200);
    expect((await post({ kind: "close" })).statusCode).toBe(200);
    expect(taken).toEqual([
      ["signOn", "J. Cole"],
      ["close", "dealer"],
    ]);
  });
});
