// A card, 5 : 7. Rank and one pip, no court, no field of pips: readable at ten millimetres. Every back is the same back.

import "./card-font.css";
import "./playing-card.css";
import { type Suit, SuitShape } from "./suits.tsx";

const suits: Readonly<Record<string, { readonly suit: Suit; readonly colour: string }>> = {
  s: { suit: "s", colour: "spade" },
  h: { suit: "h", colour: "heart" },
  d: { suit: "d", colour: "diamond" },
  c: { suit: "c", colour: "club" },
};

/** `card`: "Ts", null for a back. A card that is neither is drawn as unread. `counted`: false dims it. */
export function PlayingCard({ card, counted = true }: { readonly card: string | null; readonly counted?: boolean }) {
  if (card === null) return <span class="card back" />;
  const known = suits[card[1] ?? ""];
  if (known === undefined || card.length !== 2) return <span class="card unread">?</span>;
  const ten = card[0] === "T";
  return (
    <svg class={`card ${known.colour} ${counted ? "" : "aside"}`} viewBox="0 0 100 140" role="img" aria-label={card}>
      <rect class="face" width="100" height="140" rx="9" />
      <text x={ten ? 4 : 8} y="62" class={ten ? "ten" : ""}>
        {ten ? "10" : card[0]}
      </text>
      <svg x="38" y="76" width="54" height="56" viewBox="0 0 24 24" aria-hidden="true">
        <SuitShape suit={known.suit} />
      </svg>
    </svg>
  );
}
