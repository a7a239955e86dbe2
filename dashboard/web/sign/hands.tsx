// Hands on the sign: only what lies open on the felt, in the order it was turned.

import type { Place } from "#core/felt";
import type { HandName } from "#core/settlement";
import type { PlaceView, View } from "#core/view";
import { clock, placeName, reason, wagerName } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inMoney } from "../shared/money.ts";
import { allPlaces, houseHand, isOpen } from "../shared/open-places.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { Odds } from "./paytable.tsx";
import { paidAt, type SeatLine, seatLines } from "./results.ts";
import { handBeside } from "./scene.ts";

function handTitle(name: HandName["name"] | null): string {
  return name === null ? "" : (reason(language.value, name, inMoney).split(" · ")[0] ?? "");
}

function heading(view: View, place: Place): string {
  const seat = Number.parseInt(place, 10);
  if (Number.isNaN(seat)) return placeName(language.value, place);
  return t(houseHand(view)?.place === place ? "sign.bank" : "sign.seat", { seat });
}

/** The bank's hand, and beside it the hand that is compared or paid. */
export function Reveal({ view, opened }: { readonly view: View; readonly opened: Place | null }) {
  const bank = houseHand(view);
  const beside = handBeside(view, opened);
  const places = allPlaces(view);
  const other = places.find(({ place }) => place === beside);
  return (
    <div class="reveal">
      {bank !== null && <LargeHand view={view} hand={bank} />}
      {other !== undefined && <LargeHand view={view} hand={other} />}
    </div>
  );
}

function LargeHand({ view, hand }: { readonly view: View; readonly hand: PlaceView }) {
  const paid = paidAt(view.settlement, Number.parseInt(hand.place, 10));
  return (
    <section class="large-hand">
      <h2>{heading(view, hand.place)}</h2>
      <HandRow cards={hand.cards} />
      <b>{handTitle(hand.name)}</b>
      <p>
        {paid.map(({ spot, odds }) => (
          <span key={spot}>
            {wagerName(language.value, spot)} <Odds odds={odds} />
          </span>
        ))}
      </p>
    </section>
  );
}

/** Every seat of the round in play, as far as its hand lies open. */
export function SeatList({ view }: { readonly view: View }) {
  const bank = houseHand(view)?.place;
  const hands = allPlaces(view).flatMap((place) =>
    isOpen(place) && place.name !== null && place.place !== bank ? [{ place: place.place, name: place.name }] : [],
  );
  return <Lines lines={seatLines(view.settlement, hands)} />;
}

function Lines({ lines }: { readonly lines: readonly SeatLine[] }) {
  return (
    <ul class="seats">
      {lines.map(({ seat, hand, result }) => (
        <li key={seat} class={result?.outcome ?? ""}>
          <b>{seat}</b>
          <span>{hand === null ? "" : handTitle(hand)}</span>
          <em>
            {result?.outcome.startsWith("win") && <StatusShape status="won" />}
            {result === null ? "" : outcomeText(result)}
          </em>
        </li>
      ))}
    </ul>
  );
}

function outcomeText({ outcome, why }: NonNullable<SeatLine["result"]>): string {
  return why.code === "folded" ? reason(language.value, why) : t(`sign.outcome.${outcome}`);
}

/** The round before: the bank's cards, its name, and how each seat ended. */
export function LastHand({ view }: { readonly view: View }) {
  const { last } = view;
  if (last === null || last.settlement.outcome === "void") return null;
  const { settlement, shown, endedAt } = last;
  const bank = settlement.hands.find(({ place }) => !settlement.results.some(({ seat }) => seat === Number.parseInt(place, 10)));
  const cards = bank === undefined ? undefined : shown[bank.place];
  return (
    <section class="last">
      <h2>
        {t("sign.lastHand")} <time>{clock(language.value, endedAt, "minutes")}</time>
      </h2>
      {cards !== undefined && <HandRow cards={cards} />}
      {bank !== undefined && <p>{handTitle(bank.name)}</p>}
      <Lines
        lines={seatLines(
          settlement,
          settlement.hands.filter(({ place }) => place !== bank?.place),
        )}
      />
    </section>
  );
}
