// What the dealer alone may not do, or may not do without a reason: choose the reason, give the PIN, hold the key.

import type { ConfirmCode } from "#core/opening";
import type { Key as TextKey } from "#i18n/format";
import { say } from "#i18n/format";
import type { Command } from "../shared/commands.ts";
import { t } from "../shared/language.ts";
import { about } from "../shared/stream.ts";
import { PinPad } from "./amount-pad.tsx";
import { Key } from "./key.tsx";
import { act, notice, panel, type Signed, signPin, signReason } from "./state.ts";

type Why = Extract<TextKey, `why.${string}`>;

const reasons: Readonly<Partial<Record<ConfirmCode | "correct", readonly Why[]>>> = {
  correct: ["why.wrongTag", "why.misread", "why.report"],
  unlatch: ["why.cleared", "why.jam", "why.falseLight", "why.newDeck"],
  misdeal: ["why.exposed", "why.wrongSeat", "why.cardOnFloor", "why.report"],
  goOn: ["why.feltAgrees", "why.noHarm", "why.report"],
  settle: ["why.feltAgrees", "why.noHarm", "why.report"],
  void: ["why.inDoubt", "why.exposed", "why.report"],
  different: ["why.cardMissing", "why.cardTooMany", "why.otherSeat", "why.wagerDiffers"],
};

const codeOf = (opening: Signed): ConfirmCode | "correct" => (opening.kind === "correct" ? "correct" : opening.code);

export function needsPin(opening: Signed): boolean {
  return opening.role !== "dealer";
}

export function SignPanel({ opening }: { readonly opening: Signed }) {
  const code = codeOf(opening);
  return (
    <section class={`sign-on ${needsPin(opening) ? "" : "short"}`}>
      <h1>{t(`key.${code}`).replace("\n", " ")}</h1>
      <div class="reasons">
        <h2>{t("floor.reason")}</h2>
        {(reasons[code] ?? ["why.report"]).map((why) => (
          <Key
            key={why}
            class={`reason ${signReason.value === why ? "chosen" : ""}`}
            pressed={signReason.value === why}
            label={t(why)}
            onPress={() => {
              signReason.value = why;
            }}
          />
        ))}
      </div>
      {needsPin(opening) && (
        <PinPad
          pin={signPin.value}
          onPin={(pin) => {
            notice.value = null;
            signPin.value = pin;
          }}
        />
      )}
    </section>
  );
}

/** Why the key cannot be held yet, or null. */
export function signBlocked(opening: Signed): string | null {
  if (opening.reason === true && signReason.value === null) return t("blocked.reason");
  return needsPin(opening) && signPin.value === "" ? t("blocked.pin") : null;
}

/** A badge that is shown while an approval is open is meant for it; true: it was taken. */
export function takeBadge(badge: string): boolean {
  const open = panel.value;
  if (open?.kind !== "sign" || !needsPin(open.opening)) return false;
  if (open.opening.reason === true && signReason.value === null) notice.value = t("floor.reason");
  else void sendSign(open.opening, badge);
  return true;
}

function commandOf(opening: Signed, reason: string | null): Command {
  if (opening.kind === "correct") return { kind: "correct", round: opening.round, cards: [...opening.cards], reason: reason ?? "" };
  const { code, seat } = opening;
  return { kind: "confirm", code, ...(reason !== null && { reason }), ...(seat !== undefined && { seat }) };
}

/** The reason goes on record in the language of the house, whatever this screen speaks. */
export async function sendSign(opening: Signed, badge: string | null = null): Promise<void> {
  const house = about.value?.language ?? "en";
  const why = signReason.value as Why | null;
  const done = await act(
    commandOf(opening, why === null ? null : say(house, why)),
    needsPin(opening) ? (badge === null ? { pin: signPin.value } : { badge }) : undefined,
  );
  signPin.value = "";
  if (done) panel.value = null;
}
