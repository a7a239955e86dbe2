// The web server under the pages of a table and of a site.

import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance } from "fastify";
import { type Language, refusal } from "#i18n/format";
import { guard } from "./guard.ts";
import { createRate } from "./rate.ts";
import { languageOf } from "./refuse.ts";

const bodyMaxBytes = 16_384;

/** What comes is checked by the contract's own schemas: Fastify's compilers for JSON Schema, a third of its code, are never loaded. */
const noSchemas = (): never => {
  throw new Error("a route of this server has no JSON Schema");
};

export interface WebAppOptions {
  /** Folder of the built pages. */
  readonly pages: string;
  /** Pages by their path; the first is shown to who names none. */
  readonly names: readonly [string, ...string[]];
  /** Names by which the server may be spoken to. */
  readonly hosts: readonly string[];
  /** The house's. */
  readonly language: Language;
  /** Milliseconds. */
  readonly clock?: () => number;
}

export function createWebApp({ pages, names, hosts, language, clock = () => performance.now() }: WebAppOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: bodyMaxBytes,
    forceCloseConnections: true,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  guard(app, hosts);
  const mayPost = createRate(clock);
  app.addHook("onRequest", async (request, reply) => {
    if (request.method !== "POST" || mayPost(request.ip)) return;
    const why = "tooMany";
    await reply.code(429).send({ ok: false, why, text: refusal(languageOf(request, language), why, {}, String) });
  });
  app.register(fastifyStatic, { root: pages, prefix: "/", index: false, wildcard: true, preCompressed: true });
  for (const name of names) app.get(`/${name}`, (_request, reply) => reply.sendFile("index.html", { cacheControl: false }));
  app.get("/", (_request, reply) => reply.redirect(`/${names[0]}`));
  return app;
}
