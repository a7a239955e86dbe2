// What the table can do besides the next thing: count the deck, close, change the dealer, set this screen.

import { confirmOf, ofKind } from "#core/next-action";
import type { View } from "#core/view";
import { t } from "../shared/language.ts";
import { CorrectKeys } from "./correct-panel.tsx";
import { Icon } from "./icons.tsx";
import { Key, Lines } from "./key.tsx";
import { RoundsKey } from "./rounds-panel.tsx";
import { act, openSign, panel } from "./state.ts";

export function MenuDetail({ view }: { readonly view: View }) {
  const leave = async (done: Promise<boolean>): Promise<void> => {
    if (await done) panel.value = null;
  };
  return (
    <div class="fix">
      <p class="question">{t("key.table")}</p>
      <div class="row">
        {confirmOf(view, "scan") !== null && (
          <Key class="option" onPress={() => leave(act({ kind: "confirm", code: "scan" }))}>
            <Icon name="count" />
            <Lines text={t("key.scan")} />
          </Key>
        )}
        <CorrectKeys view={view} />
        <Key class="option" onPress={() => location.assign("/decks")}>
          <Icon name="count" />
          <Lines text={t("key.decks")} />
        </Key>
        <PeopleKeys view={view} />
        {confirmOf(view, "closeTable") !== null && (
          <Key class="option" onPress={() => leave(act({ kind: "confirm", code: "closeTable" }))}>
            <Icon name="door" />
            <Lines text={t("key.closeTable")} />
          </Key>
        )}
      </div>
    </div>
  );
}

/** Whoever deals can hand over, and set this screen, in every phase. */
export function PeopleKeys({ view }: { readonly view: View }) {
  const award = confirmOf(view, "awardPaid");
  return (
    <>
      {award !== null && (
        <Key class="option" onPress={() => openSign(award)}>
          <Icon name="badge" />
          <Lines text={t("key.awardPaid")} />
        </Key>
      )}
      {confirmOf(view, "endCall") !== null && (
        <Key class="option" onPress={() => act({ kind: "confirm", code: "endCall" })}>
          <Icon name="bell" />
          <Lines text={t("key.endCall")} />
        </Key>
      )}
      {ofKind(view, "signOn").length > 0 && (
        <Key
          class="option"
          onPress={() => {
            panel.value = { kind: "people" };
          }}
        >
          <Icon name="badge" />
          <Lines text={t("key.dealer")} />
        </Key>
      )}
      {ofKind(view, "signOff").length > 0 && (
        <Key class="option" onPress={() => act({ kind: "signOff" })}>
          <Icon name="leave" />
          <Lines text={t("key.signOff")} />
        </Key>
      )}
      <RoundsKey />
      <Key
        class="option"
        onPress={() => {
          panel.value = { kind: "screen" };
        }}
      >
        <Icon name="screen" />
        <Lines text={t("key.screen")} />
      </Key>
    </>
  );
}
