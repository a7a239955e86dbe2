// Who deals: a PIN typed here, or a badge shown at the reader. The next dealer takes over in one step.

import type { View } from "#core/view";
import { duration } from "#i18n/format";
import { t } from "../shared/language.ts";
import { tableNow } from "../shared/table-clock.ts";
import { PinPad } from "./amount-pad.tsx";
import { signOn } from "./people.ts";
import { notice, signPin } from "./state.ts";

export function PeoplePanel({ view }: { readonly view: View }) {
  const { dealer, lockedUntil } = view;
  const locked = lockedUntil !== null && lockedUntil > tableNow.value;
  return (
    <section class="sign-on people">
      <div class="named">
        <h1>{t("dealer.title")}</h1>
        <p>{t(dealer === null ? "dealer.text" : "dealer.next")}</p>
        {dealer !== null && <p class="now">{t("dealer.now", { name: dealer.name })}</p>}
        {locked && <p class="trouble">{t("dealer.locked", { time: duration(lockedUntil - tableNow.value) })}</p>}
      </div>
      <PinPad
        pin={signPin.value}
        onPin={(pin) => {
          notice.value = null;
          signPin.value = pin;
        }}
      />
    </section>
  );
}

/** Sends the PIN that was typed. */
export function sendPin(): Promise<void> {
  const pin = signPin.value;
  signPin.value = "";
  return signOn({ pin });
}
