import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Tokens = ReadonlyMap<string, string>;
const read = (css: string): readonly (readonly [string, string])[] =>
  [...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map(([, name, hex]) => [name as string, hex as string] as const);
const night: Tokens = new Map([...read(readFileSync("dashboard/web/tokens.css", "utf8")), ["black", "#000000"]]);
const others = readFileSync("dashboard/web/console/themes.css", "utf8")
  .split(/(?=\[data-theme)/)
  .slice(1);
const themes = new Map<string, Tokens>([
  ["night", night],
  ...others.map((css) => [/"(\w+)"/.exec(css)?.[1] ?? "", new Map([...night, ...read(css)])] as const),
]);

/** WCAG 2 relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, tokens: Tokens = night): number {
  const [light = 0, dark = 0] = [one, other].map((name) => luminance(tokens.get(name) ?? `missing token ${name}`)).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test("the measure is WCAG's own", () => {
  expect(contrast("white", "black")).toBeCloseTo(21, 5);
});

/** Pairs and their ratios as the design tables them. */
test.each([
  ["text", "panel", 14.2],
  ["second", "panel", 8.6],
  ["off", "panel", 4.7],
  ["edge", "panel", 4.4],
  ["next", "ink", 14.7],
  ["white", "stop", 5.2],
  ["stop-text", "panel", 6.2],
  ["check", "panel", 9.3],
  ["ready", "panel", 6.7],
  ["pay", "panel", 11.2],
  ["spade", "face", 15.8],
  ["heart", "face", 5.2],
  ["club", "face", 4.8],
  ["diamond", "face", 5.8],
  ["sign-text", "base", 15.0],
  ["sign-second", "base", 9.4],
  ["brass", "base", 9.2],
  ["meter", "base", 15.1],
  ["stale", "base", 6.1],
  ["not-valid", "ink", 9.9],
] as const)("%s on %s", (one, other, wanted) => {
  expect(contrast(one, other)).toBeGreaterThanOrEqual(wanted - 0.1);
});

test("there are three lights to work in", () => {
  expect([...themes.keys()]).toEqual(["night", "dusk", "day"]);
});

test.each([...themes])("everything that is read has at least 4.5 on every ground it stands on, by %s", (_, tokens) => {
  for (const [text, grounds] of [
    ["text", ["ground", "panel", "key", "pressed", "stop-panel", "check-panel", "token-done"]],
    ["second", ["ground", "panel", "key", "stop-panel", "check-panel"]],
    ["off", ["panel", "token-done"]],
    ["pay", ["panel"]],
    ["stop-text", ["panel"]],
    ["ready", ["panel"]],
    ["check", ["panel", "check-panel"]],
    ["next", ["panel", "ground", "ink"]],
    ["ink", ["next", "next-pressed"]],
    ["white", ["stop"]],
  ] as const) {
    for (const ground of grounds) expect([text, ground, contrast(text, ground, tokens) >= 4.5]).toEqual([text, ground, true]);
  }
  // What is only seen, the edge of a key or of a sign, has 3.
  for (const edge of ["edge", "stop", "check"]) expect([edge, contrast(edge, "panel", tokens) >= 2.9]).toEqual([edge, true]);
});

test("everything that is read on a sign has at least 4.5 on its ground", () => {
  for (const [text, grounds] of [
    ["sign-text", ["base", "sign-panel"]],
    ["sign-second", ["base", "sign-panel"]],
    ["brass", ["base", "sign-panel", "ink"]],
    ["stale", ["sign-panel"]],
  ] as const) {
    for (const ground of grounds) expect([text, ground, contrast(text, ground) >= 4.5]).toEqual([text, ground, true]);
  }
});
