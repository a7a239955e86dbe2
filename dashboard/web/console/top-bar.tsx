// Table, phase, shuffler, time: one line that never changes its places.

import type { LampSign } from "#core/derive";
import type { View } from "#core/view";
import { clock } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { type Status, StatusMark } from "../shared/status-mark.tsx";
import { about } from "../shared/stream.ts";
import { tableNow } from "../shared/table-clock.ts";
import { phaseSteps, type Step } from "./phase-steps.ts";

export function TopBar({ view }: { readonly view: View }) {
  return (
    <header class="bar">
      <div class="table">
        <b>{t("bar.table", { table: about.value?.table ?? "" })}</b>
        {about.value?.training ? <em class="training">{t("training.title")}</em> : <span>{about.value?.title}</span>}
      </div>
      <PhaseSteps view={view} />
      <Lamp view={view} />
      <Clock />
    </header>
  );
}

function PhaseSteps({ view }: { readonly view: View }) {
  return (
    <ol class="steps">
      {phaseSteps(view).map((step) => (
        <li key={step.phase} class={step.state}>
          {stepText(step)}
        </li>
      ))}
    </ol>
  );
}

function stepText({ phase, state, now, of }: Step): string {
  const name = t(`phase.${phase}`);
  if (state === "stopped") return t("phase.stopped", { phase: name });
  if (now === undefined || of === undefined) return name;
  // Padded with figure spaces, so that nothing moves when a digit comes or goes.
  return t("phase.of", { phase: name, now: String(now).padStart(String(of).length, "\u2007"), of });
}

const marks: Readonly<Record<LampSign, Status>> = { red: "stop", green: "ready", dark: "stale", unknown: "stale" };
/** Gravest first: with two shufflers the bar shows the one that matters. */
const gravity: readonly LampSign[] = ["red", "dark", "unknown", "green"];

function Lamp({ view }: { readonly view: View }) {
  const sign = gravity.find((one) => view.lamps.some((lamp) => lamp.sign === one));
  if (sign === undefined) return <span />;
  return (
    <div class="lamp">
      {t("bar.shuffler")}
      <StatusMark status={marks[sign]} word={t(`lamp.${sign}`)} />
    </div>
  );
}

function Clock() {
  const minute = Math.floor(tableNow.value / 60_000) * 60_000;
  return <time class="clock">{clock(language.value, minute, "minutes")}</time>;
}
