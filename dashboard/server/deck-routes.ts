// The decks of a table: how each stands, and the registration of a new one.

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type DecksMessage, type RegistrationRequest, registrationRequest } from "#contract/decks";
import type { Operator } from "#core/operator";
import type { Reply } from "#core/table";
import type { Refuse } from "./refuse.ts";
import type { TableFace } from "./table-face.ts";

const deckConfirms = ["sign", "unsign", "scanned"];

export function deckRoutes(app: FastifyInstance, face: TableFace, refuse: Refuse): void {
  app.get("/api/decks", () => message(face));
  app.post("/api/decks", async (request, reply) => {
    const parsed = registrationRequest.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ ok: false, text: z.prettifyError(parsed.error) });
    if (face.registrar === null) return reply.code(404).send({ ok: false, text: "This table registers no decks." });
    const answer = await carryOut(face, parsed.data);
    if (answer === "unknown") return reply.code(401).send(refuse(request, { ok: false, why: "pin" }));
    if (answer === "locked") return reply.code(401).send(refuse(request, { ok: false, why: "pinLocked" }));
    return reply.code(answer.ok ? 200 : 409).send(refuse(request, answer));
  });
}

function message(face: TableFace): DecksMessage {
  const { care, scan, expected, round } = face.view("dealer");
  return {
    table: face.about.table,
    now: face.now(),
    currency: face.about.currency,
    playing: round !== null,
    decks: care?.decks ?? [],
    quarantine: care?.quarantine ?? [],
    signing: care?.signing ?? null,
    scan,
    expected: expected.filter(
      (opening) =>
        opening.kind === "deckAct" ||
        (opening.kind === "count" && opening.place === "deck") ||
        (opening.kind === "confirm" && deckConfirms.includes(opening.code)),
    ),
    draft: face.registrar?.shown() ?? null,
  };
}

async function carryOut({ registrar, signOn }: TableFace, asked: RegistrationRequest): Promise<Reply | "unknown" | "locked"> {
  if (registrar === null) return { ok: false, why: "notNow" };
  const known = async (pin: string, act: (by: Operator) => Reply | Promise<Reply>) => {
    const by = await signOn({ how: "pin", text: pin });
    return by === null ? "unknown" : by === "locked" ? by : act(by);
  };
  switch (asked.do) {
    case "begin":
      return known(asked.pin, (by) => registrar.begin(by, asked.name, asked.perCard));
    case "register":
      return known(asked.pin, (by) => registrar.register(by));
    case "adopt":
      return known(asked.pin, (by) => registrar.adopt(by, asked.name));
    case "choose":
      registrar.choose(asked.card);
      return { ok: true };
    default:
      registrar[asked.do]();
      return { ok: true };
  }
}
