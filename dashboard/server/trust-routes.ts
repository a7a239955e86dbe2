// What makes a table trustworthy to people who were not there: records of who looked, rounds recalled, what program runs here.

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { recordRequest } from "#contract/console";
import type { TableFace } from "./table-face.ts";

const changesShown = 10;
const roundsMax = 100;
const roundsQuery = z.object({ last: z.coerce.number().int().positive().max(roundsMax).default(10) });
const roundParams = z.object({ number: z.coerce.number().int().positive().nullable().catch(null) });

export function trustRoutes(app: FastifyInstance, face: TableFace): void {
  app.post("/api/records", async (request, reply) => {
    const record = recordRequest.safeParse(request.body);
    if (!record.success) return reply.code(400).send({ ok: false, text: z.prettifyError(record.error) });
    if (!(await face.record(record.data)))
      return reply.code(403).send({ ok: false, text: "the proof does not hold: use this table's service key, and the same clock" });
    return { ok: true };
  });
  app.get("/api/program", () => face.recall.program(changesShown));
  app.get("/api/rounds", async (request, reply) => {
    const query = roundsQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send({ ok: false, text: `Ask with last=N, N from 1 to ${roundsMax}.` });
    return { journal: face.journal, rounds: await face.recall.rounds(query.data.last) };
  });
  app.get("/api/rounds/:number", async (request, reply) => {
    const { number } = roundParams.parse(request.params);
    const round = number === null ? null : await face.recall.round(number);
    return round ?? reply.code(404).send({ ok: false, text: "this table has played no round of that number" });
  });
}
