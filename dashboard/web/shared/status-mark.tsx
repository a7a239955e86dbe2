// A status is a shape and a word; the colour only repeats it.

export type Status = "stop" | "check" | "ready" | "stale" | "won";

const shapes: Readonly<Record<Status, string>> = {
  stop: "M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9z",
  check: "M12 1.5 23.5 22.5h-23z",
  ready: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
  won: "M2 13l7 7L22 4",
  stale: "M19.7 7.5A9 9 0 1 1 14.3 3.3",
};

export function StatusShape({ status }: { readonly status: Status }) {
  return (
    <svg class={`shape ${status}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[status]} />
    </svg>
  );
}

export function StatusMark({ status, word }: { readonly status: Status; readonly word: string }) {
  return (
    <span class={`mark ${status}`}>
      <StatusShape status={status} />
      {word}
    </span>
  );
}
