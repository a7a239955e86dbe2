// Speaks to a table that runs on this machine, as a command of the terminal.

import type { TableConfig } from "./config.ts";

/** Posts to the table. Null: done; else why not, in its words. */
export async function askTable(config: Pick<TableConfig, "http">, path: string, body: unknown): Promise<string | null> {
  try {
    const reply = await fetch(`${addressOf(config)}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (reply.ok) return null;
    const { text } = (await reply.json()) as { text?: string };
    return text ?? `it answered ${reply.status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Where a command on the same machine finds it. */
export function addressOf({ http: { address, port } }: Pick<TableConfig, "http">): string {
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
