// The table's own Fastify app: console, sign, commands and facts. It hangs off the table directly, so that a table plays on
// with the broker, the site and the network gone.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { commandRequest, demoRequest } from "#contract/console";
import type { DevicesMessage } from "#contract/devices";
import { signReport } from "#contract/sign";
import type { Command } from "#core/event";
import type { Operator } from "#core/operator";
import type { Audience } from "#core/view";
import { deckRoutes } from "./deck-routes.ts";
import { createEventStreams, type EventStreams } from "./event-stream.ts";
import { metricsText, metricsType } from "./metrics.ts";
import { createRefuse } from "./refuse.ts";
import type { TableFace } from "./table-face.ts";
import { trustRoutes } from "./trust-routes.ts";
import { createWebApp } from "./web-app.ts";

export interface ConsoleOptions {
  readonly face: TableFace;
  /** Folder of the built pages. */
  readonly pages: string;
  /** Names by which browsers may reach the app; another Host is refused, so that no foreign page can speak to the table. */
  readonly hosts: readonly string[];
}

const streamsMax = 64;
const beatMs = 1000;
/** A view may be shown as live for so long after the last beat. */
const viewTtlMs = 2000;
const factsMax = 1000;
const audiences: readonly Audience[] = ["dealer", "public"];

const streamQuery = z.object({ audience: z.enum(["dealer", "public"]).default("public") });
const framesQuery = z.object({ after: z.coerce.number().int().nonnegative().default(0) });
const factsQuery = z.object({
  from: z.coerce.number().int().positive(),
  limit: z.coerce.number().int().positive().max(factsMax).default(factsMax),
});

export function createConsoleApp({ face, pages, hosts }: ConsoleOptions): FastifyInstance {
  const app = createWebApp({ pages, names: ["console", "sign", "devices", "decks"], hosts, language: face.about.language });
  const streams = createEventStreams(streamsMax);
  live(app, face, streams);
  app.post("/api/commands", (request, reply) => takeCommand(face, request, reply));
  app.post("/api/sign", (request, reply) => {
    const report = signReport.safeParse(request.body);
    if (!report.success) return reply.code(400).send({ ok: false, text: z.prettifyError(report.error) });
    face.signs.hear(report.data);
    return reply.code(204).send();
  });
  app.post("/api/demo", (request, reply) => takeDemo(face, request, reply));
  app.get("/api/facts", async (request, reply) => {
    const query = factsQuery.safeParse(request.query);
    if (!query.success)
      return reply.code(400).send({ ok: false, text: `Ask with from=N and limit=N, N from 1 (limit at most ${factsMax}).` });
    const { from, limit } = query.data;
    const facts = await face.facts(from, limit);
    return { journal: face.journal, facts, next: facts.length === limit ? (facts.at(-1)?.n ?? 0) + 1 : null };
  });
  app.get("/api/health", () => face.health());
  technician(app, face);
  deckRoutes(app, face, createRefuse(face));
  trustRoutes(app, face);
  return app;
}

/** The devices, their frames as they come, and a dump for support. What may not be seen has been left out before it gets here. */
function technician(app: FastifyInstance, { about, technician: view, now }: TableFace): void {
  const noDevice = { ok: false, text: "This table has no such device. GET /api/devices lists them." };
  const message = (): DevicesMessage => ({ table: about.table, now: now(), devices: view.devices() });
  app.get("/api/devices", message);
  app.get("/metrics", (_request, reply) => reply.type(metricsType).send(metricsText(message())));
  app.get<{ Params: { id: string } }>("/api/devices/:id/frames", async (request, reply) => {
    const query = framesQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send({ ok: false, text: "Ask with after=N, the number of the last frame you have." });
    return (await view.frames(request.params.id, query.data.after)) ?? reply.code(404).send(noDevice);
  });
  app.get<{ Params: { id: string } }>("/api/devices/:id/dump", async (request, reply) => {
    const text = await view.dump(request.params.id);
    if (text === null) return reply.code(404).send(noDevice);
    const name = `${about.table}-${request.params.id}.txt`;
    return reply.type("text/plain").header("content-disposition", `attachment; filename="${name}"`).send(text);
  });
}

/** Pushes the view after each change, one message per audience whatever the number of pages. */
function live(app: FastifyInstance, face: TableFace, streams: EventStreams): void {
  let changed = false;
  const viewMessage = (audience: Audience): string =>
    JSON.stringify({ journal: face.journal, ttl: viewTtlMs, pack: face.about.pack.hash, view: face.view(audience) });
  const beatMessage = (): string =>
    JSON.stringify({ at: face.now(), journal: face.journalState(), ...(face.demo && { demo: face.demo.state() }) });
  face.listen({
    changed: () => {
      if (changed) return;
      changed = true;
      setImmediate(() => {
        changed = false;
        for (const audience of audiences) streams.send(audience, "view", () => viewMessage(audience));
      });
    },
    stopped: (code, since) => streams.send("dealer", "stop", () => JSON.stringify({ code, since })),
  });
  face.meters?.listen((message) => streams.send(null, "meter", () => JSON.stringify(message)));
  const beat = setInterval(() => streams.send(null, "beat", beatMessage), beatMs);
  app.get("/api/stream", (request, reply) => {
    const query = streamQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send({ ok: false, text: "audience is dealer or public" });
    const { audience } = query.data;
    reply.hijack();
    if (!streams.add(reply.raw, audience)) {
      reply.raw.writeHead(503).end("too many pages are open at this table");
      return reply;
    }
    reply.raw.write(
      `event: about\ndata: ${JSON.stringify(face.about)}\n\nevent: beat\ndata: ${beatMessage()}\n\nevent: view\ndata: ${viewMessage(audience)}\n\n`,
    );
    for (const message of face.meters?.now() ?? []) reply.raw.write(`event: meter\ndata: ${JSON.stringify(message)}\n\n`);
    return reply;
  });
  app.addHook("preClose", async () => {
    clearInterval(beat);
    streams.close();
  });
}

async function takeCommand(face: TableFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refuse = createRefuse(face);
  const parsed = commandRequest.safeParse(request.body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return reply.code(400).send({ ok: false, why: "malformed", text: `${issue?.path.join(".") || "body"}: ${issue?.message}` });
  }
  const state = face.journalState();
  if (state === "full" || state === "failing" || state === "damaged")
    return reply.code(503).send(refuse(request, { ok: false, why: "journal" }));
  const { pin, badge, command } = parsed.data;
  const how = badge === undefined ? "pin" : "badge";
  const text = badge ?? pin;
  // Whoever deals is known by name: nobody signs on as whoever has signed on.
  if (command.kind === "signOn" && text === undefined) return reply.code(401).send(refuse(request, { ok: false, why: how }));
  const by: Operator | null | "locked" = text === undefined ? face.dealer() : await face.signOn({ how, text });
  if (by === null || by === "locked") return reply.code(401).send(refuse(request, { ok: false, why: by === null ? how : "pinLocked" }));
  const answer = await face.command(parsed.data.id, by, stripped(command));
  return reply.code(answer.ok ? 200 : 409).send(refuse(request, answer));
}

/** A parsed command with its absent fields left out, as the core's types want them. */
function stripped(command: z.infer<typeof commandRequest>["command"]): Command {
  return Object.fromEntries(Object.entries(command).filter(([, value]) => value !== undefined)) as Command;
}

async function takeDemo(face: TableFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parsed = demoRequest.safeParse(request.body);
  if (face.demo === null) return reply.code(404).send({ ok: false, text: "This is a real table: its devices are not emulated." });
  if (!parsed.success) return reply.code(400).send({ ok: false, text: parsed.error.issues[0]?.message });
  face.demo.act(parsed.data);
  return reply.send({ ok: true });
}
