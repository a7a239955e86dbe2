// Where a person types the PIN they sign with; its form empties it whatever comes of it.

import { useEffect, useRef } from "preact/hooks";

const most = 8;

interface PinFieldProps {
  readonly label: string;
  readonly pin: string;
  readonly setPin: (pin: string) => void;
  /** Where nothing else is asked for: typed into as soon as it is there. */
  readonly alone?: boolean;
}

export function PinField({ label, pin, setPin, alone = false }: PinFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (alone) field.current?.focus();
  }, [alone]);
  return (
    <label>
      {label}
      <input
        ref={field}
        name="pin"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={most}
        value={pin}
        onInput={({ currentTarget }) => setPin(currentTarget.value)}
      />
    </label>
  );
}
