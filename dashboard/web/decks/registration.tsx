// A new deck, card by card: which are still missing, which is wanted next, what was not taken and why.

import { useState } from "preact/hooks";
import type { DecksMessage, DraftMessage } from "#contract/decks";
import { cardText } from "#i18n/format";
import { t } from "../shared/language.ts";
import { PinField } from "../shared/pin-field.tsx";
import { PlayingCard } from "../shared/playing-card.tsx";
import { register, want } from "./state.ts";

const ranks = "23456789TJQKA";
const suits = "cdhs";

export function Registration({ message }: { readonly message: DecksMessage }) {
  const { draft } = message;
  return (
    <section class="registration">
      <h2>{draft === null ? t("decks.register") : `${t("decks.register")}: ${draft.name}`}</h2>
      {draft === null ? <Begin /> : <Draft draft={draft} />}
    </section>
  );
}

function Begin() {
  const [name, setName] = useState("");
  const [perCard, setPerCard] = useState<1 | 2>(1);
  const [pin, setPin] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    void register({ do: "begin", name, perCard, pin });
    setPin("");
  };
  return (
    <form onSubmit={submit}>
      <label>
        {t("decks.name")}
        <input name="name" maxLength={32} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <label>
        {t("decks.perCard")}
        <select name="perCard" value={String(perCard)} onChange={({ currentTarget }) => setPerCard(currentTarget.value === "2" ? 2 : 1)}>
          <option>1</option>
          <option>2</option>
        </select>
      </label>
      <PinField label={t("decks.pin")} pin={pin} setPin={setPin} />
      <button type="submit" disabled={!/^[A-Za-z0-9_-]{1,32}$/.test(name) || pin.length < 4}>
        {t("decks.start")}
      </button>
    </form>
  );
}

function Draft({ draft }: { readonly draft: DraftMessage }) {
  const { now, pass, done, half, refused, ready } = draft;
  return (
    <>
      <p class="wanted">
        <b>{ready ? t("decks.ready") : pass === 2 ? t("decks.second") : t("decks.lay", { card: now === null ? "" : cardText(now) })}</b>
        <span>{pass === 1 ? t("decks.order") : t("decks.distinct", { count: String(done.length) })}</span>
      </p>
      {refused !== null && (
        <p class="lost" role="alert">
          {refusedText(refused)}
        </p>
      )}
      <div class="grid" data-done={done.length} data-pass={pass}>
        {[...suits].flatMap((suit) =>
          [...ranks].map((rank) => {
            const card = `${rank}${suit}`;
            const state = done.includes(card) ? "done" : half.includes(card) ? "half" : "missing";
            return (
              <button
                type="button"
                key={card}
                class={`${state} ${card === now ? "now" : ""}`}
                disabled={pass === 2 || state !== "missing"}
                aria-label={cardText(card)}
                onClick={() => register({ do: "choose", card })}
              >
                <PlayingCard card={card} counted={state === "done"} />
              </button>
            );
          }),
        )}
      </div>
      <p class="acts">
        <button type="button" onClick={() => register({ do: "undo" })}>
          {t("decks.undo")}
        </button>
        <button type="button" onClick={() => register({ do: "cancel" })}>
          {t("decks.cancel")}
        </button>
        <button type="button" disabled={!ready} onClick={() => want({ kind: "register" })}>
          {t("decks.act.register")}
        </button>
      </p>
    </>
  );
}

function refusedText({ why, card, deck }: NonNullable<DraftMessage["refused"]>): string {
  const said = { card: card === undefined ? "" : cardText(card), deck: deck ?? "" };
  switch (why) {
    case "otherDeck":
      return t("decks.refused.otherDeck", { deck: said.deck });
    case "sameTag":
      return t("decks.refused.sameTag", { card: said.card });
    case "halfCard":
      return t("decks.refused.halfCard", { card: said.card });
    case "oneAtATime":
      return t("decks.refused.oneAtATime");
    case "tagLength":
      return t("decks.refused.tagLength");
    default:
      return t("decks.refused.unknownTag");
  }
}
