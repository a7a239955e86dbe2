// Where a person types the PIN they sign with; its form empties it whatever comes of it.

import { t } from "../shared/language.ts";

export function PinField({ pin, setPin }: { readonly pin: string; readonly setPin: (pin: string) => void }) {
  return (
    <label>
      {t("decks.pin")}
      <input
        name="pin"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={pin}
        onInput={({ currentTarget }) => setPin(currentTarget.value)}
      />
    </label>
  );
}
