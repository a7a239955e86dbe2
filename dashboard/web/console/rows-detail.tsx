// A hand face down, laid out in rows by taps: a back goes to the next free place of a row, and from there back again.

import type { Reveal } from "#core/next-action";
import type { PlaceView, View } from "#core/view";
import { pileName, placeName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { allPlaces } from "../shared/open-places.ts";
import { Choice } from "./card-chooser.tsx";
import { Key } from "./key.tsx";
import { asSeen, asTheyLie, type Laid, lay, nothingLaid, type Rows } from "./rows.ts";
import { cardsForRows, rowsDraft } from "./state.ts";

export function RowsDetail({
  view,
  opening: { place, rows, seen },
}: {
  readonly view: View;
  readonly opening: Reveal & { readonly rows: Rows };
}) {
  const held = cardsForRows(view, place, rows);
  const draft = rowsDraft.value?.place === place ? rowsDraft.value.laid : null;
  const laid = draft ?? (seen === undefined ? nothingLaid(rows) : asSeen(seen.rows, rows));
  const keep = (next: Laid): void => {
    rowsDraft.value = { place, laid: next };
  };
  return (
    <div class="setting">
      <div class="asked">
        <b class="number">{placeName(language.value, place).replace(/\D+/g, "") || placeName(language.value, place)}</b>
        <ol>
          {rows.map(([row, count], i) => (
            <li key={row}>
              <p>
                <span>{pileName(language.value, row)}</span>
                <span>
                  {laid[i]?.length ?? 0}/{count}
                </span>
              </p>
              <b>{(laid[i] ?? []).map((one) => held.indexOf(one) + 1).join(" ")}</b>
            </li>
          ))}
        </ol>
      </div>
      <div class="choices many">
        {held.map((one, i) => {
          const row = laid.findIndex((cards) => cards.includes(one));
          return (
            <Key key={one} class={`choice ${row < 0 ? "" : "chosen"}`} pressed={row >= 0} onPress={() => keep(lay(laid, rows, one))}>
              <Choice card={faceOf(allPlaces(view), one)} number={i + 1} />
              {row >= 0 && <small>{pileName(language.value, rows[row]?.[0] ?? "")}</small>}
            </Key>
          );
        })}
        {laid.every((row) => row.length === 0) ? (
          <Key class="quiet" label={t("key.asDealt")} onPress={() => keep(asTheyLie(held, rows))} />
        ) : (
          <Key class="quiet" label={t("key.clear")} onPress={() => keep(nothingLaid(rows))} />
        )}
        {draft !== null && (
          <Key
            class="quiet"
            label={t("key.leave")}
            onPress={() => {
              rowsDraft.value = null;
            }}
          />
        )}
      </div>
    </div>
  );
}

function faceOf(places: readonly PlaceView[], one: number): string | null {
  for (const { held, cards } of places) {
    const at = held.indexOf(one);
    if (at >= 0) return cards[at] ?? null;
  }
  return null;
}
