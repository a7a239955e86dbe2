// A seat as the dealer sees it: its number, the backs that lie there, one word.

import { t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { PlayingCard } from "../shared/playing-card.tsx";
import { StatusShape } from "../shared/status-mark.tsx";
import { Icon } from "./icons.tsx";
import { Key } from "./key.tsx";
import type { SeatState, SeatWord } from "./seat-state.ts";

/** Letters that fit beside a tick, and in the token at all: beyond them the figure stands alone. */
const tickUpTo = 8;
const wordUpTo = 11;

export interface SeatTokenProps {
  readonly seat: number;
  readonly state: SeatState;
  /** Backs to draw; open cards are shown elsewhere, at a size that can be read. */
  readonly backs: number;
  readonly chosen: boolean;
  readonly onPress: (() => unknown) | null;
}

export function SeatToken({ seat, state, backs, chosen, onPress }: SeatTokenProps) {
  const word = wordText(state.word);
  const token = (
    <span class={`token ${state.look} ${chosen ? "chosen" : ""} ${state.problem ? "problem" : ""}`}>
      <b>{seat}</b>
      <span class="backs" style={{ "--n": String(backs) }}>
        {Array.from({ length: backs }, (_, i) => (
          <PlayingCard key={i} card={null} />
        ))}
      </span>
      <span class="word">
        {state.problem && <StatusShape status="check" />}
        {state.look === "done" && word.length <= tickUpTo && <Icon name="tick" />}
        {word}
      </span>
      {state.designated && <span class="badge">{t("mark.designated")}</span>}
    </span>
  );
  if (onPress === null) return <span class="seat">{token}</span>;
  return (
    <Key class="seat" pressed={chosen} onPress={onPress}>
      {token}
    </Key>
  );
}

function fitting(text: string, figure: string): string {
  return text.length <= wordUpTo ? text : figure;
}

function wordText(word: SeatWord): string {
  switch (word.key) {
    case "seat.cards":
      return t(word.key, { count: word.count });
    case "seat.bet":
    case "seat.paid":
    case "seat.took":
    case "seat.back":
    case "seat.raise":
    case "seat.bank":
      return fitting(t(word.key, { amount: inChips(word.amount) }), inChips(word.amount));
    default:
      return t(word.key);
  }
}
