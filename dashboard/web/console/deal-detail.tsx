// The deal: which card, whose next. Nothing to press while all is well.

import type { View } from "#core/view";
import { placeName } from "#i18n/format";
import { language, t } from "../shared/language.ts";

export function DealDetail({ view }: { readonly view: View }) {
  const { dealt, of } = view.deal ?? { dealt: 0, of: 0 };
  return (
    <div class="deal">
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
      <p class="calm">
        {view.next !== null && <b>{t("deal.next", { place: placeName(language.value, view.next.card) })}</b>}
        <span>{t("deal.calm")}</span>
      </p>
    </div>
  );
}
