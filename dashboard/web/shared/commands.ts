// Commands to the table. One at a time; sent again with the same id until the table answers, so that a tap acts once.

import { signal } from "@preact/signals";
import type { CommandReply, CommandRequest } from "#contract/console";
import { refusal } from "#i18n/format";
import { freshId } from "./fresh-id.ts";
import { language } from "./language.ts";
import { inChips } from "./money.ts";

export type Command = CommandRequest["command"];
/** By which a person is known to the table. */
export type Secret = { readonly pin: string } | { readonly badge: string };
export type Answer = { readonly ok: true } | { readonly ok: false; readonly text: string; readonly why?: string };

/** Commands on their way. */
export const underway = signal(0);

const retryDelaysMs = [150, 300, 600, 1_200, 2_400];

let last: Promise<unknown> = Promise.resolve();

/** Sends a command after those before it. Never throws: what stands in the way comes back as a sentence. */
export function send(command: Command, secret?: Secret): Promise<Answer> {
  const id = freshId();
  underway.value += 1;
  const answer = last.then(() => deliver({ id, command, ...secret }));
  last = answer.finally(() => {
    underway.value -= 1;
  });
  return answer;
}

async function deliver(request: CommandRequest): Promise<Answer> {
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      return await once(request);
    } catch {
      if (delayMs !== null) await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return { ok: false, text: refusal(language.value, "notSent") };
}

/** @throws where no answer of the table came back */
async function once(request: CommandRequest): Promise<Answer> {
  const response = await fetch("/api/commands", {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": language.value },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(3_000),
  });
  if (response.status === 429) return { ok: false, text: refusal(language.value, "tooMany") };
  if (response.status === 503) return { ok: false, text: refusal(language.value, "journal") };
  const reply = (await response.json()) as CommandReply;
  if (reply.ok) return { ok: true };
  const { why, text = "", params } = reply;
  return why === undefined ? { ok: false, text } : { ok: false, why, text: refusal(language.value, why, params, inChips) };
}
