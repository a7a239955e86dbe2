// What no device sees, named: one tap says what happened, the next where, the last how many cards.

import { useState } from "preact/hooks";
import type { Reportable } from "#core/irregularity";
import { confirmOf, ofKind } from "#core/next-action";
import type { PlaceView, View } from "#core/view";
import { placeName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { allPlaces } from "../shared/open-places.ts";
import { seatOf } from "../shared/seat-of.ts";
import { Key } from "./key.tsx";
import { PeopleKeys } from "./menu-detail.tsx";
import { act, openSign, panel, seatChosen } from "./state.ts";

const countsAtMost = 4;

export function FixDetail({ view }: { readonly view: View }) {
  const [code, setCode] = useState<Reportable | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  const misdeal = confirmOf(view, "misdeal");
  const codes = ofKind(view, "report").flatMap((opening) => opening.codes);
  const wide = ofKind(view, "report").flatMap((opening) => opening.ofTheDeal);
  const place = placeOf(view, own);
  const report = async (reported: Reportable, at: string | null, count: number): Promise<void> => {
    if (await act({ kind: "report", code: reported, ...(at !== null && { place: at }), count })) panel.value = null;
  };
  const question = code === null ? "fix.title" : place === null ? "fix.where" : code === "wrongCount" ? "fix.holds" : "fix.howMany";
  return (
    <div class="fix">
      <p class="question">{t(question)}</p>
      <div class="row">
        {code === null && (
          <>
            {codes.map((one) => (
              <Key
                key={one}
                class="option"
                label={t(`key.${one}`)}
                onPress={() => (wide.includes(one) ? report(one, null, 1) : setCode(one))}
              />
            ))}
            {misdeal !== null && <Key class="option" label={t("key.misdeal")} onPress={() => openSign(misdeal)} />}
            <PeopleKeys view={view} />
          </>
        )}
        {code !== null &&
          place === null &&
          housePlaces(view).map((one) => (
            <Key key={one.place} class="option" label={placeName(language.value, one.place)} onPress={() => setOwn(one.place)} />
          ))}
        {code !== null && place !== null && (
          <>
            <b class="number">{seatOf(place.place) ?? placeName(language.value, place.place)}</b>
            {countsFor(code, place.cards.length).map((count) => (
              <Key key={count} class="option" label={t("key.cards", { count })} onPress={() => report(code, place.place, count)} />
            ))}
          </>
        )}
      </div>
    </div>
  );
}

/** The hand of the seat that was tapped: what may lie exposed, or be miscounted, is what should lie face down. */
function placeOf(view: View, own: string | null): PlaceView | null {
  if (seatChosen.value === null) return housePlaces(view).find(({ place }) => place === own) ?? null;
  const lying = allPlaces(view).filter((one) => seatOf(one.place) === seatChosen.value && one.cards.length > 0);
  return lying.find(({ cards }) => cards.includes(null)) ?? lying[0] ?? null;
}

/** The dealer's own hand has no seat to tap. */
function housePlaces(view: View): readonly PlaceView[] {
  return view.places.filter(({ place, cards }) => place.startsWith("dealer/") && cards.length > 0);
}

/** So many lie exposed; or, of a wrong count, so many are there: one or two more or fewer than the table knows of. */
function countsFor(code: Reportable, lying: number): readonly number[] {
  if (code !== "wrongCount") return Array.from({ length: Math.min(countsAtMost, lying) }, (_, i) => i + 1);
  return [lying - 2, lying - 1, lying + 1, lying + 2].filter((count) => count >= 0);
}
