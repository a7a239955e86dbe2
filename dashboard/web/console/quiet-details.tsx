// Details of the phases between rounds: closed, idle, and the count of a deck.

import { confirmOf, ofKind } from "#core/next-action";
import type { View } from "#core/view";
import { deviceName, irregularityText, languages } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { ReaderKeys } from "./by-hand.tsx";
import { Key } from "./key.tsx";
import { setScreen } from "./screen.ts";
import { act, panel } from "./state.ts";

export function ClosedDetail() {
  return (
    <div class="between">
      <p class="calm">
        <b>{t("closed.title")}</b>
        <span>{t("closed.text")}</span>
      </p>
      <LanguageKeys />
    </div>
  );
}

export function IdleDetail({ view }: { readonly view: View }) {
  const again = confirmOf(view, "redeal") === null ? null : confirmOf(view, "openRound");
  const known = view.care?.decks ?? [];
  const playable = known.filter(({ state }) => ["inPlay", "registered", "resting"].includes(state)).map(({ deck }) => deck);
  const decks = ofKind(view, "deck")[0] === undefined ? [] : playable;
  const { dealer } = view;
  const seated = view.seats.filter((seat) => seat.sitting).length;
  const failed = deckFailed(view);
  return (
    <div class="between">
      {failed === null ? (
        <p class="calm">
          <b>{t("idle.title", { count: seated })}</b>
          <span>{view.deck === null ? t("idle.noDeck") : again !== null ? t("idle.again") : t("idle.text")}</span>
        </p>
      ) : (
        <p class="calm failed">
          <b>{failed.title}</b>
          <span>{`${failed.what} ${t("idle.noDeck")}`}</span>
        </p>
      )}
      <div class="row">
        {decks.map((deck) => (
          <Key
            key={deck}
            class={view.deck === deck ? "chosen" : ""}
            pressed={view.deck === deck}
            label={t("key.deck", { deck: deviceName(deck) })}
            onPress={() => act({ kind: "deck", deck })}
          />
        ))}
        {again !== null && (
          <Key
            label={t("key.openRound")}
            blocked={again.blocked === undefined ? null : t("blocked.other")}
            onPress={() => act({ kind: "confirm", code: "openRound" })}
          />
        )}
      </div>
      <ReaderKeys view={view} />
      {dealer === null ? (
        <LanguageKeys />
      ) : (
        <div class="row tongues">
          <Key
            onPress={() => {
              panel.value = { kind: "people" };
            }}
          >
            {t("key.dealer").replace("\n", " ")} · {dealer.name}
          </Key>
        </div>
      )}
    </div>
  );
}

/** Why the deck has left the table, as long as none has taken its place. */
function deckFailed({ deck, care }: View) {
  const last = [...(care?.quarantine ?? [])].sort((one, other) => other.since - one.since)[0];
  return deck !== null || last === undefined ? null : irregularityText(language.value, last);
}

export function ScanDetail({ view }: { readonly view: View }) {
  const { distinct, strays } = view.scan ?? { distinct: 0, strays: 0 };
  return (
    <div class="deal">
      <p class="hero">
        <b>{distinct}</b>
        <span>{t("scan.distinct")}</span>
      </p>
      <div class="cells" style={{ "--of": "52" }}>
        {Array.from({ length: 52 }, (_, i) => (
          <i key={i} class={i < distinct ? "done" : ""} />
        ))}
      </div>
      <p class="calm">
        <b>{t("scan.title")}</b>
        <span>{strays === 0 ? t("scan.none") : t("scan.strays", { count: strays })}</span>
      </p>
    </div>
  );
}

function LanguageKeys() {
  return (
    <div class="row tongues">
      {languages.map((one) => (
        <Key
          key={one}
          class={language.value === one ? "chosen" : ""}
          pressed={language.value === one}
          label={t(`language.${one}`)}
          onPress={() => setScreen({ language: one })}
        />
      ))}
    </div>
  );
}
