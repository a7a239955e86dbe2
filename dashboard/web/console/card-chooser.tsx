// Cards to choose by tapping them: open ones show their face, the others a back with its number in the row.

import { useState } from "preact/hooks";
import type { Held } from "#core/felt";
import type { Option } from "#core/opening";
import type { View } from "#core/view";
import { t } from "../shared/language.ts";
import { allPlaces } from "../shared/open-places.ts";
import { PlayingCard } from "../shared/playing-card.tsx";
import { columnsFor, toggle } from "./choosing.ts";
import { Key } from "./key.tsx";

export interface CardChooserProps {
  readonly view: View;
  readonly cards: NonNullable<Option["cards"]>;
  readonly label: string;
  readonly onCards: (cards: readonly Held[]) => unknown;
  readonly onBack: () => void;
}

export function CardChooser({ view, cards: { from, min, max }, label, onCards, onBack }: CardChooserProps) {
  const [chosen, setChosen] = useState<readonly Held[]>([]);
  const place = allPlaces(view).find((one) => one.place === from);
  const held = place?.held ?? [];
  // A card may have gone since it was tapped.
  const lying = chosen.filter((one) => held.includes(one));
  const few = lying.length < min;
  return (
    <div class="chooser">
      <div class={`choices ${held.length > 6 ? "many" : ""}`} style={{ "--columns": String(columnsFor(held.length, 6, 9)) }}>
        {held.map((one, i) => (
          <Key
            key={one}
            class={`choice ${lying.includes(one) ? "chosen" : ""}`}
            pressed={lying.includes(one)}
            onPress={() => setChosen(toggle(lying, one, max))}
          >
            <Choice card={place?.cards[i] ?? null} number={i + 1} />
          </Key>
        ))}
      </div>
      <div class="row">
        <Key class="quiet" label={t("key.back")} onPress={onBack} />
        <Key
          class="go"
          blocked={few ? t("choose.least", { count: min }) : null}
          onPress={() => onCards(held.filter((one) => lying.includes(one)))}
        >
          <b>
            {label} · {t("key.cards", { count: lying.length })}
          </b>
        </Key>
      </div>
    </div>
  );
}

/** A card as it lies: its face, or a back that is told apart by where it lies. */
export function Choice({ card, number }: { readonly card: string | null; readonly number: number }) {
  return (
    <span class="numbered">
      <PlayingCard card={card} />
      {card === null && <b>{number}</b>}
    </span>
  );
}
