// Draws the pictures of a panel's keys. The type is the console's own, so that a machine without any fonts draws the same.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

const faces = ["latin", "latin-ext"].map((part) => `@fontsource/barlow-condensed/files/barlow-condensed-${part}-600-normal.woff`);
/** So many pictures are kept: keys change back and forth between a few. */
const keptMax = 200;

let fontFiles: readonly string[] | null = null;
const kept = new Map<string, Uint8Array>();

export type DrawPicture = (svg: string, pixels: number) => Uint8Array;

/** Loads what drawing needs. The picture of a key: three bytes a pixel, red, green and blue, row by row. */
export async function loadDrawing(): Promise<DrawPicture> {
  const { Resvg } = await import("@resvg/resvg-js");
  fontFiles ??= unpackFonts();
  const font = { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontFamily: "Barlow Condensed" };
  return (svg, pixels) => {
    const name = `${pixels} ${svg}`;
    const before = kept.get(name);
    if (before !== undefined) return before;
    const { pixels: rgba } = new Resvg(svg, { font, fitTo: { mode: "width", value: pixels } }).render();
    const picture = withoutAlpha(rgba);
    if (kept.size >= keptMax) kept.delete(kept.keys().next().value as string);
    kept.set(name, picture);
    return picture;
  };
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] as number;
    rgb[to + 1] = rgba[from + 1] as number;
    rgb[to + 2] = rgba[from + 2] as number;
  }
  return rgb;
}

/** The library reads fonts from files, and knows no packed ones. */
function unpackFonts(): readonly string[] {
  const require = createRequire(import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), "pitwire-type-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return faces.map((face, i) => {
    const path = join(folder, `${i}.ttf`);
    writeFileSync(path, unpackWoff(readFileSync(require.resolve(face))));
    return path;
  });
}

/**
 * A font out of a WOFF file: the same tables, each deflated by itself (W3C, WOFF File Format 1.0, §3 to §5).
 * @throws Error when it is no such file
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("no WOFF file");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = 44 + 20 * i;
    const [offset, packedBytes, bytes] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const packed = woff.subarray(offset, offset + packedBytes);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.subarray(at + 16, at + 20),
      table: packedBytes < bytes ? inflateSync(packed) : packed,
    };
  });
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * count - 16 * 2 ** power, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [i, { tag, checksum, table }] of tables.entries()) {
    const at = 12 + 16 * i;
    tag.copy(head, at);
    checksum.copy(head, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padded = Buffer.alloc((table.length + 3) & ~3);
    table.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
