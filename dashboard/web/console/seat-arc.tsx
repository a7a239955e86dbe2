// The seats where they lie on the felt, and what lies between them.

import type { ComponentChildren } from "preact";
import type { SeatView, View } from "#core/view";
import { about } from "../shared/stream.ts";
import { seatCards } from "./seat-cards.ts";
import { seatPositions } from "./seat-positions.ts";
import { type SeatState, seatState } from "./seat-state.ts";
import { SeatToken } from "./seat-token.tsx";
import { standing } from "./size.ts";

/** Tokens of so many seats are wide enough for a row of cards. */
const wideUpTo = 8;

export interface SeatArcProps {
  readonly view: View;
  readonly chosen: number | null;
  /** What a tap on a seat does; null: nothing, and the seat is no key. */
  readonly onSeat: (seat: SeatView) => (() => unknown) | null;
  /** Says cards alone, as during STOP. */
  readonly bare?: boolean;
  readonly children?: ComponentChildren;
}

export function SeatArc({ view, chosen, onSeat, bare = false, children }: SeatArcProps) {
  const upcards = bare ? [] : (about.value?.upcards ?? []);
  // Seats keep their place all round long, so the room below them is there before a card is.
  const roomy = (about.value?.upcards ?? []).length > 1;
  const positions = seatPositions(view.seats.length, bare ? "low" : roomy ? "roomy" : "arc", standing.value);
  return (
    <section class={`arc seats-${view.seats.length} ${roomy && !bare ? "roomy" : ""}`}>
      {view.seats.map((seat, i) => {
        const at = positions[i] ?? { x: 0, y: 0 };
        const cards = seatCards(seat, upcards);
        return (
          <div key={seat.seat} class="at" style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}>
            <SeatToken
              seat={seat.seat}
              state={bare ? bareState(view, seat) : seatState(view, seat)}
              cards={bare ? { ...cards, backs: 0 } : cards}
              upcards={upcards.length === 0 ? "no" : view.seats.length > wideUpTo ? "narrow" : "wide"}
              chosen={chosen === seat.seat}
              onPress={onSeat(seat)}
            />
          </div>
        );
      })}
      <div class="centre">{children}</div>
    </section>
  );
}

function bareState(view: View, seat: SeatView): SeatState {
  const state = seatState(view, seat);
  if (state.look === "out" || (state.cards === 0 && view.round === null)) return state;
  return { ...state, look: "bet", word: { key: "seat.cards", count: state.cards } };
}
