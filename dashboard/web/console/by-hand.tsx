// Cards and counts by hand: the four-colour keypad for cards that lie open and were read by no reader, and the blind count of the stub.

import "./by-hand.css";
import { useState } from "preact/hooks";
import type { Card, Rank } from "#core/card";
import type { Place } from "#core/felt";
import { confirmOf, ofKind } from "#core/next-action";
import type { Opening } from "#core/opening";
import type { View } from "#core/view";
import { placeName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { allPlaces } from "../shared/open-places.ts";
import { PlayingCard } from "../shared/playing-card.tsx";
import { type Suit, SuitShape } from "../shared/suits.tsx";
import { Icon } from "./icons.tsx";
import { Key } from "./key.tsx";
import { act, facesTyped, openSign } from "./state.ts";

const ranks = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
const suits: readonly (readonly [Suit, string])[] = [
  ["s", "spade"],
  ["h", "heart"],
  ["d", "diamond"],
  ["c", "club"],
];
const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const countDigits = 2;

/** What has been typed of the cards that are due at a place. */
function typedAt(place: Place): readonly Card[] {
  return facesTyped.value?.place === place ? facesTyped.value.cards : [];
}

/** Rank, suit, and the next card: what lies open elsewhere cannot be typed again. */
export function FacesDetail({ view }: { readonly view: View }) {
  const due = ofKind(view, "faces")[0];
  const [rank, setRank] = useState<Rank | null>(null);
  if (due === undefined) return null;
  const { place, count } = due;
  const typed = typedAt(place);
  const open = new Set<string>([
    ...typed,
    ...allPlaces(view).flatMap(({ cards }) => cards.flatMap((card) => (card === null ? [] : [card]))),
  ]);
  const keep = (cards: readonly Card[]): void => {
    facesTyped.value = { place, cards };
    setRank(null);
  };
  return (
    <div class="by-hand">
      <div class="asked">
        <p class="question">{t("byHand.faces", { place: placeName(language.value, place), count })}</p>
        <p class="cards" style={{ "--n": String(count) }}>
          {Array.from({ length: count }, (_, i) => (
            <PlayingCard key={i} card={typed[i] ?? null} />
          ))}
        </p>
      </div>
      <div class="faces">
        {ranks.map((one) => (
          <Key
            key={one}
            class={rank === one ? "chosen" : ""}
            pressed={rank === one}
            label={one === "T" ? "10" : one}
            onPress={() => setRank(typed.length < count ? one : null)}
          />
        ))}
        <Key name={t("key.clear")} onPress={() => keep(rank === null ? typed.slice(0, -1) : typed)}>
          <Icon name="erase" />
        </Key>
        {suits.map(([suit, colour]) => (
          <Key
            key={suit}
            class={`suit ${colour}`}
            blocked={rank !== null && open.has(`${rank}${suit}`) ? t("byHand.open") : null}
            onPress={() => rank !== null && keep([...typed, `${rank}${suit}`])}
          >
            <svg viewBox="0 0 24 24" role="img" aria-label={t(`byHand.${colour as "spade"}`)}>
              <SuitShape suit={suit} />
            </svg>
          </Key>
        ))}
      </div>
    </div>
  );
}

/** Sends the cards once all that lie open are typed. */
export function FacesKey({ due: { place, count } }: { readonly due: Extract<Opening, { kind: "faces" }> }) {
  const cards = typedAt(place);
  const send = async (): Promise<void> => {
    if (await act({ kind: "faces", place, cards: [...cards] })) facesTyped.value = null;
  };
  return <Key class="go" label={t("key.ok")} blocked={cards.length < count ? t("blocked.faces") : null} onPress={send} />;
}

/** The stub, or the jackpot wagers, counted blind: the screen does not say what should come out. */
export function CountDetail({ view }: { readonly view: View }) {
  const [typed, setTyped] = useState("");
  const jackpots = ofKind(view, "count").some(({ place }) => place === "jackpot");
  return (
    <div class="pad">
      <div class="typed">
        <b>{t(jackpots ? "byHand.jackpots" : "byHand.count")}</b>
        <output>{typed === "" ? "–" : typed}</output>
        <span>{t(jackpots ? "byHand.collected" : view.care?.again ? "byHand.again" : "byHand.blind")}</span>
      </div>
      <div class="figures">
        {digits.map((digit) => (
          <Key key={digit} label={digit} onPress={() => typed.length < countDigits && setTyped(`${typed}${digit}`)} />
        ))}
        <Key onPress={() => setTyped(typed.slice(0, -1))}>
          <Icon name="erase" />
        </Key>
        <Key
          class="go"
          label={t("key.ok")}
          blocked={typed === "" ? t("key.ok") : null}
          onPress={async () => {
            await act({ kind: "count", cards: Number(typed) });
            setTyped("");
          }}
        />
      </div>
    </div>
  );
}

/** A card that nobody reads is counted in: one tap for the next, one for all that are due. */
export function DealByHand({ view }: { readonly view: View }) {
  const card = ofKind(view, "card")[0];
  if (!view.manual || card === undefined) return null;
  return (
    <div class="row">
      <Key class="option" label={t("byHand.one")} onPress={() => act({ kind: "card", to: card.to })} />
      <Key class="go" label={t("byHand.all")} onPress={() => act({ kind: "card", to: card.to, all: true })} />
    </div>
  );
}

/** A dead reader: the floor takes it out of the deal, and the dealer back in between two rounds. */
export function ReaderKeys({ view }: { readonly view: View }) {
  const manual = confirmOf(view, "manual");
  const readers = confirmOf(view, "readers");
  if (manual === null && readers === null) return null;
  return (
    <div class="row">
      {manual !== null && <Key class="option" label={t("key.manual")} onPress={() => openSign(manual)} />}
      {readers !== null && <Key class="option" label={t("key.readers")} onPress={() => act({ kind: "confirm", code: "readers" })} />}
    </div>
  );
}
