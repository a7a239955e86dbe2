// Hands as they are turned up: the last one large, with its name. Beside it, what else may be said or set before the next.

import { decisions, isPartlySeen, nextReveal } from "#core/next-action";
import type { PlaceView, View } from "#core/view";
import { optionName, pileName, placeName, reason } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { allPlaces, isOpen } from "../shared/open-places.ts";
import { seatOf } from "../shared/seat-of.ts";
import { Key, Lines } from "./key.tsx";
import { asSeen, nothingLaid } from "./rows.ts";
import { RowsDetail } from "./rows-detail.tsx";
import { act, rowsDraft, shownLast } from "./state.ts";

export function RevealDetail({ view }: { readonly view: View }) {
  const next = nextReveal(view);
  if (next?.rows !== undefined && (rowsDraft.value?.place === next.place || isPartlySeen(next)))
    return <RowsDetail view={view} opening={{ ...next, rows: next.rows }} />;
  const shown = handShown(view);
  return (
    <div class="reveal">
      <RevealHead view={view} shown={shown} />
      <div class="turned">
        <div>
          <OpenHand places={shown.length > 0 ? shown : handToCome(view)} />
        </div>
        <BesideKeys view={view} />
      </div>
    </div>
  );
}

/** Every open place of whose hand was turned up last. */
function handShown(view: View): readonly PlaceView[] {
  const last = shownLast.value;
  if (last === null) return [];
  const seat = seatOf(last);
  const hand = allPlaces(view).filter(({ place, cards }) => cards.length > 0 && (seat === null ? place === last : seatOf(place) === seat));
  // An upcard is no hand: as long as a card of it lies face down, nothing was turned up.
  return hand.every(isOpen) ? hand : [];
}

/** Before anything is turned up: the next hand as it lies. */
function handToCome(view: View): readonly PlaceView[] {
  const place = nextReveal(view)?.place;
  return allPlaces(view).filter((one) => one.place === place && one.cards.length > 0);
}

function RevealHead({ view, shown }: { readonly view: View; readonly shown: readonly PlaceView[] }) {
  const next = nextReveal(view);
  const said = next?.said === undefined ? "" : ` · ${optionName(language.value, next.said.code).replace("\n", " ")}`;
  const text = next === null ? t("reveal.waits") : `${t("reveal.next", { place: placeName(language.value, next.place) })}${said}`;
  const [first] = shown;
  const named = shown.filter(({ name }) => name !== null);
  const [title = "", more = ""] = named.length === 1 && named[0]?.name ? reason(language.value, named[0].name, inChips).split(" · ") : [];
  return (
    <div class="who">
      {first === undefined ? (
        <div class="named">
          <b>{t("reveal.title")}</b>
        </div>
      ) : (
        <>
          <b class="number">{seatOf(first.place) ?? placeName(language.value, first.place)}</b>
          <div class="named">
            <b>{title}</b>
            <span>{more}</span>
          </div>
        </>
      )}
      <span class="then">{text}</span>
    </div>
  );
}

/** One row as it lies, or where each part has a name of its own, row under row. */
function OpenHand({ places }: { readonly places: readonly PlaceView[] }) {
  const named = places.filter(({ name }) => name !== null);
  if (named.length > 1) {
    return (
      <ul class="laid">
        {named.map(({ place, cards, name }) => (
          <li key={place}>
            <HandRow cards={cards} />
            <span>
              <b>{pileName(language.value, place)}</b>
              {name === null ? "" : reason(language.value, name, inChips)}
            </span>
          </li>
        ))}
      </ul>
    );
  }
  const count = places.reduce((sum, { cards }) => sum + cards.length, 0);
  return (
    <div class="groups" style={{ "--n": String(count) }}>
      {places.map(({ place, cards }) => (
        <HandRow key={place} cards={cards} />
      ))}
    </div>
  );
}

/** A decision that may be made in place of turning up, and the rows of a hand that is not laid out as it was dealt. */
function BesideKeys({ view }: { readonly view: View }) {
  const next = nextReveal(view);
  const asked = decisions(view)[0];
  const rows = next?.rows !== undefined && next.rows.length > 1 && next.blocked === undefined ? next.rows : null;
  if (asked === undefined && rows === null) return null;
  return (
    <div class="beside">
      {asked?.options
        .filter(({ amount, targets, cards }) => amount === undefined && targets === undefined && cards === undefined)
        .map(({ code }) => (
          <Key key={code} class="option" onPress={() => act({ kind: "decision", by: asked.by, code })}>
            <Lines text={optionName(language.value, code)} />
            <small>{placeName(language.value, asked.by)}</small>
          </Key>
        ))}
      {rows !== null && next !== null && (
        <Key
          class="option"
          onPress={() => {
            rowsDraft.value = { place: next.place, laid: next.seen === undefined ? nothingLaid(rows) : asSeen(next.seen.rows, rows) };
          }}
        >
          <Lines text={t("key.rows")} />
          <small>{placeName(language.value, next.place)}</small>
        </Key>
      )}
    </div>
  );
}
