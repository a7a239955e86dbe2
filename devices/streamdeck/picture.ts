// The picture of a key, as SVG: words as on the console, a frame that says what kind of key it is.

import type { PanelKey } from "#core/device";

const side = 96;
/** The console's colours of the night: dashboard/web/tokens.css. */
const colours = {
  next: { ground: "#ede4d0", text: "#12140f", edge: "#ede4d0" },
  choice: { ground: "#232a28", text: "#ece8df", edge: "#76827d" },
  aside: { ground: "#161b1a", text: "#b4b7b0", edge: "#2c3432" },
  /** The console's amber: somebody wanted it just now, and this is why it did nothing. */
  refused: { ground: "#f2b233", text: "#12140f", edge: "#f2b233" },
  blocked: { ground: "#0d1110", text: "#b4b7b0", edge: "#76827d" },
} as const;
/** Width of a letter of the table's type, by its height: the mean of a wide word. */
const widthOfLetter = 0.46;
const lineHeight = 1.08;
/** Of a note, by the label's. */
const noteSize = 0.66;
const largest = 36;
const inner = 82;

/** A key that means nothing now. */
export const darkKey = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#000"/></svg>`;

export function keyPicture({ label, notes, rank, blocked, refused }: PanelKey): string {
  const { ground, text, edge } = refused ? colours.refused : blocked ? colours.blocked : colours[rank];
  const labelHeight = heightOf(label, Math.min(largest, inner / (lineHeight * (label.length + noteSize * notes.length))));
  const noteHeight = heightOf(notes, labelHeight * noteSize);
  const lines = [...label.map((line) => [line, labelHeight] as const), ...notes.map((line) => [line, noteHeight] as const)];
  let top = (side - lineHeight * lines.reduce((sum, [, height]) => sum + height, 0)) / 2;
  const words = lines.map(([line, height]) => {
    top += height * lineHeight;
    return `<text x="${side / 2}" y="${(top - height * 0.24).toFixed(1)}" font-size="${height.toFixed(1)}">${escapeXml(line)}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">` +
    `<rect width="${side}" height="${side}" fill="#000"/>` +
    `<rect x="3" y="3" width="${side - 6}" height="${side - 6}" rx="10" fill="${ground}" stroke="${edge}" stroke-width="3"${blocked && !refused ? ' stroke-dasharray="8 6"' : ""}/>` +
    `<g font-family="Barlow Condensed" font-weight="600" fill="${text}" text-anchor="middle">${words.join("")}</g></svg>`
  );
}

/** As large as the longest line allows, and no larger than `most`. */
function heightOf(lines: readonly string[], most: number): number {
  return Math.min(most, ...lines.map((line) => inner / (Math.max(1, line.length) * widthOfLetter)));
}

const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => entities[character] ?? character);
}
