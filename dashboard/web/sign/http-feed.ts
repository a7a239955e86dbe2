// A sign beside its table: the table's own stream.

import type { BeatMessage, ViewMessage } from "#contract/console";
import type { MeterMessage } from "#contract/meter";
import type { SignAbout, SignReport } from "#contract/sign";
import { keepStream } from "../shared/event-source.ts";
import { silentForMs } from "../shared/table-clock.ts";
import type { Hear } from "./state.ts";

/** Where a sign's own word goes; a table that is not there hears nothing. */
export type Tell = (report: SignReport) => void;

export function openHttpFeed(hear: Hear): Tell {
  const events = {
    about: (body: string) => hear.about(JSON.parse(body) as SignAbout),
    view: (body: string) => hear.state(JSON.parse(body) as ViewMessage),
    beat: (body: string) => hear.beat((JSON.parse(body) as BeatMessage).at, null),
    meter: (body: string) => hear.meter(JSON.parse(body) as MeterMessage),
  };
  keepStream("/api/stream?audience=public", { events, link: hear.link }, silentForMs);
  return (report) => {
    const body = JSON.stringify(report);
    void fetch("/api/sign", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => {});
  };
}
