// One seat of the settlement: the hand, then a line a wager. The figures add up to the one on the key.

import type { SeatView, View } from "#core/view";
import { odds, reason, wagerName } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { about } from "../shared/stream.ts";
import { ChipFan } from "./chip-fan.tsx";
import { ActionShape } from "./icons.tsx";
import { type SettleLine, settleLines } from "./settle-lines.ts";

export function SettleDetail({ view }: { readonly view: View }) {
  const { settlement } = view;
  const number = settlement?.order[settlement.served];
  const seat = view.seats.find((one) => one.seat === number);
  if (settlement === null || seat === undefined) return <p class="calm">{t("settle.wait")}</p>;
  const lines = settleLines(settlement, seat.seat);
  return (
    <div class="settle">
      <SettleHead view={view} seat={seat} />
      {lines.length === 0 ? (
        <p class="calm">{t("settle.nothing")}</p>
      ) : (
        <ul class={`lines of-${Math.min(6, lines.length)}`}>
          {lines.map((line) => (
            <Line key={`${line.spot}${line.action}`} line={line} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SettleHead({ view, seat }: { readonly view: View; readonly seat: SeatView }) {
  const place = seat.places.find(({ cards }) => cards.length > 0);
  const [title, more] = headOf(view, seat);
  return (
    <div class="who">
      <b class="number">{seat.seat}</b>
      <div class="named">
        <b>{title}</b>
        {more !== "" && <span>{more}</span>}
      </div>
      {place !== undefined && <HandRow cards={place.cards} />}
    </div>
  );
}

function headOf(view: View, seat: SeatView): readonly [string, string] {
  if (view.settlement?.outcome === "void") return [reason(language.value, view.settlement.why, inChips), ""];
  const named = seat.places.find(({ name }) => name !== null)?.name;
  if (named !== undefined && named !== null) {
    const [title = "", more = ""] = reason(language.value, named, inChips).split(" · ");
    return [title, more];
  }
  const folded = seat.marks.find(({ code }) => code === "folded" || code === "deadHand");
  return [folded === undefined ? "" : reason(language.value, folded), ""];
}

function Line({ line }: { readonly line: SettleLine }) {
  const short = line.due !== undefined && line.due > line.amount;
  return (
    <li class={line.action}>
      <b class="wager">{wagerName(language.value, line.spot)}</b>
      <span class="stake">{inChips(line.stake)}</span>
      <span class="why">
        {line.odds !== undefined && <b>{odds(language.value, line.odds, "console")}</b>} {reason(language.value, line.why, inChips)}
      </span>
      <span class="action">
        <ActionShape action={line.action} />
        {t(`action.${line.action}`)}
      </span>
      <b class="amount">{short ? t("settle.short", { paid: inChips(line.amount), due: inChips(line.due ?? 0) }) : inChips(line.amount)}</b>
      {line.action === "pay" ? <ChipFan amount={line.amount} values={about.value?.chips ?? []} /> : <span />}
    </li>
  );
}
