// A stream of events that comes back by itself, for ever.

import { startClock } from "./table-clock.ts";

const quietMaxMs = 10_000;
const firstDelayMs = 250;
const lastDelayMs = 10_000;

export interface StreamListener {
  /** By event name: its body as text. */
  readonly events: Readonly<Record<string, (body: string) => void>>;
  /** The line stands, or is gone. */
  link?(up: boolean): void;
  /** Four times a second. */
  tick?(): void;
}

/** Keeps a stream open. `silentForMs`: since the last event that proves the line alive. */
export function keepStream(url: string, { events, link, tick }: StreamListener, silentForMs: () => number): void {
  let source: EventSource | null = null;
  let delayMs = firstDelayMs;
  let openedAt = 0;

  function open(): void {
    openedAt = performance.now();
    source = new EventSource(url);
    for (const [name, take] of Object.entries(events))
      source.addEventListener(name, (event: MessageEvent<string>) => {
        delayMs = firstDelayMs;
        take(event.data);
      });
    // The table has been locked at its start: what answers now has a page of its own.
    source.addEventListener("locked", () => location.reload());
    source.addEventListener("open", () => link?.(true));
    source.addEventListener("error", () => {
      link?.(false);
      reopenIfClosed();
    });
  }

  // A browser gives up after an answer that is no stream, and waits for ever on a line that is dead without saying so.
  function reopenIfClosed(): void {
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(open, delayMs * (0.75 + Math.random() / 2));
    delayMs = Math.min(lastDelayMs, delayMs * 2);
  }

  startClock(() => {
    tick?.();
    const quietMs = Math.min(silentForMs(), performance.now() - openedAt);
    if (source === null || quietMs < quietMaxMs) return;
    source.close();
    open();
  });
  open();
}
