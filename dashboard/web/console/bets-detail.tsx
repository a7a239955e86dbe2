// Wagers of the seat that was tapped: choose the spot, add chips. What is too little waits here, what is too much is not sent.

import { useState } from "preact/hooks";
import type { Minor } from "#core/money";
import type { View } from "#core/view";
import { placeName, wagerName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { about } from "../shared/stream.ts";
import { AmountPad } from "./amount-pad.tsx";
import { judge, seatToBet, spotsOf, usefulChips, type Verdict, type Wager } from "./bets.ts";
import { Disc } from "./chip-fan.tsx";
import { Icon } from "./icons.tsx";
import { Key, Lines } from "./key.tsx";
import { act, seatChosen, spotChosen } from "./state.ts";

const chipsAtMost = 5;

export function BetsDetail({ view }: { readonly view: View }) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Minor>>>({});
  const [over, setOver] = useState<Minor | null>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const seat = seatChosen.value ?? seatToBet(view);
  const spots = seat === null ? [] : spotsOf(view, seat);
  const spot = spots.find((one) => one.spot === spotChosen.value) ?? spots[0];
  if (seat === null || spot === undefined) return <p class="calm">{t("bets.pick")}</p>;
  const amountOn = (wager: Wager): Minor => drafts[wager.spot] ?? wager.placed;
  const keep = (name: string, amount: Minor | null): void =>
    setDrafts((now) => {
      const { [name]: _, ...others } = now;
      return amount === null ? others : { ...others, [name]: amount };
    });

  async function place(wager: Wager, amount: Minor): Promise<void> {
    keep(wager.spot, amount);
    await act({ kind: "wager", spot: wager.spot, stake: amount });
    setDrafts((now) =>
      now[wager.spot] === amount ? Object.fromEntries(Object.entries(now).filter(([name]) => name !== wager.spot)) : now,
    );
  }

  function add(wager: Wager, value: Minor): unknown {
    // The chips that follow are for the same seat, whatever is wanted elsewhere.
    seatChosen.value = seat;
    const amount = amountOn(wager) + value;
    const verdict = judge(wager.stake, amount);
    setOver(verdict.kind === "over" ? amount : null);
    if (verdict.kind === "over") return undefined;
    return verdict.kind === "fits" ? place(wager, amount) : keep(wager.spot, amount);
  }

  function clear(wager: Wager): unknown {
    setOver(null);
    return wager.placed > 0 ? place(wager, 0) : keep(wager.spot, null);
  }

  if (typing === spot.spot) {
    const typed = (amount: Minor): unknown => {
      setTyping(null);
      setOver(null);
      return place(spot, amount);
    };
    return (
      <AmountPad
        label={`${wagerName(language.value, spot.spot)} · ${placeName(language.value, spot.spot)}`}
        bounds={spot.stake}
        onAmount={typed}
        onBack={() => setTyping(null)}
      />
    );
  }
  return (
    <div class="bets">
      <div class="spots">
        <b class="number">{seat}</b>
        {spots.map((one) => (
          <Key key={one.spot} class={`spot ${one === spot ? "chosen" : ""}`} pressed={one === spot} onPress={() => choose(one, setOver)}>
            <span class="wager">{wagerName(language.value, one.spot)}</span>
            <b class={drafts[one.spot] === undefined ? "" : "draft"}>
              {amountOn(one) === 0 ? "–" : one.untracked ? "•" : inChips(amountOn(one))}
            </b>
          </Key>
        ))}
      </div>
      <Hint spot={spot} over={over} verdict={drafts[spot.spot] === undefined ? null : judge(spot.stake, amountOn(spot))} />
      {spot.stake.min === spot.stake.max ? (
        <ExactKeys spot={spot} onPlace={() => place(spot, spot.stake.min)} onClear={() => clear(spot)} />
      ) : (
        <div class="rack">
          {usefulChips(about.value?.chips ?? [], spot.stake, chipsAtMost).map((value) => (
            <Key key={value} class="chip" name={inChips(value)} onPress={() => add(spot, value)}>
              <Disc value={value} />
            </Key>
          ))}
          <Key class="quiet" label={t("key.other")} onPress={() => setTyping(spot.spot)} />
          <ClearKey onPress={() => clear(spot)} />
        </div>
      )}
    </div>
  );
}

/** A wager that has one amount: one tap, and the next seat that lacks its own is shown. */
function ExactKeys({ spot, onPlace, onClear }: { readonly spot: Wager; readonly onPlace: () => unknown; readonly onClear: () => unknown }) {
  return (
    <div class="rack">
      <Key class="option exact" blocked={spot.placed > 0 ? t("bets.placed") : null} onPress={onPlace}>
        <Lines text={`${wagerName(language.value, spot.spot)} · ${placeName(language.value, spot.spot)}`} />
        {!spot.untracked && <b>{inChips(spot.stake.min)}</b>}
      </Key>
      <ClearKey onPress={onClear} />
    </div>
  );
}

function ClearKey({ onPress }: { readonly onPress: () => unknown }) {
  return (
    <Key class="quiet" onPress={onPress}>
      <Icon name="erase" />
      <span class="label">{t("key.clear")}</span>
    </Key>
  );
}

function choose(wager: Wager, setOver: (over: null) => void): void {
  setOver(null);
  spotChosen.value = wager.spot;
}

function Hint({ spot, over, verdict }: { readonly spot: Wager; readonly over: Minor | null; readonly verdict: Verdict | null }) {
  const { min, max, step } = spot.stake;
  const trouble =
    over !== null
      ? t("bets.over", { amount: inChips(over), max: inChips(max) })
      : verdict?.kind === "under"
        ? t("bets.under", { amount: inChips(verdict.by) })
        : verdict?.kind === "step"
          ? t("bets.step", { amount: inChips(step) })
          : null;
  if (trouble === null) return <p class="hint">{min === max ? "" : t("bets.limits", { min: inChips(min), max: inChips(max) })}</p>;
  return (
    <p class="hint trouble">
      <StatusShape status="check" />
      {trouble}
    </p>
  );
}
