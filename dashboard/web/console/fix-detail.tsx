// What no device sees, named: one tap says what happened, the next where, the last how many cards.

import { useState } from "preact/hooks";
import type { View } from "#core/view";
import { t } from "../shared/language.ts";
import { allPlaces } from "../shared/open-places.ts";
import { Key } from "./key.tsx";
import { confirmOf, ofKind } from "./primary.ts";
import { act, openSign, panel, seatChosen } from "./state.ts";

const countsAtMost = 4;

export function FixDetail({ view }: { readonly view: View }) {
  const [code, setCode] = useState<"exposed" | null>(null);
  const misdeal = confirmOf(view, "misdeal");
  const codes = ofKind(view, "report").flatMap((opening) => opening.codes);
  const lying = allPlaces(view).filter((one) => Number.parseInt(one.place, 10) === seatChosen.value && one.cards.length > 0);
  // What may lie exposed is what should lie face down.
  const place = lying.find(({ cards }) => cards.includes(null)) ?? lying[0];
  const report = async (reported: "exposed", at: string, count: number): Promise<void> => {
    if (await act({ kind: "report", code: reported, place: at, count })) panel.value = null;
  };
  return (
    <div class="fix">
      <p class="question">{code === null ? t("fix.title") : place === undefined ? t("fix.where") : t("fix.howMany")}</p>
      <div class="row">
        {code === null && (
          <>
            {codes.map((one) => (
              <Key key={one} class="option" label={t(`key.${one}`)} onPress={() => setCode(one)} />
            ))}
            {misdeal !== null && <Key class="option" label={t("key.misdeal")} onPress={() => openSign(misdeal)} />}
          </>
        )}
        {code !== null && place !== undefined && (
          <>
            <b class="number">{seatChosen.value}</b>
            {Array.from({ length: Math.min(countsAtMost, place.cards.length) }, (_, i) => (
              <Key key={i} class="option" label={t("key.cards", { count: i + 1 })} onPress={() => report(code, place.place, i + 1)} />
            ))}
          </>
        )}
      </div>
    </div>
  );
}
