// A sign: the house's rules and figures, the hand as it is turned, the state of the table. No one touches it.

import "./fonts.css";
import "./sign.css";
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import type { Place } from "#core/felt";
import type { View } from "#core/view";
import { type Language, languages } from "#i18n/format";
import { language, speak } from "../shared/language.ts";
import { newlyOpened } from "../shared/open-places.ts";
import { tableNow } from "../shared/table-clock.ts";
import { type Address, readAddress } from "./address.ts";
import type { Tell } from "./http-feed.ts";
import { awardShown } from "./meter.tsx";
import { speakUp } from "./presence.ts";
import { reloadWhen } from "./reload.ts";
import { chooseScene } from "./scene.ts";
import { about, ageS, hear, heardNow, outdated, remember, shown } from "./state.ts";
import { Ticker } from "./ticker.tsx";
import { isWithin, pageMs, shiftAt, sleepAfterMs, turnAt } from "./turning.ts";
import { judge, type Validity } from "./validity.ts";
import { NotValid, Wall } from "./wall.tsx";

const address = readAddress(location.search);
const opened = signal<Place | null>(null);
/** Renewed with every tick of the clock, and with everything that is heard. */
const validity = signal<Validity>("notValid");
/** An LED strip, or a bar above the table. */
const strip = matchMedia("(min-aspect-ratio: 7/2)");
const isStrip = signal(strip.matches);

/** @public */
export async function show(root: HTMLElement): Promise<void> {
  remember();
  strip.addEventListener("change", () => {
    isStrip.value = strip.matches;
  });
  followLanguage(address);
  followOpened();
  setInterval(renewValidity, 100);
  effect(() => {
    void [about.value, shown.value, tableNow.value];
    renewValidity();
  });
  render(<Sign />, root);
  const tell = await openFeed(address);
  if (address.name !== null) speakUp(address.name, tell, picture);
  reloadWhen(
    () => outdated.value,
    () => ["idle", "closed", "scan"].includes(shown.value?.view.phase ?? "closed"),
  );
}

/** The broker's client is loaded only by a sign that needs it. */
async function openFeed({ broker }: Address): Promise<Tell> {
  if (broker !== null) return (await import("./mqtt-feed.ts")).openMqttFeed(broker, hear);
  return (await import("./http-feed.ts")).openHttpFeed(hear);
}

function renewValidity(): void {
  const heard = heardNow();
  validity.value = judge(heard);
  ageS.value = Number.isFinite(heard.ageMs) ? Math.floor(heard.ageMs / 1000) : 0;
}

function followLanguage({ languages: asked }: Address): void {
  effect(() => {
    const tongues: readonly Language[] = asked.length > 0 ? asked : [about.value?.language ?? languages[0]];
    const next = tongues[turnAt(tableNow.value, 1, tongues.length).language] ?? "en";
    if (next !== language.peek()) speak(next);
  });
}

function followOpened(): void {
  let before: View | null = null;
  effect(() => {
    const after = shown.value?.view;
    if (after === undefined || after === before) return;
    opened.value = newlyOpened(before, after) ?? (after.round === before?.round ? opened.peek() : null);
    before = after;
  });
}

function sceneNow() {
  const view = shown.value?.view;
  if (view === undefined) return "notValid";
  return chooseScene(view, validity.value, about.value?.notice.suspended);
}

function picture() {
  return {
    shown: shown.value?.view.n ?? null,
    pack: about.value?.pack.hash ?? null,
    scene: sceneNow(),
    state: validity.value,
  };
}

function Sign() {
  const now = tableNow.value;
  const state = shown.value;
  const scene = sceneNow();
  if (about.value === null || state === null) return <NotValid />;
  const { view } = state;
  const { x, y } = shiftAt(now);
  const turns = Math.max(1, address.languages.length);
  const award = validity.value === "live" && (scene === "board" || scene === "felt" || scene === "reveal") ? awardShown() : null;
  // A hit has the whole picture for one turn, and its own place in the next.
  const hit = award !== null && Math.floor(now / pageMs) % 2 === 0 ? award : null;
  const dim = isDim(view, now) ? "dim" : "";
  return (
    <div
      class={`sign ${isStrip.value ? "strip" : "wall"} at-${scene} ${validity.value} ${dim}`}
      data-shown={`${state.journal}:${view.n}`}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      {scene === "notValid" ? (
        <NotValid />
      ) : isStrip.value ? (
        <Ticker view={view} scene={scene} stale={validity.value === "stale"} award={award} />
      ) : (
        <Wall view={view} scene={scene} stale={validity.value === "stale"} turns={turns} opened={opened.value} hit={hit} award={award} />
      )}
    </div>
  );
}

/** By the hours of the address, and when the table has long been closed. */
function isDim(view: View, now: number): boolean {
  if (address.dim !== null && isWithin(address.dim, minutesOf(now))) return true;
  return view.phase === "closed" && now - view.at > sleepAfterMs;
}

function minutesOf(now: number): number {
  const timeZone = about.value?.timeZone;
  const text = new Date(now).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...(timeZone && { timeZone }) });
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}
