// Figures by touch: an amount within its limits, or a PIN that is shown as dots.

import { useState } from "preact/hooks";
import type { Bounds, Minor } from "#core/money";
import type { Option } from "#core/opening";
import { t } from "../shared/language.ts";
import { currency, inUnit } from "../shared/money.ts";
import { judge } from "./bets.ts";
import { Icon } from "./icons.tsx";
import { Key } from "./key.tsx";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const longest = 8;

export interface AmountPadProps {
  readonly label: string;
  readonly bounds: Bounds;
  /** What is counted; absent: money. */
  readonly unit?: Option["unit"];
  readonly onAmount: (amount: Minor) => unknown;
  readonly onBack: () => void;
}

export function AmountPad({ label, bounds, unit: counted, onAmount, onBack }: AmountPadProps) {
  const [typed, setTyped] = useState("");
  const unit = counted === undefined ? 10 ** currency().minorDigits : 1;
  const broken = bounds.step % unit !== 0 || bounds.min % unit !== 0;
  const amount = Math.round(Number(typed || "0") * unit);
  const verdict = judge(bounds, amount);
  const add = (digit: string): void => setTyped(typed.length < longest ? `${typed}${digit}`.replace(/^0+(?=\d)/, "") : typed);
  return (
    <div class="pad">
      <div class="typed">
        <b>{label}</b>
        <output class={verdict.kind}>{typed === "" ? "–" : typed}</output>
        <span>
          {t("pad.limits", { min: inUnit(bounds.min, counted), max: inUnit(bounds.max, counted) })}
          {bounds.step > 1 ? ` · ${t("pad.step", { step: inUnit(bounds.step, counted) })}` : ""}
        </span>
      </div>
      <div class={`figures ${broken ? "broken" : ""}`}>
        {digits.map((digit) => (
          <Key key={digit} label={digit} onPress={() => add(digit)} />
        ))}
        {broken && <Key label="." onPress={() => !typed.includes(".") && add(".")} />}
        <Key onPress={() => setTyped(typed.slice(0, -1))}>
          <Icon name="erase" />
        </Key>
        <Key class="quiet" label={t("key.back")} onPress={onBack} />
        <Key class="go" label={t("key.ok")} blocked={verdict.kind === "fits" ? null : t("key.ok")} onPress={() => onAmount(amount)} />
      </div>
    </div>
  );
}

export function PinPad({ pin, onPin }: { readonly pin: string; readonly onPin: (pin: string) => void }) {
  return <FigurePad label={t("pad.pin")} shown={"•".repeat(pin.length)} typed={pin} onTyped={onPin} />;
}

interface FigurePadProps {
  readonly label: string;
  /** What is read of what was typed. */
  readonly shown: string;
  readonly typed: string;
  readonly onTyped: (text: string) => void;
}

/** Figures without a limit of their own: a PIN, a round's number. */
export function FigurePad({ label, shown, typed, onTyped }: FigurePadProps) {
  return (
    <div class="pin">
      <output aria-label={label}>{shown === "" ? label : shown}</output>
      <div class="figures">
        {digits.map((digit) => (
          <Key key={digit} label={digit} onPress={() => onTyped(`${typed}${digit}`.slice(0, longest))} />
        ))}
        <Key onPress={() => onTyped(typed.slice(0, -1))}>
          <Icon name="erase" />
        </Key>
      </div>
    </div>
  );
}
