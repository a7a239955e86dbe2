// Server-sent events: one way down, a beat each second, slow readers let go.

import type { ServerResponse } from "node:http";

export interface EventStreams {
  add(client: ServerResponse, group: string): boolean;
  /** `body` is made only when somebody listens. */
  send(group: string | null, event: string, body: () => string): void;
  close(): void;
}

/** Bytes a client may leave unread before it is let go: it will come back and get the whole view. */
const unreadMaxBytes = 1 << 20;

export function createEventStreams(clientsMax: number): EventStreams {
  const clients = new Map<ServerResponse, string>();

  function write(client: ServerResponse, text: string): void {
    client.write(text);
    if (client.writableLength > unreadMaxBytes) client.destroy();
  }

  return {
    add: (client, group) => {
      if (clients.size >= clientsMax) return false;
      client.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        connection: "keep-alive",
        "x-accel-buffering": "no",
      });
      client.write("retry: 500\n\n");
      clients.set(client, group);
      client.on("close", () => clients.delete(client));
      return true;
    },
    send: (group, event, body) => {
      let text: string | null = null;
      for (const [client, own] of clients) {
        if (group !== null && own !== group) continue;
        text ??= `event: ${event}\ndata: ${body()}\n\n`;
        write(client, text);
      }
    },
    close: () => {
      for (const client of clients.keys()) client.end();
      clients.clear();
    },
  };
}
