// The surveillance page of a site: every table, the alarms by weight, and the records behind them. Calm while all is well.

import "#i18n/floor";
import "../shared/card-font.css";
import "../shared/plex.css";
import "../shared/plex-condensed.css";
import "./floor.css";
import { render } from "preact";
import type { SiteState } from "#contract/site";
import { clock, languages } from "#i18n/format";
import { askedLanguages, language, t } from "../shared/language.ts";
import { tableNow } from "../shared/table-clock.ts";
import { AlarmList } from "./alarm-list.tsx";
import { Detail } from "./detail.tsx";
import { History, Report, Round, Rounds } from "./records.tsx";
import { chosen, chosenCause, feed, follow, gone, look, signing, site, speakHere, type View, view, zoneOf } from "./state.ts";
import { isOpen, Wall } from "./wall-grid.tsx";

/** @public */
export function show(root: HTMLElement): void {
  document.title = "Pitwire";
  follow(askedLanguages(location.search)[0]);
  document.addEventListener("keydown", press);
  render(<Page />, root);
}

/** A: acknowledge what is chosen, or the first of the feed. Escape: one step back. */
function press(event: KeyboardEvent): void {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.key === "Escape") return stepBack();
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() !== "a") return;
  event.preventDefault();
  const [first] = feed.value;
  if (chosenCause.value === null && first !== undefined) look({ kind: "alarm", alarm: first.head });
  if (chosenCause.value?.acked === false) signing.value = true;
}

function stepBack(): void {
  if (signing.value) signing.value = false;
  else if (view.value.kind !== "wall") view.value = { kind: "wall" };
  else look(null);
}

function Page() {
  const state = site.value;
  if (state === null) return <main class="floor">{gone.value && <p class="gone">{t("watch.gone")}</p>}</main>;
  return (
    <main class={`floor ${gone.value ? "old" : ""}`} data-shown={state.tables.length}>
      <Top state={state} />
      {gone.value && (
        <p class="gone" role="alert">
          {t("watch.gone")}
        </p>
      )}
      <div class="large">
        <Large at={view.value} />
      </div>
      <aside>
        <AlarmList />
        <Detail />
      </aside>
    </main>
  );
}

function Large({ at }: { readonly at: View }) {
  switch (at.kind) {
    case "wall":
      return <Wall />;
    case "history":
      return <History />;
    case "rounds":
      return <Rounds table={at.table} />;
    case "round":
      return <Round of={at} />;
    case "report":
      return <Report />;
  }
}

function Top({ state }: { readonly state: SiteState }) {
  const at = view.value.kind;
  const first = (chosen.value?.kind === "table" ? chosen.value.table : chosen.value?.alarm.table) ?? state.tables[0]?.table ?? null;
  const tabs: readonly { readonly view: View; readonly word: string; readonly on: boolean }[] = [
    { view: { kind: "wall" }, word: t("watch.tables"), on: at === "wall" },
    { view: { kind: "history" }, word: t("watch.history"), on: at === "history" },
    { view: { kind: "rounds", table: first }, word: t("watch.rounds"), on: at === "rounds" || at === "round" || at === "report" },
  ];
  return (
    <header class="top">
      <h1>{t("watch.title")}</h1>
      <nav>
        {tabs.map(({ view: next, word, on }) => (
          <button key={next.kind} type="button" aria-pressed={on} onClick={() => (view.value = next)}>
            {word}
          </button>
        ))}
      </nav>
      <Counts state={state} />
      <span class="languages">
        {languages.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            aria-pressed={language.value === one}
            title={t(`language.${one}`)}
            onClick={() => speakHere(one)}
          >
            {one.toUpperCase()}
          </button>
        ))}
      </span>
      <time>{clock(language.value, tableNow.value, "seconds", zoneOf(""))}</time>
    </header>
  );
}

function Counts({ state: { tables } }: { readonly state: SiteState }) {
  const open = tables.filter(isOpen);
  const stopped = tables.filter(({ status }) => status === "suspended").length;
  const silent = tables.filter(({ status }) => status === "silent").length;
  const players = open.reduce((sum, { now }) => sum + (now?.playing ?? 0), 0);
  const closed = tables.length - open.length - silent;
  const texts = [
    t("watch.open", { count: open.length }),
    ...(closed > 0 ? [t("watch.closed", { count: closed })] : []),
    ...(stopped > 0 ? [t("watch.stopped", { count: stopped })] : []),
    ...(silent > 0 ? [t("watch.silent", { count: silent })] : []),
    t("watch.players", { count: players }),
  ];
  return (
    <span class="counts">
      {texts.map((text) => (
        <span key={text}>{text.split(/(\d+)/).map((part, i) => (i % 2 === 1 ? <b key={part}>{part}</b> : part))}</span>
      ))}
    </span>
  );
}
