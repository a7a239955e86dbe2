// The site's Fastify app: tables, alarms and rounds for surveillance, progressives for the floor. It reads what the tables tell and
// commands none of them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  type AlarmRecord,
  acknowledgeRequest,
  alarmsQuery,
  meterRequest,
  type RoundRecord,
  type RoundSummary,
  roundsQuery,
  type SiteAlarm,
  type SiteDevice,
  type SiteState,
  statementQuery,
} from "#contract/site";
import type { Operator } from "#core/operator";
import type { MeterCommand, MeterReply } from "#core/progressive";
import { type Language, refusal, say } from "#i18n/format";
import { createEventStreams } from "./event-stream.ts";
import { languageOf } from "./refuse.ts";
import { createWebApp } from "./web-app.ts";

/** What a running site shows to its pages. The site is handed in. */
export interface SiteFace {
  state(): SiteState;
  onChanged(listener: () => void): void;
  signOn(pin: string): Promise<Operator | null | "locked">;
  /** How many of them nobody had acknowledged before. */
  acknowledge(alarms: readonly Pick<SiteAlarm, "table" | "id" | "since">[], by: Operator): number;
  /** What has been, the newest first; null: of all tables. */
  alarms(table: string | null, limit: number): readonly SiteAlarm[];
  /** Null: there was no such alarm. */
  alarm(table: string, id: string, since: number): AlarmRecord | null;
  devices(table: string): readonly SiteDevice[];
  /** Null: there is no such pool. */
  meter(pool: string, id: string, by: Operator, command: MeterCommand): Promise<MeterReply> | null;
  /** Null: there is no such pool. */
  statement(pool: string, from: number, to: number, format: "json" | "csv" | "pdf", language: Language): Promise<StatementFile | null>;
  rounds(table: string, limit: number): readonly RoundSummary[];
  round(table: string, round: number, journal?: string): RoundRecord | null;
  now(): number;
}

export interface StatementFile {
  readonly type: string;
  readonly name: string;
  readonly content: string | Buffer;
}

export interface SiteOptions {
  readonly face: SiteFace;
  /** Folder of the built pages. */
  readonly pages: string;
  readonly hosts: readonly string[];
}

const streamsMax = 64;
/** Forty tables that play all change several times a second; a wall of them is drawn so often. */
const coalesceMs = 200;
const group = "site";
/** Of a page that asks for none. */
const language: Language = "en";

export function createSiteApp({ face, pages, hosts }: SiteOptions): FastifyInstance {
  const app = createWebApp({ pages, names: ["floor", "statement"], hosts, language });
  app.setErrorHandler(tellDisk);
  live(app, face);
  records(app, face);
  app.post("/api/site/acknowledge", (request, reply) => acknowledge(face, request, reply));
  app.post("/api/site/meters/:pool", (request, reply) => commandMeter(face, request, reply));
  app.get("/api/site/meters/:pool/statement", (request, reply) => sendStatement(face, request, reply));
  return app;
}

function live(app: FastifyInstance, face: SiteFace): void {
  const streams = createEventStreams(streamsMax);
  let timer: NodeJS.Timeout | null = null;
  const message = (): string => JSON.stringify(face.state());
  face.onChanged(() => {
    timer ??= setTimeout(() => {
      timer = null;
      streams.send(group, "site", message);
    }, coalesceMs);
  });
  app.get("/api/site/state", () => face.state());
  app.get("/api/site/stream", (_request, reply) => {
    reply.hijack();
    if (!streams.add(reply.raw, group)) {
      reply.raw.writeHead(503).end("too many pages are open at this site");
      return reply;
    }
    reply.raw.write(`event: site\ndata: ${message()}\n\n`);
    return reply;
  });
  app.addHook("preClose", async () => {
    if (timer !== null) clearTimeout(timer);
    streams.close();
  });
}

const roundParams = z.object({ table: z.string().max(32), round: z.coerce.number().int().nonnegative() });
const alarmParams = z.object({ table: z.string().max(32), alarm: z.string().max(64), since: z.coerce.number().int().nonnegative() });
const journalQuery = z.object({ journal: z.string().max(32).optional() });

function records(app: FastifyInstance, face: SiteFace): void {
  app.get("/api/site/tables/:table/rounds", (request, reply) => {
    const query = roundsQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send({ ok: false, text: "limit is 1 to 500" });
    return face.rounds((request.params as { table: string }).table, query.data.limit);
  });
  app.get("/api/site/tables/:table/rounds/:round", (request, reply) => {
    const params = roundParams.safeParse(request.params);
    const query = journalQuery.safeParse(request.query);
    const found = params.success && query.success ? face.round(params.data.table, params.data.round, query.data.journal) : null;
    return found ?? reply.code(404).send({ ok: false, text: "There is no such round of this table in the history of the site." });
  });
  app.get<{ Params: { table: string } }>("/api/site/tables/:table/devices", (request) => face.devices(request.params.table));
  app.get("/api/site/alarms", (request, reply) => {
    const query = alarmsQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send({ ok: false, text: "limit is 1 to 500" });
    return face.alarms(query.data.table ?? null, query.data.limit);
  });
  app.get("/api/site/tables/:table/alarms/:alarm/:since", (request, reply) => {
    const params = alarmParams.safeParse(request.params);
    const found = params.success ? face.alarm(params.data.table, params.data.alarm, params.data.since) : null;
    return found ?? reply.code(404).send({ ok: false, text: "There is no such alarm of this table in the history of the site." });
  });
}

async function acknowledge(face: SiteFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parsed = acknowledgeRequest.safeParse(request.body);
  if (!parsed.success) return reply.code(400).send({ ok: false, text: parsed.error.issues[0]?.message });
  const by = await face.signOn(parsed.data.pin);
  if (by === null || by === "locked") return notKnown(request, reply, by);
  return face.acknowledge(parsed.data.alarms, by) > 0
    ? reply.send({ ok: true })
    : reply.code(409).send({ ok: false, why: "notNow", text: textOf(request, "notNow") });
}

async function commandMeter(face: SiteFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parsed = meterRequest.safeParse(request.body);
  if (!parsed.success) return reply.code(400).send({ ok: false, text: parsed.error.issues[0]?.message });
  const { id, pin, command } = parsed.data;
  const by = await face.signOn(pin);
  if (by === null || by === "locked") return notKnown(request, reply, by);
  const answer = await face.meter((request.params as { pool: string }).pool, id, by, command);
  if (answer === null) return reply.code(404).send({ ok: false, text: "There is no such progressive." });
  return answer.ok
    ? reply.send(answer)
    : reply.code(409).send({ ...answer, text: say(languageOf(request, language), `meterRefusal.${answer.why}`) });
}

async function sendStatement(face: SiteFace, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = statementQuery.safeParse(request.query);
  if (!query.success)
    return reply.code(400).send({ ok: false, text: "from and to are milliseconds since 1970; format is json, csv or pdf" });
  const { from, to = face.now() + 1, format } = query.data;
  const file = await face.statement((request.params as { pool: string }).pool, from, to, format, languageOf(request, language));
  if (file === null) return reply.code(404).send({ ok: false, text: "There is no such progressive." });
  if (format !== "json") reply.header("content-disposition", `attachment; filename="${file.name}"`);
  return reply.type(file.type).send(file.content);
}

/** A disk that takes nothing is told to whoever acts in their words; nothing was changed then. */
function tellDisk(error: { readonly code?: string }, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.code?.startsWith("SQLITE_") !== true) throw error;
  return reply.code(503).send({ ok: false, why: "journal", text: textOf(request, "journal") });
}

function notKnown(request: FastifyRequest, reply: FastifyReply, by: null | "locked"): FastifyReply {
  const why = by === null ? "pin" : "pinLocked";
  return reply.code(401).send({ ok: false, why, text: textOf(request, why) });
}

function textOf(request: FastifyRequest, why: string): string {
  return refusal(languageOf(request, language), why, {}, String);
}
