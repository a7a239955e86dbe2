// An answer to a person: what was refused, in the language that the page speaks.

import type { FastifyRequest } from "fastify";
import type { CommandReply } from "#contract/console";
import type { Reply } from "#core/table";
import { chips, type Language, languages, refusal } from "#i18n/format";
import type { TableFace } from "./table-face.ts";

export type Refuse = (request: FastifyRequest, answer: Reply) => CommandReply;

export function createRefuse({ about }: Pick<TableFace, "about">): Refuse {
  return (request, answer) => {
    if (answer.ok) return { ok: true };
    const language = languageOf(request, about.language);
    const money = (minor: number): string => chips(language, minor, about.currency);
    return { ...answer, text: refusal(language, answer.why, answer.params, money) };
  };
}

/** The language that whoever asks reads, or else the house's. */
export function languageOf(request: FastifyRequest, house: Language): Language {
  const asked = String(request.headers["accept-language"] ?? "").slice(0, 2);
  return languages.find((one) => one === asked) ?? house;
}
