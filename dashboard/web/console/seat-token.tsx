// A seat as the dealer sees it: its number, the cards that lie there, one word.

import type { Reason } from "#core/settlement";
import { find, reason } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { PlayingCard } from "../shared/playing-card.tsx";
import { StatusShape } from "../shared/status-mark.tsx";
import { Icon } from "./icons.tsx";
import { Key } from "./key.tsx";
import type { SeatCards } from "./seat-cards.ts";
import type { SeatState, SeatWord } from "./seat-state.ts";

/** Letters that fit beside a tick, and in the token at all: beyond them the figure, or the short word, stands alone. */
const tickUpTo = 8;
const wordUpTo = 11;
/** Beside the number; in a narrow token. */
const wordBesideUpTo = 9;
const wordNarrowUpTo = 8;

export interface SeatTokenProps {
  readonly seat: number;
  readonly state: SeatState;
  readonly cards: SeatCards;
  /**
   * Where open cards lie: `wide` gives them the whole width, with the number beside the word; `narrow` has room for one, beside the
   * number.
   */
  readonly upcards: "no" | "wide" | "narrow";
  readonly chosen: boolean;
  readonly onPress: (() => unknown) | null;
}

export function SeatToken({ seat, state, cards, upcards: roomy, chosen, onPress }: SeatTokenProps) {
  const { up, below } = cards;
  const lies = roomy !== "no" && cards.backs + up.length > 0;
  const wide = lies && roomy === "wide";
  const word = wordText(state.word, wide ? wordBesideUpTo : roomy === "narrow" ? wordNarrowUpTo : wordUpTo);
  // Open cards come first: with three of them there is no room for backs, and the word has their number.
  const backs = wide && up.length > 2 ? 0 : cards.backs;
  const token = (
    <span class={`token ${state.look} ${wide ? "wide" : lies ? "narrow" : ""} ${chosen ? "chosen" : ""} ${state.problem ? "problem" : ""}`}>
      <b>{seat}</b>
      <span class="lying" style={{ "--backs": String(backs), "--ups": String(up.length) }}>
        {Array.from({ length: backs }, (_, i) => (
          <PlayingCard key={i} card={null} />
        ))}
        {up.map((card) => (
          <PlayingCard key={card} card={card} />
        ))}
      </span>
      <span class="word">
        {state.look === "done" && word.length <= (wide ? tickUpTo - 3 : tickUpTo) && <Icon name="tick" />}
        {word}
      </span>
      {state.problem && (
        <span class="badge problem-mark">
          <StatusShape status="check" />
        </span>
      )}
      {state.designated && <span class="badge">{t("mark.designated")}</span>}
      {state.button && !state.designated && <span class="badge">{t("mark.button")}</span>}
      {below.length > 0 && (
        <span class="below" style={{ "--ups": String(below.length) }}>
          {below.map((card) => (
            <PlayingCard key={card} card={card} />
          ))}
        </span>
      )}
    </span>
  );
  if (onPress === null) return <span class="seat">{token}</span>;
  return (
    <Key class="seat" pressed={chosen} onPress={onPress}>
      {token}
    </Key>
  );
}

function fitting(text: string, figure: string, most: number): string {
  return text.length <= most ? text : figure;
}

function wordText(word: SeatWord, most: number): string {
  switch (word.key) {
    case "seat.cards":
      return fitting(t(word.key, { count: word.count }), String(word.count), most);
    case "seat.bet":
    case "seat.stack":
    case "seat.paid":
    case "seat.took":
    case "seat.back":
    case "seat.raise":
    case "seat.bank":
      return fitting(t(word.key, { amount: inChips(word.amount) }), inChips(word.amount), most);
    case "seat.says":
      return markText(word.mark, most);
    default:
      return t(word.key);
  }
}

/** The game's own word for what a seat did, the short one where the long does not fit. */
function markText(mark: Reason, most: number): string {
  const text = reason(language.value, mark, inChips);
  return fitting(text, find(language.value, `reason.${mark.code}.short`) ?? t("seat.done"), most);
}
