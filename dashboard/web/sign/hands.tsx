// Hands on the sign: only what lies open on the felt, in the order it was turned.

import type { Place } from "#core/felt";
import type { HandName } from "#core/settlement";
import type { PlaceView, View } from "#core/view";
import { clock, pileName, placeName, reason, wagerName } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inMoney } from "../shared/money.ts";
import { houseCards, openHands } from "../shared/open-places.ts";
import { seatOf } from "../shared/seat-of.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { Odds } from "./paytable.tsx";
import { paidAt, type SeatLine, seatLines } from "./results.ts";
import { handsInLarge, upcards } from "./scene.ts";
import { about } from "./state.ts";
import { handWords, sentence, shortHand } from "./words.ts";

/** The bank's hand, and beside it the hand that is compared or paid. Each has its place, whether or not the other is there. */
export function Reveal({ view, opened }: { readonly view: View; readonly opened: Place | null }) {
  const hands = handsInLarge(view, opened);
  return (
    <div class="reveal">
      {[0, 1].map((i) => (
        <LargeHand key={`${i}${hands[i]?.[0]?.place}`} view={view} places={hands[i] ?? []} />
      ))}
    </div>
  );
}

function titleOf(view: View, place: Place): string {
  const seat = seatOf(place);
  if (seat === null) return sentence(placeName(language.value, place));
  const banks = view.seats.find((one) => one.seat === seat)?.marks.some(({ code }) => code === "designated");
  return banks ? t("sign.bank", { seat }) : t("sign.seat", { seat });
}

/** One row, or where each part of the hand has its own name, row under row. */
function LargeHand({ view, places }: { readonly view: View; readonly places: readonly PlaceView[] }) {
  const [first] = places;
  if (first === undefined) return <section class="large-hand" />;
  const seat = seatOf(first.place);
  const named = places.filter(({ name }) => name !== null);
  const whole = named.length > 1 ? null : (named[0]?.name ?? nameOf(view, seat));
  const { name, more } = handWords(whole);
  const cards = places.reduce((sum, place) => sum + place.cards.length, 0);
  return (
    <section class="large-hand">
      <h2>{titleOf(view, first.place)}</h2>
      {named.length > 1 ? (
        <Rows places={named} />
      ) : (
        <div class="groups" style={{ "--n": String(cards) }}>
          {places.map(({ place, cards: row }) => (
            <HandRow key={place} cards={row} />
          ))}
        </div>
      )}
      <p>
        <b>{sentence(name)}</b>
        <em>{more}</em>
        {(seat === null ? [] : paidAt(view.settlement, seat)).map(({ spot, odds }) => (
          <span key={spot}>
            {wagerName(language.value, spot)} <Odds odds={odds} />
          </span>
        ))}
      </p>
    </section>
  );
}

function Rows({ places }: { readonly places: readonly PlaceView[] }) {
  return (
    <ul class="rows">
      {places.map(({ place, cards, name }) => (
        <li key={place}>
          <HandRow cards={cards} />
          <span>
            <em>{pileName(language.value, place)}</em>
            <b>{sentence(handWords(name).name)}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The settlement's name for a hand that the felt does not name. */
function nameOf(view: View, seat: number | null): HandName["name"] | null {
  return view.settlement?.hands.find(({ place }) => seat !== null && seatOf(place) === seat)?.name ?? null;
}

/** Cards that lie open while a hand is played: each seat's in its place, whoever has folded dimmed. */
export function Felt({ view }: { readonly view: View }) {
  const seats = upcards(view);
  const most = Math.max(...seats.map(({ cards }) => cards.length));
  return (
    <ul class={`felt ${seats.length > 4 ? "many" : ""}`} style={{ "--n": String(most), "--rows": String(Math.ceil(seats.length / 2)) }}>
      {seats.map(({ seat, cards, out }) => (
        <li key={seat} class={out ? "out" : ""}>
          <b>{seat}</b>
          <HandRow cards={cards} />
        </li>
      ))}
    </ul>
  );
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
          <span>{sentence(shortHand(hand))}</span>
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
  return why.code === "folded" ? reason(language.value, why, inMoney) : t(`sign.outcome.${outcome}`);
}

/** What of the bank's hand, or of the board, lies open while a hand is played; else the round before. */
export function HandZone({ view, seats }: { readonly view: View; readonly seats: boolean }) {
  const house = view.phase === "deal" || view.phase === "decide" ? houseCards(view) : null;
  if (house === null) return <LastHand view={view} seats={seats} />;
  return (
    <section class="last">
      <h2>{titleOf(view, house.place)}</h2>
      <HandRow cards={house.cards} />
    </section>
  );
}

/** The round before: the bank's cards and its name; where there is room, how each seat ended. */
function LastHand({ view, seats }: { readonly view: View; readonly seats: boolean }) {
  const { last } = view;
  if (last === null || last.settlement.outcome === "void") return null;
  const { settlement, shown, endedAt } = last;
  const bank = settlement.hands.find(({ place }) => !settlement.results.some(({ seat }) => seat === seatOf(place)));
  const cards = bank === undefined ? undefined : shown[bank.place];
  const words = handWords(bank?.name ?? null);
  const owner =
    bank === undefined ? "" : seatOf(bank.place) === null ? sentence(placeName(language.value, bank.place)) : t("sign.bankHand");
  const others = settlement.hands.filter(({ place }) => place !== bank?.place);
  return (
    <section class="last">
      <h2>
        {t("sign.lastHand")} <time>{clock(language.value, endedAt, "minutes", about.value?.timeZone)}</time>
      </h2>
      {cards !== undefined && <HandRow cards={cards} />}
      {bank !== undefined && (
        <p>
          <b>{`${owner}: ${words.name}`}</b>
          {words.more !== "" && <em>{sentence(words.more)}</em>}
        </p>
      )}
      {(seats || bank === undefined) && <Lines lines={seatLines(settlement, others)} />}
    </section>
  );
}
