import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

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
  ["day-text", "day-tile", 12.2],
  ["day-second", "day-tile", 6.4],
  ["day-second", "day-ground", 5.5],
  ["day-mark", "day-tile", 3.8],
  ["white", "urgent", 6.9],
  ["urgent", "day-tile", 5.3],
  ["alarm-ink", "high", 6.4],
  ["alarm-ink", "low", 12.9],
  ["high-edge", "white", 4.5],
  ["low-edge", "white", 4.5],
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

// What is left of a colour for those who see two of three (Machado, Oliveira, Fernandes 2009, full severity, on linear light).
const sights = {
  everyone: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;
type Three = readonly [number, number, number];

function linear(hex: string): Three {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

const times = (matrix: readonly (readonly number[])[], [x, y, z]: Three): Three =>
  matrix.map((row) => (row[0] ?? 0) * x + (row[1] ?? 0) * y + (row[2] ?? 0) * z) as unknown as Three;

/** CIE L*a*b*, D65. */
function lab(light: Three): Three {
  const clipped = light.map((part) => Math.min(1, Math.max(0, part))) as unknown as Three;
  const [x, y, z] = times(
    [
      [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
    ],
    clipped,
  ).map((part) => (part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116)) as unknown as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000: 1 can just be seen side by side. */
function difference(one: Three, other: Three): number {
  const degrees = Math.PI / 180;
  const [l1, a1, b1] = one;
  const [l2, a2, b2] = other;
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 1.5 - 0.5 * Math.sqrt(mean7 / (mean7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const hue = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / degrees + 360) % 360);
  const [h1, h2] = [hue(a1 * g, b1), hue(a2 * g, b2)];
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * degrees);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const h = c1 * c2 === 0 ? h1 + h2 : h1 + turn / 2;
  const cos = (n: number, from: number): number => Math.cos((n * h - from) * degrees);
  const t = 1 - 0.17 * cos(1, 30) + 0.24 * cos(2, 0) + 0.32 * cos(3, -6) - 0.2 * cos(4, 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const hue360 = (h + 360) % 360;
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((hue360 - 275) / 25) ** 2)) * degrees);
  const [dl, dc, dhs] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh];
  return Math.sqrt(dl ** 2 + dc ** 2 + dhs ** 2 + rt * dc * dhs);
}

test("the difference is CIEDE2000's own", () => {
  // Sharma, Wu, Dalal 2005, test data 1, 7, 13 and 25.
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(difference([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(difference([50, 2.49, -0.001], [50, -2.49, 0.0011])).toBeCloseTo(7.2195, 4);
  expect(difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
});

const least = (names: readonly string[], sight: keyof typeof sights, tokens: Tokens): number => {
  const seen = names.map((name) => lab(times(sights[sight], linear(tokens.get(name) ?? ""))));
  return Math.min(...seen.flatMap((one, i) => seen.slice(i + 1).map((other) => difference(one, other))));
};

describe.each(["everyone", "protan", "deutan", "tritan"] as const)("for %s", (sight) => {
  test.each([...themes])("STOP, CHECK, READY, PAY and what is silent stay apart, by %s", (_, tokens) => {
    expect(least(["stop-text", "check", "ready", "pay", "second"], sight, tokens)).toBeGreaterThan(8);
  });

  test("the four suits stay apart", () => {
    expect(least(["spade", "heart", "club", "diamond"], sight, night)).toBeGreaterThan(8);
  });
});

test("without any colour a status is still told by its shape, and no two have one", () => {
  const source = readFileSync("dashboard/web/shared/status-mark.tsx", "utf8");
  const shapes = [...source.matchAll(/^ {2}(\w+): "(M[^"]+)",$/gm)].map(([, , path]) => path);
  expect(shapes.length).toBeGreaterThanOrEqual(4);
  expect(new Set(shapes).size).toBe(shapes.length);
});
