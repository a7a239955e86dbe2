// Commands of the PN532 that are used, and what its answers say. Source: README.md.

export const command = { firmware: 0x02, samConfiguration: 0x14, rfConfiguration: 0x32, list: 0x4a, release: 0x52 } as const;

/** 55 wakes the UART; the zeros give the chip time. */
export const wakeUp = Uint8Array.of(0x55, ...Array<number>(15).fill(0));
/** The chip's anticollision finds two tags at most; a third in the field is not seen. */
export const targetsMax = 2;

/** Normal mode. */
export const configureSam = [command.samConfiguration, 0x01];
/** Item 5: how often it tries. Passive activation two times: FF would wait for ever and answer only when a tag comes. */
export const limitRetries = [command.rfConfiguration, 0x05, 0xff, 0x01, 0x02];
export const askFirmware = [command.firmware];
/** Up to two tags of ISO 14443 A at 106 kbit/s. */
export const listTargets = [command.list, targetsMax, 0x00];
/** Without it a resting card is found at every second poll only. */
export const releaseAll = [command.release, 0x00];

/**
 * The UIDs in an answer to InListPassiveTarget, in hexadecimal; null when the answer makes no sense. A target is: number, SENS_RES (2),
 * SEL_RES, length of the UID, UID, and an ATS (its first byte is its length) where SEL_RES says ISO 14443-4.
 */
export function readTargets(body: Uint8Array): readonly string[] | null {
  const count = body[1] ?? -1;
  if (count < 0 || count > targetsMax) return null;
  const uids: string[] = [];
  let at = 2;
  for (let target = 0; target < count; target++) {
    const selects = body[at + 3] ?? 0;
    const length = body[at + 4] ?? 0;
    const end = at + 5 + length;
    if ((length !== 4 && length !== 7 && length !== 10) || end > body.length) return null;
    uids.push(hexOf(body.subarray(at + 5, end)));
    at = end + ((selects & 0x20) === 0 ? 0 : (body[end] ?? Number.NaN));
    if (!(at <= body.length)) return null;
  }
  return at === body.length ? uids : null;
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
}
