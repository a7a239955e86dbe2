// The picture of a key, as SVG: words as on the console, a frame that says what kind of key it is.

import type { PanelKey } from "#core/device";

const side = 96;
const colours = {
  next: { ground: "#1E7A46", text: "#FFFFFF", edge: "#1E7A46" },
  choice: { ground: "#232A28", text: "#F2EFE6", edge: "#8FA39B" },
  aside: { ground: "#0D1110", text: "#C9D1CC", edge: "#4A5652" },
  blocked: { ground: "#0D1110", text: "#9AA5A0", edge: "#4A5652" },
} as const;
/** Width of a letter of the table's type, by its height: the widest of a word of capitals and figures. */
const widthOfLetter = 0.52;
const largest = 34;
const inner = 84;

/** A key that means nothing now. */
export const darkKey = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#000"/></svg>`;

export function keyPicture({ lines, rank, blocked, hold }: PanelKey): string {
  const { ground, text, edge } = blocked ? colours.blocked : colours[rank];
  const heights = lines.map((line, i) => Math.min(i === 0 ? largest : largest * 0.66, inner / (Math.max(line.length, 1) * widthOfLetter)));
  const whole = heights.reduce((sum, height) => sum + height * 1.1, 0);
  let top = (side - Math.min(whole, inner)) / 2;
  const words = lines.map((line, i) => {
    const height = (heights[i] as number) * Math.min(1, inner / whole);
    top += height * 1.1;
    return `<text x="${side / 2}" y="${(top - height * 0.24).toFixed(1)}" font-size="${height.toFixed(1)}">${escapeXml(line)}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">` +
    `<rect width="${side}" height="${side}" fill="#000"/>` +
    `<rect x="3" y="3" width="${side - 6}" height="${side - 6}" rx="10" fill="${ground}" stroke="${edge}" stroke-width="3"${hold ? ' stroke-dasharray="8 6"' : ""}/>` +
    `<g font-family="Barlow Condensed" font-weight="600" fill="${text}" text-anchor="middle">${words.join("")}</g></svg>`
  );
}

const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => entities[character] ?? character);
}
