// A row of cards.

import { PlayingCard } from "./playing-card.tsx";

export function HandRow({ cards }: { readonly cards: readonly (string | null)[] }) {
  return (
    <div class="hand">
      {cards.map((card, i) => (
        <PlayingCard key={`${i}${card}`} card={card} />
      ))}
    </div>
  );
}
