// A decision: its options as keys, then what an option asks for: whom, which cards, how much. Options come from the rules and the
// open cards alone.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ofKind } from "#core/next-action";
import type { Option } from "#core/opening";
import type { View } from "#core/view";
import { optionName, placeName, wagerName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inChips, inUnit } from "../shared/money.ts";
import { allPlaces } from "../shared/open-places.ts";
import { PlayingCard } from "../shared/playing-card.tsx";
import { seatOf } from "../shared/seat-of.ts";
import { AmountPad } from "./amount-pad.tsx";
import { CardChooser } from "./card-chooser.tsx";
import { amountChoices } from "./choices.ts";
import { type Begun, columnsFor, type Decision, decisionShown, nextStep } from "./choosing.ts";
import { Key, Lines } from "./key.tsx";
import { otherSeat } from "./settle-lines.ts";
import { act, seatChosen } from "./state.ts";

/** Amounts are offered as keys of their own while there is room; else the option is one key, and the amounts come after it. */
const amountsAtMost = 3;
const optionsWithAmounts = 3;

interface Doing {
  readonly begun: Begun;
  readonly typing?: true;
}

export function DecideDetail({ view }: { readonly view: View }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const decision = decisionShown(ofKind(view, "decision"), seatChosen.value);
  if (decision === null) return <p class="calm">{t("decide.none")}</p>;
  const { by, options } = decision;
  const begun = doing?.begun.by === by ? doing.begun : null;
  const option = options.find(({ code }) => code === begun?.code);
  const back = (): void => setDoing(null);
  const take = (chosen: Option, made: Begun): unknown => {
    const step = nextStep(chosen, made);
    if (step.kind !== "send") return setDoing({ begun: made });
    setDoing(null);
    seatChosen.value = null;
    return act(step.command);
  };
  if (begun !== null && option?.amount !== undefined && doing?.typing) {
    return (
      <AmountPad
        label={oneLine(option.code)}
        bounds={option.amount}
        {...(option.unit && { unit: option.unit })}
        onAmount={(amount) => take(option, { ...begun, amount })}
        onBack={back}
      />
    );
  }
  return (
    <div class="decide">
      <Asked view={view} decision={decision} />
      {begun !== null && option !== undefined ? (
        <StepKeys
          view={view}
          option={option}
          begun={begun}
          take={(made) => take(option, made)}
          type={() => setDoing({ begun, typing: true })}
          back={back}
        />
      ) : (
        <FirstKeys view={view} decision={decision} take={take} type={(one) => setDoing({ begun: { by, code: one.code }, typing: true })} />
      )}
    </div>
  );
}

const oneLine = (code: string): string => optionName(language.value, code).replace("\n", " ");

/** Whose turn it is, and what lies on that seat's spots. */
function Asked({ view, decision: { by, early, hidden } }: { readonly view: View; readonly decision: Decision }) {
  const number = seatOf(by);
  const seat = view.seats.find((one) => one.seat === number);
  const against = otherSeat(by.split("/").length > 2 ? `${number}/${by.split("/").at(-1)}/vs` : by);
  return (
    <div class="asked">
      <b class="number">{seat?.seat ?? (/^[\d-]+$/.test(by) ? by : placeName(language.value, by))}</b>
      {against !== null && <p>{t("decide.against", { seat: against })}</p>}
      {early && <p>{t("decide.early")}</p>}
      {hidden && <p>{t("decide.hidden")}</p>}
      <dl>
        {seat?.wagers.map(({ spot, stake, untracked }) => (
          <div key={spot}>
            <dt>{wagerName(language.value, spot)}</dt>
            <dd>{untracked ? "•" : inChips(stake)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Grid({ keys, children }: { readonly keys: number; readonly children: ComponentChildren }) {
  return (
    <div class={`options ${keys > 5 ? "many" : ""}`} style={{ "--columns": String(columnsFor(keys)) }}>
      {children}
    </div>
  );
}

interface FirstKeysProps {
  readonly view: View;
  readonly decision: Decision;
  readonly take: (option: Option, begun: Begun) => unknown;
  readonly type: (option: Option) => void;
}

/** One key an option; early ones, which nobody waits for, can be left again. */
function FirstKeys({ view, decision: { by, options, early }, take, type }: FirstKeysProps) {
  const spread = options.length <= optionsWithAmounts;
  const sizes = options.map((option) => (spread && hasAmounts(option) ? amountKeys(option) : 1));
  const keys = sizes.reduce((sum, size) => sum + size, 0) + (early ? 1 : 0);
  return (
    <Grid keys={keys}>
      {options.map((option) =>
        spread && hasAmounts(option) ? (
          <AmountKeys
            key={option.code}
            option={option}
            take={(amount) => take(option, { by, code: option.code, amount })}
            type={() => type(option)}
          />
        ) : (
          <OptionKey key={option.code} view={view} option={option} onPress={() => take(option, { by, code: option.code })} />
        ),
      )}
      {early && <BackKey onPress={leaveEarly} />}
    </Grid>
  );
}

function leaveEarly(): void {
  seatChosen.value = null;
}

/** Its amount is all that an option leaves open. */
function hasAmounts({ amount, targets, cards }: Option): boolean {
  return amount !== undefined && amount.min < amount.max && targets === undefined && cards === undefined;
}

function amountKeys({ amount }: Option): number {
  if (amount === undefined) return 1;
  const { amounts, pad } = amountChoices(amount, amountsAtMost);
  return amounts.length + (pad ? 1 : 0);
}

function OptionKey({ view, option, onPress }: { readonly view: View; readonly option: Option; readonly onPress: () => unknown }) {
  const { code, amount, targets, cards, unit } = option;
  const only = targets?.length === 1 ? targets[0] : undefined;
  const exact = amount !== undefined && amount.min === amount.max && amount.min > 0;
  return (
    <Key class="option" onPress={onPress}>
      <Lines text={optionName(language.value, code)} />
      {exact && <b>{inUnit(amount.min, unit)}</b>}
      {!exact && amount !== undefined && <small>{t("pad.limits", { min: inUnit(amount.min, unit), max: inUnit(amount.max, unit) })}</small>}
      {only !== undefined && <Target view={view} target={only} />}
      {cards !== undefined && <small>{cardsText(cards)}</small>}
    </Key>
  );
}

function cardsText({ min, max }: NonNullable<Option["cards"]>): string {
  return min === max ? t("key.cards", { count: max }) : t("choose.range", { min, max });
}

interface StepKeysProps {
  readonly view: View;
  readonly option: Option;
  readonly begun: Begun;
  readonly take: (begun: Begun) => unknown;
  readonly type: () => void;
  readonly back: () => void;
}

function StepKeys({ view, option, begun, take, type, back }: StepKeysProps) {
  const step = nextStep(option, begun);
  switch (step.kind) {
    case "target":
      return (
        <Grid keys={step.targets.length + 1}>
          {step.targets.map((target) => (
            <Key key={target} class="option" onPress={() => take({ ...begun, target })}>
              <Target view={view} target={target} />
            </Key>
          ))}
          <BackKey onPress={back} />
        </Grid>
      );
    case "cards":
      return (
        <CardChooser
          view={view}
          cards={step.cards}
          label={oneLine(option.code)}
          onCards={(cards) => take({ ...begun, cards })}
          onBack={back}
        />
      );
    case "amount":
      return (
        <Grid keys={amountKeys(option) + 1}>
          <AmountKeys option={option} take={(amount) => take({ ...begun, amount })} type={type} />
          <BackKey onPress={back} />
        </Grid>
      );
    case "send":
      return null;
  }
}

/** Whom an option names, with the card by which that seat is known. */
function Target({ view, target }: { readonly view: View; readonly target: string }) {
  const card = allPlaces(view)
    .find(({ place }) => place === target)
    ?.cards.find((one) => one !== null);
  return (
    <span class="target">
      <span>{placeName(language.value, target)}</span>
      {card !== undefined && <PlayingCard card={card} />}
    </span>
  );
}

/** The usual amounts, and a pad where others are possible. */
function AmountKeys({
  option,
  take,
  type,
}: {
  readonly option: Option;
  readonly take: (amount: number) => unknown;
  readonly type: () => void;
}) {
  const { code, amount: bounds, unit } = option;
  if (bounds === undefined) return null;
  const { amounts, pad } = amountChoices(bounds, amountsAtMost);
  const few = amounts.length > 1 && bounds.max <= 5 * bounds.min;
  return (
    <>
      {amounts.map(({ amount, times }) => (
        <Key key={amount} class="option" onPress={() => take(amount)}>
          <Lines text={optionName(language.value, code)} />
          <b>{inUnit(amount, unit)}</b>
          {few && <small>{t("decide.times", { count: times })}</small>}
        </Key>
      ))}
      {pad && (
        <Key class={amounts.length > 0 ? "option quiet" : "option"} onPress={type}>
          <Lines text={amounts.length > 0 ? t("key.other") : optionName(language.value, code)} />
          <small>
            {amounts.length > 0 ? oneLine(code) : t("pad.limits", { min: inUnit(bounds.min, unit), max: inUnit(bounds.max, unit) })}
          </small>
        </Key>
      )}
    </>
  );
}

function BackKey({ onPress }: { readonly onPress: () => unknown }) {
  return <Key class="option quiet" label={t("key.back")} onPress={onPress} />;
}
