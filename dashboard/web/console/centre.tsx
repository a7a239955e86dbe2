// The middle of the arc: trouble first, then the dealer's hand, then the figure of the phase.

import { decisions } from "#core/next-action";
import type { SeatView, View } from "#core/view";
import { clock, deviceName, duration, find, irregularityText, linkText, placeName, reason, wagerName } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inChips, inMoney } from "../shared/money.ts";
import { houseCards } from "../shared/open-places.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { beat } from "../shared/stream.ts";
import { tableNow } from "../shared/table-clock.ts";
import { Icon } from "./icons.tsx";
import { actsOf } from "./seat-state.ts";
import { potsShown, rakeOf } from "./settle-lines.ts";
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
  const jackpot = jackpotText(view);
  if (jackpot !== null) return <Strip {...jackpot} />;
  return <Middle view={view} />;
}

/** The progressive, while no hand is played: what waits to be verified or paid, and that it cannot be reached. */
function jackpotText({ progressive, phase }: View): { readonly title: string; readonly text: string } | null {
  if (progressive === null || (phase !== "idle" && phase !== "bets")) return null;
  const { awaited, online } = progressive;
  const next = awaited.find(({ award }) => award !== null) ?? awaited[0];
  if (next !== undefined) {
    const { seat, hand, award } = next;
    if (award !== null) return { title: t("jackpot.toPay", { seat, amount: inMoney(award.amount) }), text: t("jackpot.toPayText") };
    const named = find(language.value, `hand.${hand}`) ?? hand;
    return { title: t("jackpot.pending", { seat }), text: t("jackpot.pendingText", { hand: named }) };
  }
  return online ? null : { title: t("jackpot.away"), text: t("jackpot.awayText") };
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

/** What lies in the middle: the dealer's cards or the board, the pots, and which part of the play it is. */
function Middle({ view }: { readonly view: View }) {
  const cards = houseCards(view);
  if (cards === null || view.phase === "bets" || view.phase === "deal") return <PhaseFigure view={view} />;
  const named = cards.name === null ? null : (reason(language.value, cards.name, inChips).split(" · ")[0] ?? "");
  return (
    <div class="house">
      <HandRow cards={cards.cards} />
      <p>
        <b>{placeName(language.value, cards.place)}</b>
        {named !== null && `: ${named}`}
      </p>
      <Pots view={view} />
    </div>
  );
}

function PhaseFigure({ view }: { readonly view: View }) {
  const text = figureOf(view);
  return (
    <div class="figures-middle">
      {text !== null && <p class="figure">{text}</p>}
      <Pots view={view} />
    </div>
  );
}

/** Once the round is settled the pots are as they are paid, and what the house took of them. */
function Pots({ view }: { readonly view: View }) {
  const rake = view.settlement === null ? 0 : rakeOf(view.settlement);
  const pots = potsShown(view);
  if (pots.length === 0) return null;
  return (
    <dl class="pots">
      {pots.map(({ pot, amount }) => (
        <div key={pot}>
          <dt>{pots.length === 1 ? t("wager.pot") : wagerName(language.value, pot)}</dt>
          <dd>{inChips(amount)}</dd>
        </div>
      ))}
      {rake > 0 && (
        <div>
          <dt>{t("wager.rake")}</dt>
          <dd>{inChips(rake)}</dd>
        </div>
      )}
    </dl>
  );
}

function figureOf(view: View): string | null {
  if (view.stage !== null && view.phase !== "settle") return reason(language.value, view.stage, inChips);
  switch (view.phase) {
    case "bets":
      return t(decisions(view).length > 0 ? "bank.title" : "bets.title");
    case "decide":
      return view.pots.length > 0 ? null : t("decide.title", { count: view.seats.filter(waits).length });
    default:
      return null;
  }
}

/** A seat that plays, is not the bank, and has no decision yet. */
function waits(seat: SeatView): boolean {
  return seat.playing && actsOf(seat).length === 0 && !seat.marks.some(({ code }) => code === "designated" || code === "sitsOut");
}

/** A stop calls the floor by itself; who has said that he comes takes the place of who has to. */
function Called({ view: { call }, still, who }: { readonly view: View; readonly still: Standstill; readonly who: string }) {
  const time = clock(language.value, Math.max(call?.since ?? 0, still.since), "seconds");
  return (
    <>
      <p>
        <Icon name="tick" />
        {t("call.called", { time })}
      </p>
      <p>{call?.coming == null ? t("stop.comes", { who }) : t("call.coming", { name: call.coming })}</p>
    </>
  );
}

/** During a standstill: how long, who has to come, whether the wagers are back. */
export function Since({ view, still }: { readonly view: View; readonly still: Standstill }) {
  const who = irregularityText(language.value, still).who;
  // One line more is all there is room for: a refusal, else what is missing, else that the wagers are back.
  const lost = notice.value === null ? view.waiting.slice(0, 1) : [];
  return (
    <div class="since">
      <p class="gone">
        <b>{duration(tableNow.value - still.since)}</b> {t(still.code === "red" ? "stop.sinceLight" : "stop.since")}
      </p>
      {still.kind === "stop" && <Called view={view} still={still} who={who} />}
      {lost.map(({ device, why }) => (
        <p key={device}>
          <StatusShape status="check" />
          {deviceName(device)}: {linkText(language.value, why).title}
        </p>
      ))}
      {lost.length === 0 && still.kind === "stop" && view.round === null && view.last?.settlement.outcome === "void" && (
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
