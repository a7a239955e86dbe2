// The middle of the arc: trouble first, then the dealer's hand, then the figure of the phase.

import type { View } from "#core/view";
import { deviceName, duration, irregularityText, linkText, placeName, reason } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { houseHand } from "../shared/open-places.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { beat } from "../shared/stream.ts";
import { tableNow } from "../shared/table-clock.ts";
import { Icon } from "./icons.tsx";
import { decisions } from "./primary.ts";
import { notice } from "./state.ts";
import type { Standstill } from "./stop.ts";
import { voidText } from "./stop-panel.tsx";

export function Centre({ view, still }: { readonly view: View; readonly still: Standstill | null }) {
  const { journal } = beat.value ?? { journal: "ok" };
  const lost = view.waiting[0];
  if (notice.value !== null) return <Strip title={notice.value} text="" />;
  if (journal !== "ok") return <Strip title={t(`journal.${journal}`)} text={t(`journal.${journal}.do`)} />;
  if (still?.kind === "void" || (still?.steps === "void" && still.owing)) {
    return (
      <Strip
        title={irregularityText(language.value, still).title}
        text={voidText(view)}
        status={still.kind === "stop" ? "stop" : "check"}
      />
    );
  }
  if (lost !== undefined) {
    const { title, remedy } = linkText(language.value, lost.why);
    return <Strip title={`${deviceName(lost.device)}: ${title}`} text={`${remedy} ${t("link.goesOn")}`} />;
  }
  return <HouseHand view={view} />;
}

function Strip({ title, text, status = "check" }: { readonly title: string; readonly text: string; readonly status?: "stop" | "check" }) {
  return (
    <div class={`strip ${status}`} role="status">
      <StatusShape status={status} />
      <div>
        <b>{title}</b>
        {text !== "" && <span>{text}</span>}
      </div>
    </div>
  );
}

function HouseHand({ view }: { readonly view: View }) {
  const hand = houseHand(view);
  if (hand === null || hand.name === null || (view.phase !== "reveal" && view.phase !== "settle")) return <PhaseFigure view={view} />;
  const [title = ""] = reason(language.value, hand.name, inChips).split(" · ");
  return (
    <div class="house">
      <HandRow cards={hand.cards} />
      <p>
        <b>{placeName(language.value, hand.place)}</b>: {title}
      </p>
    </div>
  );
}

function PhaseFigure({ view }: { readonly view: View }) {
  const text = figureOf(view);
  return text === null ? null : <p class="figure">{text}</p>;
}

function figureOf(view: View): string | null {
  switch (view.phase) {
    case "bets":
      if (decisions(view).length > 0) return t("bank.title");
      return t("bets.title");
    case "decide":
      return t("decide.title", { count: view.seats.filter((seat) => waits(view, seat.seat)).length });
    default:
      return null;
  }
}

/** A seat that plays, is not the bank, and has no decision yet. */
function waits(view: View, number: number): boolean {
  const seat = view.seats.find((one) => one.seat === number);
  return seat?.playing === true && seat.marks.length === 0;
}

/** During a standstill: how long, who has to come, whether the wagers are back. */
export function Since({ view, still }: { readonly view: View; readonly still: Standstill }) {
  const who = irregularityText(language.value, still).who;
  return (
    <div class="since">
      <p class="gone">
        <b>{duration(tableNow.value - still.since)}</b> {t(still.code === "red" ? "stop.sinceLight" : "stop.since")}
      </p>
      {still.kind === "stop" && <p>{t("stop.comes", { who })}</p>}
      {view.waiting.slice(0, 1).map(({ device, why }) => (
        <p key={device}>
          <StatusShape status="check" />
          {deviceName(device)}: {linkText(language.value, why).title}. {linkText(language.value, why).remedy}
        </p>
      ))}
      {still.kind === "stop" && view.round === null && view.last?.settlement.outcome === "void" && (
        <p>
          <Icon name="tick" />
          {t("stop.given")}
        </p>
      )}
      {notice.value !== null && (
        <p class="trouble">
          <StatusShape status="check" />
          {notice.value}
        </p>
      )}
    </div>
  );
}
