// Who may speak to an app, and what its pages may load: nothing from outside the box.

import type { FastifyInstance } from "fastify";

/** Refuses foreign hosts and foreign pages, and says what pages may load: nothing from outside the box. */
export function guard(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook("onRequest", async (request, reply) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
    const origin = request.headers.origin;
    const foreign = origin !== undefined && hostOf(origin) !== (request.headers.host ?? "").toLowerCase();
    if (!hosts.includes(host) || (request.method !== "GET" && foreign)) {
      await reply
        .code(403)
        .send({ ok: false, text: `This server does not answer to "${host}". Add the name to http.hosts in its configuration.` });
    }
  });
  app.addHook("onSend", async (_request, reply, payload) => {
    reply.header(
      "content-security-policy",
      // A sign may be told of a broker to read from.
      "default-src 'self'; connect-src 'self' ws: wss:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    );
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    return payload;
  });
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return "";
  }
}
