// Where a person types the PIN they sign with; its form empties it whatever comes of it.

const most = 8;

interface PinFieldProps {
  readonly label: string;
  readonly pin: string;
  readonly setPin: (pin: string) => void;
}

export function PinField({ label, pin, setPin }: PinFieldProps) {
  return (
    <label>
      {label}
      <input
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
