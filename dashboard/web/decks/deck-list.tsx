// Each deck, where it is in its life, since when and by whom, and what may become of it now.

import type { DecksMessage } from "#contract/decks";
import { clock } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { type DeckActOpening, want } from "./state.ts";

export function DeckList({ message }: { readonly message: DecksMessage }) {
  if (message.decks.length === 0) return <p class="calm">{t("decks.none")}</p>;
  const acts = message.expected.filter((opening): opening is DeckActOpening => opening.kind === "deckAct");
  return (
    <ul class="rows">
      {message.decks.map(({ deck, state, since, by }) => (
        <li key={deck} class={state}>
          <strong>{deck}</strong>
          <span class="state">{t(`decks.state.${state}`)}</span>
          <span class="since">{sinceText(since, by)}</span>
          <span class="acts">
            {acts
              .filter((opening) => opening.deck === deck)
              .map((opening) => (
                <button type="button" key={opening.act} disabled={opening.blocked !== undefined} onClick={() => want(opening)}>
                  {t(`decks.act.${opening.act}`)}
                </button>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function sinceText(since: number | null, by: readonly string[]): string {
  if (since === null) return "";
  const time = `${new Date(since).toLocaleDateString(language.value, { dateStyle: "medium" })} ${clock(language.value, since, "minutes")}`;
  return by.length === 0 ? t("decks.since", { time }) : t("decks.sinceBy", { time, names: by.join(", ") });
}
