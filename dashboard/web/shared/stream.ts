// What the table says to its console, as signals. What it said before it fell silent is old.

import { signal } from "@preact/signals";
import type { About, BeatMessage, StopMessage, ViewMessage } from "#contract/console";
import { keepStream } from "./event-source.ts";
import { currencyShown } from "./money.ts";
import { heardBeat, silentForMs } from "./table-clock.ts";

export const about = signal<About | null>(null);
export const message = signal<ViewMessage | null>(null);
/** A STOP that overtook the journal: shown until a view has caught up with it. */
export const earlyStop = signal<StopMessage | null>(null);
export const beat = signal<BeatMessage | null>(null);
/** No beat for two seconds: nothing here may be taken for live, and no tap is taken. */
export const silent = signal(true);

const silentAfterMs = 2_000;

/** Opens the stream for this page; `changed` runs when the table's software, game or pack is no longer the one shown. */
export function openStream(audience: "dealer" | "public", changed: () => void): void {
  const events = {
    about: (body: string) => aboutCame(JSON.parse(body) as About, changed),
    view: (body: string) => viewCame(JSON.parse(body) as ViewMessage),
    stop: (body: string) => {
      earlyStop.value = JSON.parse(body) as StopMessage;
    },
    beat: (body: string) => {
      beat.value = JSON.parse(body) as BeatMessage;
      heardBeat(beat.value.at);
      silent.value = false;
    },
  };
  const tick = (): void => {
    silent.value = silentForMs() > silentAfterMs;
  };
  keepStream(`/api/stream?audience=${audience}`, { events, tick }, silentForMs);
}

function aboutCame(next: About, changed: () => void): void {
  const shown = about.value;
  const same = shown === null || (shown.software === next.software && shown.pack.hash === next.pack.hash && shown.game === next.game);
  if (!same) return changed();
  currencyShown.value = next.currency;
  about.value = next;
}

function viewCame(next: ViewMessage): void {
  message.value = next;
  if (earlyStop.value !== null && next.view.at >= earlyStop.value.since) earlyStop.value = null;
}
