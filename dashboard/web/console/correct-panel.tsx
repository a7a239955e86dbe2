// A wrong card of a settled round: which one it was, and which it is. What follows is signed for like anything the dealer alone may not do.

import { useState } from "preact/hooks";
import { type Card, ranks, suits } from "#core/card";
import type { Held } from "#core/felt";
import { confirmOf, ofKind } from "#core/next-action";
import type { View } from "#core/view";
import { pileName, placeName } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { PlayingCard } from "../shared/playing-card.tsx";
import { seatOf } from "../shared/seat-of.ts";
import { Icon } from "./icons.tsx";
import { Key, Lines } from "./key.tsx";
import { openSign, panel } from "./state.ts";

/** One key a round that may be corrected; and while a correction waits for its second person, the keys that end that. */
export function CorrectKeys({ view }: { readonly view: View }) {
  const signed = [confirmOf(view, "approve"), confirmOf(view, "withdraw")].filter((one) => one !== null);
  return (
    <>
      {signed.map((opening) => (
        <Key key={opening.code} class="option" onPress={() => openSign(opening)}>
          <Icon name="badge" />
          <Lines text={t(`key.${opening.code}`)} />
        </Key>
      ))}
      {ofKind(view, "correct").map(({ round }) => (
        <Key
          key={round}
          class="option"
          onPress={() => {
            panel.value = { kind: "correct", round };
          }}
        >
          <Icon name="swap" />
          <Lines text={t("key.correct")} />
          <small>{t("correct.round", { round })}</small>
        </Key>
      ))}
    </>
  );
}

export function CorrectPanel({ view, round }: { readonly view: View; readonly round: number }) {
  const [hand, setHand] = useState<string | null>(null);
  const [wrong, setWrong] = useState<readonly [Held, Card] | null>(null);
  const [suit, setSuit] = useState<string | null>(null);
  const opening = ofKind(view, "correct").find((one) => one.round === round);
  if (opening === undefined) return <p class="calm">{t("correct.none")}</p>;
  if (wrong === null) {
    const chosen = opening.hands.find(({ place }) => place === hand);
    return (
      <section class="correct">
        <h1>{t(chosen === undefined ? "correct.whose" : "correct.which")}</h1>
        <div class="hands">
          {chosen === undefined
            ? opening.hands.map(({ place, cards }) => (
                <Key key={place} class="hand" onPress={() => setHand(place)}>
                  <b>{handName(place)}</b>
                  <HandRow cards={cards.map(([, card]) => card)} />
                </Key>
              ))
            : chosen.cards.map(([held, card]) => (
                <Key key={held} class="choice" onPress={() => setWrong([held, card])}>
                  <PlayingCard card={card} />
                </Key>
              ))}
        </div>
      </section>
    );
  }
  const name = (card: Card): void =>
    openSign({ kind: "correct", round, role: opening.role, cards: [{ held: wrong[0], card }], reason: true });
  return (
    <section class="correct">
      <h1>
        <PlayingCard card={wrong[1]} /> {t("correct.instead")}
      </h1>
      <div class="row">
        {suits.map((one) => (
          <Key key={one} class={`choice ${suit === one ? "chosen" : ""}`} pressed={suit === one} onPress={() => setSuit(one)}>
            <PlayingCard card={`A${one}`} />
          </Key>
        ))}
      </div>
      {suit !== null && (
        <div class="row ranks">
          {ranks.map((rank) => (
            <Key
              key={rank}
              class="choice"
              blocked={`${rank}${suit}` === wrong[1] ? "–" : null}
              onPress={() => name(`${rank}${suit}` as Card)}
            >
              <PlayingCard card={`${rank}${suit}`} />
            </Key>
          ))}
        </div>
      )}
    </section>
  );
}

/** Whose hand, and which row of it where it lies in several. */
function handName(place: string): string {
  const owner = placeName(language.value, place);
  return place.endsWith("/hand") || seatOf(place) === null ? owner : `${owner} · ${pileName(language.value, place)}`;
}
