// The technician's page: how each device is, worst first, and its frames as they come. What may not be seen never gets here.

import "../shared/work-page.css";
import "./devices.css";
import { render } from "preact";
import type { DeviceRow, FrameRow } from "#contract/devices";
import { linkText } from "#i18n/format";
import { askedLanguages, language, speak, t } from "../shared/language.ts";
import { type Status, StatusMark } from "../shared/status-mark.tsx";
import { Program } from "./program.tsx";
import { choose, chosen, follow, frames, gone, listed, onlyBad, paused, visible, worstFirst } from "./state.ts";

/** @public */
export function show(root: HTMLElement): void {
  speak(askedLanguages(location.search)[0] ?? "en");
  document.title = "Pitwire";
  follow();
  render(<Page />, root);
}

function Page() {
  const message = listed.value;
  if (message === null) return <main class="work-page devices">{gone.value && <p class="lost">{t("devices.gone")}</p>}</main>;
  return (
    <main class={`work-page devices ${gone.value ? "old" : ""}`} data-shown={message.devices.length}>
      <header class="head">
        <h1>{t("devices.title", { table: message.table })}</h1>
        <Program />
      </header>
      {gone.value && <p class="lost">{t("devices.gone")}</p>}
      <ul class="rows">
        {worstFirst(message.devices).map((device) => (
          <Row key={device.id} device={device} now={message.now} />
        ))}
      </ul>
      <Frames device={message.devices.find(({ id }) => id === chosen.value)} />
    </main>
  );
}

const marks: Readonly<Record<DeviceRow["status"], Status>> = { up: "ready", stale: "stale", down: "stale" };

function Row({ device, now }: { readonly device: DeviceRow; readonly now: number }) {
  const { id, driver, link, status, why, lastSeenAt, frames: good, badFrames, reconnects, misses, missed, sweepMs, lamps } = device;
  const trouble = status === "up" ? null : linkText(language.value, why?.code ?? null);
  const antennas = Object.entries(missed).map(([antenna, count]) => t("devices.antenna", { antenna, count }));
  const figures = [
    lastSeenAt === null ? t("devices.never") : t("devices.lastGood", { time: agoText(now - lastSeenAt) }),
    t("devices.frames", { good, bad: badFrames }),
    ...(reconnects > 0 ? [t("devices.reconnects", { count: reconnects })] : []),
    ...(misses > 0 ? [t("devices.misses", { count: misses }), ...antennas] : []),
    ...(sweepMs === null ? [] : [t("devices.sweep", { ms: sweepMs })]),
    ...(lamps === null
      ? []
      : [
          Object.entries(lamps)
            .map(([lamp, state]) => `${lamp} ${state}`)
            .join(" · "),
        ]),
  ];
  return (
    <li>
      <button type="button" class={`row ${status}`} aria-pressed={chosen.value === id} onClick={() => choose(id)}>
        <StatusMark status={marks[status]} word={trouble === null ? t("status.ready") : trouble.title} />
        <strong>{id}</strong>
        <span class="what">
          {driver} · <code>{link}</code>
        </span>
        <span class="figures">{figures.join(" · ")}</span>
        {why !== null && status !== "up" && <span class="why">{`${trouble?.remedy ?? ""} ${why.detail}`}</span>}
      </button>
    </li>
  );
}

/** Seconds while they are few, then minutes. */
function agoText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function Frames({ device }: { readonly device: DeviceRow | undefined }) {
  if (device === undefined) return null;
  const shown = frames.value.filter(({ good }) => !onlyBad.value || !good);
  return (
    <section class="frames">
      <header>
        <h2>{device.id}</h2>
        <button type="button" onClick={() => (paused.value = !paused.value)}>
          {t(paused.value ? "devices.goOn" : "devices.pause")}
        </button>
        <button type="button" onClick={() => (onlyBad.value = !onlyBad.value)}>
          {t(onlyBad.value ? "devices.all" : "devices.onlyBad")}
        </button>
        <a href={`/api/devices/${encodeURIComponent(device.id)}/dump`}>{t("devices.dump")}</a>
        {device.bearsCards && <p>{t("devices.secret")}</p>}
      </header>
      {!visible.value && <p class="none">{t("devices.noBytes")}</p>}
      {visible.value && shown.length === 0 && <p class="none">{t("devices.quiet")}</p>}
      <ol>
        {shown.toReversed().map((frame) => (
          <Line key={frame.n} frame={frame} />
        ))}
      </ol>
    </section>
  );
}

function Line({ frame }: { readonly frame: FrameRow }) {
  const { at, direction, bytes, good, shown, readings } = frame;
  return (
    <li class={good ? "" : "bad"}>
      <time>{new Date(at).toISOString().slice(11, 23)}</time>
      <span>{direction === "in" ? "<" : ">"}</span>
      <span class="size">{t("devices.bytes", { bytes })}</span>
      <span class="bytes">
        {!good && <b>{t("devices.bad")} </b>}
        {shown ?? <i>{t("devices.hidden")}</i>}
      </span>
      <span class="said">{(readings ?? []).join(" ")}</span>
    </li>
  );
}
