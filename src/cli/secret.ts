// Secrets are typed, or come through a pipe a line each: never on the command line, where others could read them.

import { createInterface } from "node:readline";

/** Asks for one secret after the other; on a terminal nothing of them is shown. */
export async function askSecrets(prompts: readonly string[]): Promise<readonly string[]> {
  const terminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, ...(terminal && { output: process.stderr, terminal: true }) });
  if (terminal) Object.assign(lines, { _writeToOutput: () => {} });
  const given = lines[Symbol.asyncIterator]();
  const secrets: string[] = [];
  for (const prompt of prompts) {
    if (terminal) process.stderr.write(`${prompt}: `);
    const { value, done } = await given.next();
    if (terminal) process.stderr.write("\n");
    secrets.push(done === true ? "" : String(value).trim());
  }
  lines.close();
  return secrets;
}
