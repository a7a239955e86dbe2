// What no device sees, named: one tap says what happened, the next where, the last how many cards.

import { useState } from "preact/hooks";
import type { Reportable } from "#core/irregularity";
import { confirmOf, ofKind } from "#core/next-action";
import type { PlaceView, View } from "#core/view";
import { placeName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { allPlaces } from "../shared/open-places.ts";
import { seatOf } from "../shared/seat-of.ts";
import { CorrectKeys } from "./correct-panel.tsx";
import { Key } from "./key.tsx";
import { PeopleKeys } from "./menu-detail.tsx";
import { act, openSign, panel, seatChosen } from "./state.ts";

const countsAtMost = 4;

/** What happened: every code the table takes now, a misdeal, and what has its place in every phase. Takes the place of the felt. */
export function FixPanel({ view }: { readonly view: View }) {
  const misdeal = confirmOf(view, "misdeal");
  const codes = ofKind(view, "report").flatMap((opening) => opening.codes);
  const ofTheDeal = ofKind(view, "report").flatMap((opening) => opening.ofTheDeal);
  return (
    <section class="sign-on screen">
      <h1>{t("fix.title")}</h1>
      <div class="sets fixes">
        {codes.map((code) => (
          <Key
            key={code}
            class="option"
            label={t(`key.${code}`)}
            onPress={() => (ofTheDeal.includes(code) ? report(code, null, 1) : where(code))}
          />
        ))}
        {misdeal !== null && <Key class="option" label={t("key.misdeal")} onPress={() => openSign(misdeal)} />}
        <CorrectKeys view={view} />
        <PeopleKeys view={view} />
      </div>
    </section>
  );
}

async function report(code: Reportable, place: string | null, count: number): Promise<void> {
  if (await act({ kind: "report", code, ...(place !== null && { place }), count })) panel.value = null;
}

function where(code: Reportable): void {
  seatChosen.value = null;
  panel.value = { kind: "report", code };
}

/** Where it happened, by a tap on the seat, then how many cards. */
export function ReportDetail({ view, code }: { readonly view: View; readonly code: Reportable }) {
  const [own, setOwn] = useState<string | null>(null);
  const place = placeOf(view, own);
  return (
    <div class="fix">
      <p class="question">
        {t(`key.${code}`).replace("\n", " ")}. {t(place === null ? "fix.where" : code === "wrongCount" ? "fix.holds" : "fix.howMany")}
      </p>
      <div class="row">
        {place === null &&
          housePlaces(view).map((one) => (
            <Key key={one.place} class="option" label={placeName(language.value, one.place)} onPress={() => setOwn(one.place)} />
          ))}
        {place !== null && (
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
