// A card is its two characters: it prints, compares and journals as itself.

export const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;
export const suits = ["c", "d", "h", "s"] as const;

export type Rank = (typeof ranks)[number];
export type Suit = (typeof suits)[number];
/** Rank and suit, always two characters: "Ts" is the ten of spades. */
export type Card = `${Rank}${Suit}`;

/** The 52 cards, clubs first, deuce to ace in each suit. */
export const deck52: readonly Card[] = suits.flatMap((suit) => ranks.map((rank) => `${rank}${suit}` as const));

const known: ReadonlySet<string> = new Set(deck52);

/** Whether a text is one of the 52 cards. */
export function isCard(text: string): text is Card {
  return known.has(text);
}

export function rankOf(card: Card): Rank {
  return card[0] as Rank;
}

export function suitOf(card: Card): Suit {
  return card[1] as Suit;
}

/** 0 (deuce) … 12 (ace). */
export function rankIndex(card: Card): number {
  return ranks.indexOf(card[0] as Rank);
}

/** 0 … 51 in the order of `deck52`. */
export function cardIndex(card: Card): number {
  return suits.indexOf(card[1] as Suit) * 13 + rankIndex(card);
}
