// What the decks' page knows: how the decks stand, asked for again and again, and what somebody is about to sign.

import { signal } from "@preact/signals";
import type { CommandReply } from "#contract/console";
import type { DecksMessage, RegistrationRequest } from "#contract/decks";
import type { Opening } from "#core/opening";
import { refusal } from "#i18n/format";
import { send } from "../shared/commands.ts";
import { language } from "../shared/language.ts";
import { currencyShown } from "../shared/money.ts";

export type DeckActOpening = Extract<Opening, { kind: "deckAct" }>;
/** What waits for a PIN, and perhaps a reason. */
export type Wanted = DeckActOpening | { readonly kind: "sign" | "unsign" | "register" };

export const listed = signal<DecksMessage | null>(null);
export const gone = signal(false);
export const wanted = signal<Wanted | null>(null);
/** A sentence of refusal, until the next press. */
export const notice = signal<string | null>(null);

const everyMs = 400;
const askWithinMs = 3000;

export function follow(): void {
  void look().finally(() => setTimeout(follow, everyMs));
}

export async function look(): Promise<void> {
  try {
    const reply = await fetch("/api/decks", { signal: AbortSignal.timeout(askWithinMs) });
    gone.value = !reply.ok;
    if (!reply.ok) return;
    listed.value = (await reply.json()) as DecksMessage;
    currencyShown.value = listed.value.currency;
  } catch {
    gone.value = true;
  }
}

export function want(next: Wanted | null): void {
  wanted.value = next;
  notice.value = null;
}

/** Has it done in the name of whoever shows the PIN. */
export async function sign(reason: string, pin: string): Promise<void> {
  const what = wanted.value;
  if (what === null) return;
  const done =
    what.kind === "register"
      ? await register({ do: "register", pin })
      : told(
          await send(
            what.kind === "deckAct"
              ? { kind: "deckAct", deck: what.deck, act: what.act as "recount", reason }
              : { kind: "confirm", code: what.kind },
            { pin },
          ),
        );
  if (done) wanted.value = null;
  await look();
}

/** The dealer passes the cards, or counts them: no PIN is asked for. */
export async function endCount(cards: number | null): Promise<void> {
  told(await send(cards === null ? { kind: "confirm", code: "scanned" } : { kind: "count", cards }));
  await look();
}

/** One step of a registration; true: it was taken. */
export async function register(step: RegistrationRequest): Promise<boolean> {
  try {
    const reply = await fetch("/api/decks", {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": language.value },
      body: JSON.stringify(step),
      signal: AbortSignal.timeout(askWithinMs),
    });
    return told((await reply.json()) as CommandReply);
  } catch {
    return told({ ok: false, why: "notSent" });
  } finally {
    await look();
  }
}

function told(answer: Pick<CommandReply, "ok" | "text" | "why">): boolean {
  notice.value = answer.ok ? null : (answer.text ?? refusal(language.value, answer.why ?? "notSent"));
  return answer.ok;
}
