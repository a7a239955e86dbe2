// Who signs, and why. A second signature that is waited for stands above everything else.

import { useState } from "preact/hooks";
import type { DecksMessage } from "#contract/decks";
import { t } from "../shared/language.ts";
import { PinField } from "../shared/pin-field.tsx";
import { sign, type Wanted, want, wanted } from "./state.ts";

export function SignForm({ message }: { readonly message: DecksMessage }) {
  const { signing } = message;
  const open = wanted.value;
  return (
    <>
      {signing !== null && open === null && (
        <p class="signing">
          {t("decks.signing", { act: t(`decks.act.${signing.act}`), deck: signing.deck, name: signing.by.name })}
          <button type="button" onClick={() => want({ kind: "sign" })}>
            {t("decks.do")}
          </button>
          <button type="button" onClick={() => want({ kind: "unsign" })}>
            {t("decks.withdraw")}
          </button>
        </p>
      )}
      {open !== null && <Form key={titleOf(open)} what={open} />}
    </>
  );
}

function titleOf(what: Wanted): string {
  if (what.kind === "deckAct") return `${t(`decks.act.${what.act}`)}: ${what.deck}`;
  return t(what.kind === "sign" ? "decks.do" : what.kind === "unsign" ? "decks.withdraw" : "decks.act.register");
}

function Form({ what }: { readonly what: Wanted }) {
  const [reason, setReason] = useState("");
  const [pin, setPin] = useState("");
  const asksReason = what.kind === "deckAct" && what.act !== "recount";
  const submit = (event: Event): void => {
    event.preventDefault();
    void sign(reason, pin);
    setPin("");
  };
  return (
    <form class="sign" onSubmit={submit}>
      <h2>{titleOf(what)}</h2>
      {asksReason && (
        <label>
          {t("decks.reason")}
          <input name="reason" maxLength={200} value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
      )}
      <PinField label={t("decks.pin")} pin={pin} setPin={setPin} />
      <button type="submit" disabled={pin.length < 4 || (asksReason && reason.trim() === "")}>
        {t("decks.do")}
      </button>
      <button type="button" onClick={() => want(null)}>
        {t("decks.cancel")}
      </button>
    </form>
  );
}
