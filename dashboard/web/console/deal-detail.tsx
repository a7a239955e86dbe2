// The deal: which card, whose next. Nothing to press while all is well.

import { ofKind } from "#core/next-action";
import type { View } from "#core/view";
import { placeName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { allPlaces } from "../shared/open-places.ts";
import { DealByHand, ReaderKeys } from "./by-hand.tsx";

export function DealDetail({ view }: { readonly view: View }) {
  const shuffle = ofKind(view, "shuffle")[0];
  if (shuffle !== undefined) return <ShuffleDetail piles={shuffle.piles.filter((pile) => lies(view, pile))} />;
  const { dealt, of } = view.deal ?? { dealt: 0, of: 0 };
  // While a reader is silent nobody says that it reads.
  const isCalm = !view.manual && view.waiting.length === 0;
  return (
    <div class={`deal ${view.manual ? "counted" : ""}`}>
      <p class="hero">
        <span>{t("deal.title")}</span>
        <b>{dealt}</b>
        <span>{t("deal.of", { of })}</span>
      </p>
      <div class="cells" style={{ "--of": String(of) }}>
        {Array.from({ length: of }, (_, i) => (
          <i key={i} class={i < dealt ? "done" : i === dealt ? "now" : ""} />
        ))}
      </div>
      {(view.next !== null || isCalm) && (
        <p class="calm">
          {view.next !== null && <b>{t("deal.next", { place: placeName(language.value, view.next.card) })}</b>}
          {isCalm && <span>{t("deal.calm")}</span>}
        </p>
      )}
      <DealByHand view={view} />
      <ReaderKeys view={view} />
    </div>
  );
}

function lies(view: View, pile: string): boolean {
  return allPlaces(view).some(({ place, cards }) => place === pile && cards.length > 0);
}

/** Cards that go back into the shoe, shuffled: which ones, and that the key says when it is done. */
function ShuffleDetail({ piles }: { readonly piles: readonly string[] }) {
  const names = [...new Set(piles.map((pile) => placeName(language.value, pile)))];
  return (
    <p class="calm">
      <b>{t("shuffle.title")}</b>
      <span>{t("shuffle.piles", { piles: names.join(", ") })}</span>
    </p>
  );
}
