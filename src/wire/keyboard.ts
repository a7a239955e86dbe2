// What a USB keyboard says: reports of modifiers, a byte that means nothing, and up to six keys that are down (HID 1.11, appendix B.1).

export const keyboardReportBytes = 8;
const modifiers = 0xe0;
/** The report of a keyboard on which more keys are down than it can name. */
const rollOver = 1;

export const noKeys: readonly number[] = [];

/** Usages that are down, or null when this is no such report. Modifiers are usages E0 to E7. */
export function keysDown(report: Uint8Array): readonly number[] | null {
  if (report.length !== keyboardReportBytes || report[2] === rollOver) return null;
  const down: number[] = [];
  for (let held = report[0] as number, usage = modifiers; held > 0; held >>= 1, usage++) if ((held & 1) === 1) down.push(usage);
  for (let at = 2; at < keyboardReportBytes; at++) if (report[at] !== 0) down.push(report[at] as number);
  return down.length === 0 ? noKeys : down;
}

/** The character that a key types on a keyboard of digits and letters A to Z; null: none. Usages of page 7. */
export function characterOf(usage: number): string | null {
  return characters[usage - firstCharacter] ?? null;
}

const firstCharacter = 0x04;
const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890";

/** Its inverse, for emulators. */
export function usageOf(character: string): number {
  return firstCharacter + characters.indexOf(character.toUpperCase());
}

/** Enter on the main block and on the number block. */
export function isEnter(usage: number): boolean {
  return usage === 0x28 || usage === 0x58;
}

/** A report in which these keys are down. */
export function keyboardReport(usages: readonly number[]): Uint8Array {
  const report = new Uint8Array(keyboardReportBytes);
  report.set(usages.slice(0, 6), 2);
  return report;
}

/** The descriptor of a boot keyboard without lamps, as wedges and foot switches have it. */
export const keyboardDescriptor =
  "05010906a101050719e029e71500250175019508810295017508810395057501050819012905910295017503910395067508150026ff000507190029ff8100c0";
