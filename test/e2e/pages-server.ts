// The built pages behind a server of a few lines: what the table's own server would say, from fixtures. Real HTTP, real SSE.

import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { About, BeatMessage, CommandReply, CommandRequest, StopMessage } from "#contract/console";
import type { MeterMessage } from "#contract/meter";
import type { SignReport } from "#contract/sign";
import type { Audience, View } from "#core/view";
import { about, viewOf } from "./pages-fixtures.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

export interface Stage {
  /** Names what is on; pages give it back in `data-shown`. */
  name: string;
  about: About;
  views: Readonly<Record<Audience, View>>;
  stop: StopMessage | null;
  ttl: number;
  /** Hash of the rules that the view was played by; absent: those of `about`. */
  pack?: string | undefined;
  meters?: readonly MeterMessage[];
  /** null: the table has fallen silent. */
  beat: BeatMessage | null;
  reply: { readonly status: number; readonly body: CommandReply };
  /** Answers that are lost on the wire before one gets through. */
  lose: number;
}

/** A closed table, alive. */
export function freshStage(): Stage {
  const views = { dealer: viewOf("closed", "dealer"), public: viewOf("closed", "public") };
  return {
    name: "closed",
    about,
    views,
    stop: null,
    ttl: 2_000,
    beat: { at: views.dealer.at, journal: "ok" },
    meters: [],
    pack: undefined,
    reply: { status: 200, body: { ok: true } },
    lose: 0,
  };
}

/** Serves `root` and the stage; what was posted is kept in `posted`. */
export async function servePages(root: string, stage: Stage) {
  const listeners = new Set<readonly [Audience, ServerResponse]>();
  const posted: CommandRequest[] = [];
  const reported: SignReport[] = [];

  function send(response: ServerResponse, event: string, body: unknown): void {
    response.write(`event: ${event}\ndata: ${JSON.stringify(body)}\n\n`);
  }

  function tell(to: readonly [Audience, ServerResponse]): void {
    const [audience, response] = to;
    send(response, "about", stage.about);
    if (stage.beat !== null) send(response, "beat", stage.beat);
    if (stage.stop !== null) send(response, "stop", stage.stop);
    const pack = stage.pack ?? stage.about.pack.hash;
    send(response, "view", { journal: stage.name, ttl: stage.ttl, pack, view: stage.views[audience] });
    for (const meter of stage.meters ?? []) send(response, "meter", meter);
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (request.url === "/api/sign") {
      reported.push(JSON.parse(body) as SignReport);
      response.writeHead(204).end();
      return;
    }
    posted.push(JSON.parse(body) as CommandRequest);
    if (stage.lose > 0) {
      stage.lose -= 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(stage.reply.status, { "content-type": "application/json" }).end(JSON.stringify(stage.reply.body));
  }

  let refused = false;
  let heads = 0;

  async function file(path: string, response: ServerResponse): Promise<void> {
    const name = path.startsWith("/assets/") ? normalize(path) : "/index.html";
    const bytes = await readFile(join(root, name)).catch(() => null);
    if (bytes === null) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" }).end(bytes);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://table");
    if (refused) return void request.socket.destroy();
    if (request.method === "HEAD") heads += 1;
    if (request.method === "POST") return void post(request, response);
    if (url.pathname !== "/api/stream") return void file(url.pathname, response);
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const listener = [url.searchParams.get("audience") === "public" ? "public" : "dealer", response] as const;
    listeners.add(listener);
    response.on("close", () => listeners.delete(listener));
    tell(listener);
  });
  const pulse = setInterval(() => {
    for (const [, response] of listeners) if (stage.beat !== null) send(response, "beat", stage.beat);
  }, 500);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    /** What signs have said of themselves. */
    reported,
    /** Tells every page what the stage now is. */
    tellAll: (): void => {
      for (const listener of listeners) tell(listener);
    },
    /** As a server that is gone. */
    refuse: (on: boolean): void => {
      refused = on;
    },
    /** How often a page has asked whether anybody would answer. */
    get heads() {
      return heads;
    },
    /** Cuts every stream, as a crash of the server does. */
    cut: (): void => {
      for (const [, response] of listeners) response.destroy();
    },
    close: async (): Promise<void> => {
      clearInterval(pulse);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
