// What the table says, as signals. The stream comes back by itself, for ever; what it said before it fell silent is old.

import { signal } from "@preact/signals";
import type { About, BeatMessage, StopMessage, ViewMessage } from "#contract/console";
import { heardBeat, silentForMs, startClock } from "./table-clock.ts";

export const about = signal<About | null>(null);
export const message = signal<ViewMessage | null>(null);
/** A STOP that overtook the journal: shown until a view has caught up with it. */
export const earlyStop = signal<StopMessage | null>(null);
export const beat = signal<BeatMessage | null>(null);
/** No beat for two seconds: nothing here may be taken for live, and no tap is taken. */
export const silent = signal(true);

const silentAfterMs = 2_000;
const reopenAfterMs = 10_000;
const firstDelayMs = 250;
const lastDelayMs = 10_000;

type Message = MessageEvent<string>;

/** Opens the stream for this page; `changed` runs when the table's software, game or pack is no longer the one shown. */
export function openStream(audience: "dealer" | "public", changed: () => void): void {
  let source: EventSource | null = null;
  let delayMs = firstDelayMs;
  let openedAt = 0;

  function open(): void {
    openedAt = performance.now();
    source = new EventSource(`/api/stream?audience=${audience}`);
    source.addEventListener("about", (event: Message) => aboutCame(JSON.parse(event.data) as About, changed));
    source.addEventListener("view", (event: Message) => viewCame(JSON.parse(event.data) as ViewMessage));
    source.addEventListener("stop", (event: Message) => {
      earlyStop.value = JSON.parse(event.data) as StopMessage;
    });
    source.addEventListener("beat", (event: Message) => {
      delayMs = firstDelayMs;
      beat.value = JSON.parse(event.data) as BeatMessage;
      heardBeat(beat.value.at);
      silent.value = false;
    });
    source.addEventListener("error", reopenIfClosed);
  }

  // A browser gives up after an answer that is no stream, and waits for ever on a line that is dead without saying so.
  function reopenIfClosed(): void {
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(open, delayMs * (0.75 + Math.random() / 2));
    delayMs = Math.min(lastDelayMs, delayMs * 2);
  }

  startClock(() => {
    silent.value = silentForMs() > silentAfterMs;
    const quietMs = Math.min(silentForMs(), performance.now() - openedAt);
    if (source === null || quietMs < reopenAfterMs) return;
    source.close();
    open();
  });
  open();
}

function aboutCame(next: About, changed: () => void): void {
  const shown = about.value;
  const same = shown === null || (shown.software === next.software && shown.pack.hash === next.pack.hash && shown.game === next.game);
  if (same) about.value = next;
  else changed();
}

function viewCame(next: ViewMessage): void {
  message.value = next;
  if (earlyStop.value !== null && next.view.at >= earlyStop.value.since) earlyStop.value = null;
}
