// The key that wraps all others. The service manager hands it in; without one it is a file that only the service can read.

import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const keyBytes = 32;

/**
 * Reads the 32-byte service key: `pitwire.key` in the credentials folder of the service manager, else `service.key` in the data
 * folder, which is made (mode 0600) at the first start.
 * @throws Error when the file is readable by others, has another length, is gone beside what it locks, or can't be written
 */
export function readServiceKey(folder: string, credentials: string | undefined = process.env.CREDENTIALS_DIRECTORY): Buffer {
  const handed = credentials === undefined ? null : join(credentials, "pitwire.key");
  if (handed !== null && existsSync(handed)) return checked(readFileSync(handed), handed);
  const path = join(folder, "service.key");
  // Without a byte in it, it is what a full disk has left of a start.
  if (!existsSync(path) || statSync(path).size === 0) makeKey(folder, path);
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new Error(`The service key ${path} can be read by others. Run: chmod 600 ${path}`);
  }
  return checked(readFileSync(path), path);
}

/** Written beside and moved into place: a key is whole, or there is none. */
function makeKey(folder: string, path: string): void {
  const locked = ["journal.sqlite", "decks.sealed"].find((name) => existsSync(join(folder, name)));
  if (locked !== undefined)
    throw new Error(
      `The service key ${path} is gone, and ${locked} beside it is locked with it. Restore the key from its backup: a new one opens nothing of it.`,
    );
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600, flush: true });
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new Error(`The service key ${path} can't be written (${code}). See to its disk and its folder's rights, and start again.`);
  }
}

function checked(key: Buffer, path: string): Buffer {
  if (key.length !== keyBytes)
    throw new Error(`The service key ${path} has ${key.length} bytes; it must have ${keyBytes}. Restore it from its backup.`);
  return key;
}
