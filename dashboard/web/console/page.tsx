// The dealer's console. It is drawn from what may happen next, and knows no game.

import "../shared/plex.css";
import "../shared/plex-condensed.css";
import "./console.css";
import "./standing.css";
import "./themes.css";
import { computed, effect } from "@preact/signals";
import { type ComponentChildren, render } from "preact";
import { decisions, ofKind } from "#core/next-action";
import type { SeatView, View } from "#core/view";
import { t } from "../shared/language.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { about, earlyStop, message, openStream, silent } from "../shared/stream.ts";
import { spotsOf } from "./bets.ts";
import { BetsDetail } from "./bets-detail.tsx";
import { CountDetail, FacesDetail } from "./by-hand.tsx";
import { Centre, Since } from "./centre.tsx";
import { CorrectPanel } from "./correct-panel.tsx";
import { DealDetail } from "./deal-detail.tsx";
import { DecideDetail } from "./decide-detail.tsx";
import { DemoStrip } from "./demo-strip.tsx";
import { FixPanel, ReportDetail } from "./fix-detail.tsx";
import { KeyColumn } from "./key-column.tsx";
import { MenuDetail } from "./menu-detail.tsx";
import { listenForBadges, needsDealer } from "./people.ts";
import { PeoplePanel } from "./people-panel.tsx";
import { ClosedDetail, IdleDetail, ScanDetail } from "./quiet-details.tsx";
import { RevealDetail } from "./reveal-detail.tsx";
import { RoundsPanel } from "./rounds-panel.tsx";
import { dress, useScreenOf } from "./screen.ts";
import { ScreenPanel } from "./screen-panel.tsx";
import { SeatArc } from "./seat-arc.tsx";
import { SettleDetail } from "./settle-detail.tsx";
import { SignPanel, takeBadge } from "./sign-panel.tsx";
import { setSize } from "./size.ts";
import { act, notice, panel, seatChosen, spotChosen, turnUp, viewChanged, walking } from "./state.ts";
import { type Standstill, standstill } from "./stop.ts";
import { StopPanel } from "./stop-panel.tsx";
import { TopBar } from "./top-bar.tsx";

export function show(root: HTMLElement): void {
  setSize();
  dress(document.documentElement);
  openStream("dealer", () => location.reload());
  const dealer = computed(() => message.value?.view.dealer?.name ?? null);
  effect(() => {
    const house = about.value?.language;
    // Read for its name, so that a change of dealer changes the screen.
    if (house !== undefined && dealer.value !== undefined) useScreenOf(message.peek()?.view.dealer ?? null, location.search, house);
  });
  listenForBadges(takeBadge);
  let before: View | null = null;
  effect(() => {
    const after = message.value?.view;
    if (after === undefined || after === before) return;
    viewChanged(before, after);
    before = after;
  });
  render(<Console />, root);
}

function Console() {
  const shown = message.value;
  if (about.value === null || shown === null || silent.value) return <StalePanel />;
  const { view, journal } = shown;
  const still = standstill(view, earlyStop.value);
  return (
    <div class={`console ${about.value.demo ? "with-demo" : ""}`} data-shown={`${journal}:${view.n}`} data-phase={view.phase}>
      <TopBar view={view} />
      <Felt view={view} still={still} />
      <KeyColumn view={view} still={still} />
      {about.value.demo && <DemoStrip />}
    </div>
  );
}

/** What was last known is old: it is taken away, not left standing. */
function StalePanel() {
  return (
    <div class="no-signal" role="alert">
      <StatusShape status="stale" />
      <b>{t("status.noSignal")}</b>
      <h1>{t("stale.title")}</h1>
      <p>{t("stale.text")}</p>
    </div>
  );
}

function Felt({ view, still }: { readonly view: View; readonly still: Standstill | null }) {
  const open = panel.value;
  if (open?.kind === "sign") {
    return <Whole panel={<SignPanel opening={open.opening} />} />;
  }
  if (open?.kind === "correct") return <Whole panel={<CorrectPanel view={view} round={open.round} />} />;
  if (open?.kind === "people" || (needsDealer(view) && still === null)) return <Whole panel={<PeoplePanel view={view} />} />;
  if (open?.kind === "fix") return <Whole panel={<FixPanel view={view} />} />;
  if (open?.kind === "rounds") return <Whole panel={<RoundsPanel />} />;
  if (open?.kind === "screen") return <Whole panel={<ScreenPanel />} />;
  const stands = still !== null && still.kind !== "void" && !(walking.value && still.owing);
  if (stands) {
    return (
      <main class="standing">
        <StopPanel view={view} still={still} />
        <SeatArc view={view} chosen={null} onSeat={() => null} bare>
          <Since view={view} still={still} />
        </SeatArc>
      </main>
    );
  }
  return (
    <main>
      <SeatArc view={view} chosen={seatChosen.value} onSeat={(seat) => seatPress(view, seat)}>
        <Centre view={view} still={still} />
      </SeatArc>
      <section class="detail">
        <Detail view={view} />
      </section>
    </main>
  );
}

/** A panel that takes the place of the felt, and the refusal of what was tried in it. */
function Whole({ panel: shown }: { readonly panel: ComponentChildren }) {
  return (
    <main class="whole">
      {shown}
      {notice.value !== null && <p class="notice">{notice.value}</p>}
    </main>
  );
}

function Detail({ view }: { readonly view: View }) {
  if (panel.value?.kind === "report") return <ReportDetail view={view} code={panel.value.code} />;
  if (panel.value?.kind === "menu") return <MenuDetail view={view} />;
  return <PhaseDetail view={view} />;
}

function PhaseDetail({ view }: { readonly view: View }) {
  if (ofKind(view, "faces").length > 0) return <FacesDetail view={view} />;
  if (ofKind(view, "count").length > 0) return <CountDetail view={view} />;
  if (early(view, seatChosen.value)) return <DecideDetail view={view} />;
  switch (view.phase) {
    case "closed":
      return <ClosedDetail />;
    case "idle":
      return <IdleDetail view={view} />;
    case "scan":
      return <ScanDetail view={view} />;
    case "bets":
      return ofKind(view, "wager").length > 0 ? <BetsDetail view={view} /> : <DecideDetail view={view} />;
    case "deal":
      return <DealDetail view={view} />;
    case "decide":
      return <DecideDetail view={view} />;
    case "reveal":
      return <RevealDetail view={view} />;
    case "settle":
      return <SettleDetail view={view} />;
  }
}

/** Whether a seat may bind itself though it is not its turn. */
function early(view: View, seat: number | null): boolean {
  return ofKind(view, "decision").some((opening) => opening.early === true && Number.parseInt(opening.by, 10) === seat);
}

/** What a tap on a seat means now; null where it means nothing. */
function seatPress(view: View, { seat, places }: SeatView): (() => unknown) | null {
  const choose = (): void => {
    notice.value = null;
    seatChosen.value = seat;
    spotChosen.value = null;
  };
  if (panel.value?.kind === "report") return places.some((place) => place.cards.length > 0) ? choose : null;
  const turn = ofKind(view, "seat").find((opening) => opening.seat === seat);
  if (turn !== undefined) return () => act({ kind: "seat", seat, sitting: turn.sitting });
  if (spotsOf(view, seat).length > 0) return choose;
  const reveal = ofKind(view, "reveal").find((opening) => opening.blocked === undefined && Number.parseInt(opening.place, 10) === seat);
  if (reveal !== undefined) return () => turnUp(view, reveal);
  if (early(view, seat)) return choose;
  const asked = decisions(view);
  const other = seatChosen.value !== null || asked.length > 1;
  return other && asked.some(({ by }) => Number.parseInt(by, 10) === seat) ? choose : null;
}
