// Hands as they are turned up: the last one large, with its name.

import type { View } from "#core/view";
import { placeName, reason } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { allPlaces } from "../shared/open-places.ts";
import { ofKind } from "./primary.ts";
import { shownLast } from "./state.ts";

export function RevealDetail({ view }: { readonly view: View }) {
  const shown = allPlaces(view).find(({ place, name }) => place === shownLast.value && name !== null);
  const next = ofKind(view, "reveal")[0];
  const text = next === undefined ? t("reveal.waits") : t("reveal.next", { place: placeName(language.value, next.place) });
  if (shown === undefined || shown.name === null) {
    return (
      <p class="calm">
        <b>{t("reveal.title")}</b>
        <span>{text}</span>
      </p>
    );
  }
  const [title = "", more = ""] = reason(language.value, shown.name, inChips).split(" · ");
  return (
    <div class="reveal">
      <div class="who">
        <b class="number">{Number.parseInt(shown.place, 10) || placeName(language.value, shown.place)}</b>
        <div class="named">
          <b>{title}</b>
          <span>{more}</span>
        </div>
        <span class="then">{text}</span>
      </div>
      <HandRow cards={shown.cards} />
    </div>
  );
}
