// Hands on the sign: only what lies open on the felt, in the order it was turned.

import type { Place } from "#core/felt";
import type { HandName } from "#core/settlement";
import type { PlaceView, View } from "#core/view";
import { clock, pileName, placeName, reason, wagerName } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inMoney } from "../shared/money.ts";
import { houseHand, openHands } from "../shared/open-places.ts";
import { seatOf } from "../shared/seat-of.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { Odds } from "./paytable.tsx";
import { paidAt, type SeatLine, seatLines } from "./results.ts";
import { handBeside } from "./scene.ts";

function handTitle(name: HandName["name"] | null): string {
  return name === null ? "" : (reason(language.value, name, inMoney).split(" · ")[0] ?? "");
}

/** The bank's hand, and beside it the hand that is compared or paid. */
export function Reveal({ view, opened }: { readonly view: View; readonly opened: Place | null }) {
  const bank = houseHand(view);
  const seat = handBeside(view, opened);
  const hand = openHands(view).find((one) => one.seat === seat);
  return (
    <div class="reveal">
      {bank !== null && <LargeHand view={view} places={[bank]} title={headingOfBank(bank.place)} />}
      {hand !== undefined && <LargeHand view={view} places={hand.places} title={t("sign.seat", { seat: hand.seat })} />}
    </div>
  );
}

function headingOfBank(place: Place): string {
  const seat = seatOf(place);
  return seat === null ? placeName(language.value, place) : t("sign.bank", { seat });
}

interface LargeHandProps {
  readonly view: View;
  readonly places: readonly PlaceView[];
  readonly title: string;
}

/** One row, or where each part of the hand has its own name, row under row. */
function LargeHand({ view, places, title }: LargeHandProps) {
  const seat = seatOf(places[0]?.place ?? "");
  const paid = seat === null ? [] : paidAt(view.settlement, seat);
  const named = places.filter(({ name }) => name !== null);
  const whole = named.length > 1 ? null : (named[0]?.name ?? nameOf(view, seat));
  const cards = places.reduce((sum, place) => sum + place.cards.length, 0);
  return (
    <section class="large-hand">
      <h2>{title}</h2>
      {named.length > 1 ? (
        <ul class="rows">
          {named.map(({ place, cards: row, name }) => (
            <li key={place}>
              <HandRow cards={row} />
              <span>
                <em>{pileName(language.value, place)}</em>
                <b>{handTitle(name)}</b>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <div class="groups" style={{ "--n": String(cards) }}>
          {places.map(({ place, cards: row }) => (
            <HandRow key={place} cards={row} />
          ))}
        </div>
      )}
      {whole !== null && <b>{handTitle(whole)}</b>}
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

/** The settlement's name for a hand that the felt does not name. */
function nameOf(view: View, seat: number | null): HandName["name"] | null {
  return view.settlement?.hands.find(({ place }) => seat !== null && seatOf(place) === seat)?.name ?? null;
}

/** Every seat of the round in play, as far as its hand lies open. */
export function SeatList({ view }: { readonly view: View }) {
  const hands = openHands(view).flatMap(({ places }) => places.flatMap(({ place, name }) => (name === null ? [] : [{ place, name }])));
  return <Lines lines={seatLines(view.settlement, hands.length > 0 ? hands : (view.settlement?.hands ?? []))} />;
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

function outcomeText({ outcome, why, won }: NonNullable<SeatLine["result"]>): string {
  if (won !== undefined) return t("sign.won", { won: won.count, of: won.of });
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
