// A stranger's view of a table: its pages' stream, its commands, and mosquitto's own client on its topics.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { About, BeatMessage } from "#contract/console";
import type { View } from "#core/view";
import { until, watch } from "./program.ts";

export interface Page {
  readonly view: () => View | null;
  /** What stays the same while the table runs. */
  readonly about: () => About | null;
  readonly stops: readonly { readonly code: string; readonly heardAt: number }[];
  readonly beats: () => number;
  /** What the last of them said of the journal. */
  readonly journal: () => string | null;
  seen(what: string, look: (view: View) => boolean, withinMs?: number): Promise<View>;
  close(): void;
}

/** Opens the stream that a page opens. */
export function openPage(url: string, audience: "dealer" | "public" = "dealer"): Page {
  const abort = new AbortController();
  let view: View | null = null;
  let about: About | null = null;
  let beats = 0;
  let journal: string | null = null;
  const stops: { code: string; heardAt: number }[] = [];
  void listen();
  async function listen(): Promise<void> {
    while (!abort.signal.aborted) {
      try {
        const reply = await fetch(`${url}/api/stream?audience=${audience}`, { signal: abort.signal });
        let text = "";
        for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
          text += Buffer.from(chunk).toString();
          const parts = text.split("\n\n");
          text = parts.pop() ?? "";
          for (const part of parts) take(part);
        }
      } catch {
        // The table is not there, or went away: a page tries again.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
  function take(message: string): void {
    const kind = /^event: (\w+)$/m.exec(message)?.[1];
    const body = /^data: (.*)$/m.exec(message)?.[1];
    if (body === undefined) return;
    if (kind === "about") about = JSON.parse(body) as About;
    else if (kind === "view") view = (JSON.parse(body) as { view: View }).view;
    else if (kind === "beat") {
      beats++;
      journal = (JSON.parse(body) as BeatMessage).journal;
    } else if (kind === "stop") stops.push({ ...(JSON.parse(body) as { code: string }), heardAt: Date.now() });
  }
  return {
    view: () => view,
    about: () => about,
    stops,
    beats: () => beats,
    journal: () => journal,
    seen: (what, look, withinMs) => until(what, () => (view !== null && look(view) ? view : null), withinMs),
    close: () => abort.abort(),
  };
}

/** What the table shows at this moment: whoever opens a page is told at once. */
export async function viewNow(url: string): Promise<View> {
  const page = openPage(url);
  try {
    return await page.seen("the table's view", () => true);
  } finally {
    page.close();
  }
}

export async function post(
  url: string,
  path: string,
  body: unknown,
): Promise<{ status: number; body: { ok: boolean; why?: string; text?: string } }> {
  const reply = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { ok: boolean; why?: string; text?: string } };
}

export function command(url: string, asked: unknown, pin?: string, id: string = randomUUID()) {
  return post(url, "/api/commands", { id, command: asked, ...(pin !== undefined && { pin }) });
}

export interface Subscriber {
  readonly messages: () => readonly { readonly topic: string; readonly payload: string }[];
  stop(): Promise<void>;
}

/** mosquitto_sub, as a stranger would run it. */
export function subscribe(port: number, topic: string): Subscriber {
  const running = watch(
    spawn("mosquitto_sub", ["-h", "127.0.0.1", "-p", String(port), "-q", "1", "-t", topic, "-F", "%t %p"], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  return {
    messages: () =>
      running
        .output()
        .split("\n")
        .slice(0, -1)
        .filter((line) => line.startsWith("pitwire/"))
        .map((line) => ({ topic: line.slice(0, line.indexOf(" ")), payload: line.slice(line.indexOf(" ") + 1) })),
    stop: async () => {
      running.child.kill("SIGTERM");
      await running.ended;
    },
  };
}

export interface FactMessage {
  readonly journal: string;
  readonly n: number;
  readonly fact: { readonly kind: string; readonly round: number; readonly [key: string]: unknown };
}

export function facts(subscriber: Subscriber): readonly FactMessage[] {
  return subscriber
    .messages()
    .filter(({ topic }) => topic.endsWith("/fact"))
    .map(({ payload }) => JSON.parse(payload) as FactMessage);
}
