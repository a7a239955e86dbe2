// One seat of the settlement: the hand, then a line a wager. The figures add up to the one on the key.

import type { SeatView, View } from "#core/view";
import { odds, reason, wagerName } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { seatOf } from "../shared/seat-of.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { about } from "../shared/stream.ts";
import { ChipFan } from "./chip-fan.tsx";
import { ActionShape, Icon } from "./icons.tsx";
import { Key } from "./key.tsx";
import { type Check, checkOf, otherSeat, potsShown, type SettleLine, settleLines } from "./settle-lines.ts";
import { whysShown } from "./state.ts";

export function SettleDetail({ view }: { readonly view: View }) {
  const { settlement } = view;
  const number = settlement?.order[settlement.served];
  const seat = view.seats.find((one) => one.seat === number);
  if (settlement === null || seat === undefined) return <p class="calm">{t("settle.wait")}</p>;
  const lines = settleLines(settlement, seat.seat);
  const onePot = potsShown(view).length === 1;
  return (
    <div class="settle">
      {settlement.revision !== undefined && (
        <p class="revision">
          {t("correct.round", { round: view.round ?? "" })} · {reason(language.value, settlement.why)}
        </p>
      )}
      <SettleHead view={view} seat={seat} />
      {lines.length === 0 ? (
        <p class="calm">{t("settle.nothing")}</p>
      ) : (
        <div class="lines-and-check">
          {whysShown.value ? (
            <ul class="whys">
              {lines.map((line) => (
                <Why key={`${line.spot}${line.action}${line.why.code}`} line={line} onePot={onePot} />
              ))}
            </ul>
          ) : (
            <ul class={`lines of-${Math.min(6, lines.length)}`}>
              {lines.map((line) => (
                <Line key={`${line.spot}${line.action}${line.why.code}`} line={line} onePot={onePot} />
              ))}
            </ul>
          )}
          <CheckLine check={checkOf(settlement)} />
          <Key
            name={t("settle.why")}
            pressed={whysShown.value}
            onPress={() => {
              whysShown.value = !whysShown.value;
            }}
          >
            {null}
          </Key>
        </div>
      )}
    </div>
  );
}

/** What of the whole round is done, and that two counts of it agree. */
function CheckLine({ check: { pay, take, back, agrees } }: { readonly check: Check }) {
  const of = ({ done, all }: { readonly done: number; readonly all: number }) => ({ done: inChips(done), all: inChips(all) });
  if (!agrees) {
    return (
      <p class="check-line differs">
        <StatusShape status="check" />
        {t("settle.differs")}
      </p>
    );
  }
  return (
    <p class="check-line">
      {pay.all > 0 && <span>{t("settle.paidSoFar", of(pay))}</span>}
      {take.all > 0 && <span>{t("settle.tookSoFar", of(take))}</span>}
      {back.all > 0 && <span>{t("settle.backSoFar", of(back))}</span>}
      <span class="agrees">
        <Icon name="tick" />
        {t("settle.addsUp")}
      </span>
      <span class="more">{t("settle.why")}</span>
    </p>
  );
}

/** A line's reason in a whole sentence, and how its amount comes about. */
function Why({ line, onePot }: { readonly line: SettleLine; readonly onePot: boolean }) {
  const { stake, amount } = line;
  return (
    <li>
      <b>{whereText(line, onePot)}</b>
      <span>{whyText(line)}</span>
      <em>
        {line.odds === undefined
          ? inChips(amount)
          : `${inChips(stake)} × ${odds(language.value, line.odds, "console")} = ${inChips(amount)}`}
      </em>
    </li>
  );
}

function SettleHead({ view, seat }: { readonly view: View; readonly seat: SeatView }) {
  const [title, more] = headOf(view, seat);
  const lying = seat.places.filter(({ cards }) => cards.length > 0);
  const count = lying.reduce((sum, { cards }) => sum + cards.length, 0);
  return (
    <div class="who">
      <b class="number">{seat.seat}</b>
      <div class="named">
        <b class={title.length > 24 ? "long" : ""}>{title}</b>
        {more !== "" && <span>{more}</span>}
      </div>
      <div class="groups" style={{ "--n": String(count) }}>
        {lying.map(({ place, cards }) => (
          <HandRow key={place} cards={cards} />
        ))}
      </div>
    </div>
  );
}

/** What the hand is called, by the felt or by the settlement; else why there is none. */
function headOf(view: View, seat: SeatView): readonly [string, string] {
  const { settlement } = view;
  if (settlement?.outcome === "void") return [reason(language.value, settlement.why, inChips), ""];
  const own = seat.places.flatMap(({ name }) => (name === null ? [] : [name]));
  const names = own.length > 0 ? own : (settlement?.hands ?? []).flatMap(({ place, name }) => (seatOf(place) === seat.seat ? [name] : []));
  const [only, ...others] = names.map((name) => reason(language.value, name, inChips));
  if (only !== undefined && others.length > 0) return [[only, ...others].join(" · "), ""];
  if (only !== undefined) {
    const [title = "", more = ""] = only.split(" · ");
    return [title, more];
  }
  const folded = seat.marks.find(({ code }) => code === "folded" || code === "deadHand");
  if (folded !== undefined) return [reason(language.value, folded), ""];
  return [settlement === null ? "" : reason(language.value, settlement.why, inChips), ""];
}

function Line({ line, onePot }: { readonly line: SettleLine; readonly onePot: boolean }) {
  const short = line.due !== undefined && line.due > line.amount;
  return (
    <li class={line.action}>
      <b class="wager">{whereText(line, onePot)}</b>
      <span class="stake">{line.stake > 0 ? inChips(line.stake) : ""}</span>
      <span class="why">
        {typeof line.why.params?.points === "number" && <b>{signed(line.why.params.points)}</b>}
        {line.odds !== undefined && <b>{odds(language.value, line.odds, "console")}</b>} <span class="because">{whyText(line)}</span>
      </span>
      <span class="action">
        <ActionShape action={line.action} />
        {t(`action.${line.action}`)}
      </span>
      <b class={`amount ${short ? "short" : ""}`}>
        {line.action === "done" || line.untracked
          ? ""
          : short
            ? t("settle.short", { paid: inChips(line.amount), due: inChips(line.due ?? 0) })
            : inChips(line.amount)}
      </b>
      {line.action === "pay" && !line.untracked ? <ChipFan amount={line.amount} values={about.value?.chips ?? []} /> : <span />}
    </li>
  );
}

/** The spot; between two players whose chips they are, or become. */
function whereText({ spot, action }: SettleLine, onePot: boolean): string {
  const other = otherSeat(spot);
  if (other !== null && action === "pay") return t("settle.from", { seat: other });
  if (other !== null && action === "take") return t("settle.to", { seat: other });
  return onePot && seatOf(spot) === null ? t("wager.pot") : wagerName(language.value, spot);
}

/** What was done at the other seat of a pair is not done again. */
function whyText({ action, spot, why }: SettleLine): string {
  const other = otherSeat(spot);
  return action === "done" && other !== null ? t("settle.doneAt", { seat: other }) : reason(language.value, why, inChips);
}

/** Points won or lost: always with their sign. */
function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
