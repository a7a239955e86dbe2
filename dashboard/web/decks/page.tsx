// The decks of a table: where each is in its life, what was found of one in quarantine and what it may have touched, and a new one that
// is registered card by card.

import "../shared/work-page.css";
import "./decks.css";
import { render } from "preact";
import { askedLanguages, speak, t } from "../shared/language.ts";
import { DeckList } from "./deck-list.tsx";
import { Quarantine } from "./quarantine.tsx";
import { Registration } from "./registration.tsx";
import { SignForm } from "./sign-form.tsx";
import { follow, gone, listed, notice } from "./state.ts";

/** @public */
export function show(root: HTMLElement): void {
  speak(askedLanguages(location.search)[0] ?? "en");
  document.title = "Pitwire";
  follow();
  render(<Page />, root);
}

function Page() {
  const message = listed.value;
  if (message === null) return <main class="work-page decks">{gone.value && <p class="lost">{t("decks.gone")}</p>}</main>;
  return (
    <main class={`work-page decks ${gone.value ? "old" : ""}`} data-shown={message.decks.length}>
      <header>
        <h1>{t("decks.title", { table: message.table })}</h1>
        <a href={`/console${location.search}`}>{t("decks.console")}</a>
      </header>
      {gone.value && <p class="lost">{t("decks.gone")}</p>}
      {message.playing && <p class="calm">{t("decks.busy")}</p>}
      {notice.value !== null && (
        <p class="lost" role="alert">
          {notice.value}
        </p>
      )}
      <SignForm message={message} />
      <DeckList message={message} />
      {message.quarantine.map((failed) => (
        <Quarantine key={failed.deck} failed={failed} scan={message.scan} expected={message.expected} />
      ))}
      <Registration message={message} />
    </main>
  );
}
