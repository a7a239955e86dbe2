// A decision: its options as keys. Options come from the rules and the open cards alone.

import { useState } from "preact/hooks";
import type { Minor } from "#core/money";
import type { Opening, Option } from "#core/opening";
import type { View } from "#core/view";
import { optionName, placeName, wagerName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { AmountPad } from "./amount-pad.tsx";
import { amountChoices } from "./choices.ts";
import { Key, Lines } from "./key.tsx";
import { decisions, ofKind } from "./primary.ts";
import { act, seatChosen } from "./state.ts";

type Decision = Extract<Opening, { kind: "decision" }>;
/** An option that wants more than one tap: whom it names, and whether its amount is being typed. */
interface Begun {
  readonly by: string;
  readonly code: string;
  readonly target?: string;
  readonly typing: boolean;
}

export function DecideDetail({ view }: { readonly view: View }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const chosen = ofKind(view, "decision").find(({ by }) => Number.parseInt(by, 10) === seatChosen.value);
  const decision = chosen ?? decisions(view)[0];
  if (decision === undefined) return <p class="calm">{t("decide.none")}</p>;
  const { by, options } = decision;
  const current = begun?.by === by ? begun : null;
  const option = options.find(({ code }) => code === current?.code);
  const decide = (code: string, amount?: Minor, target?: string): unknown => {
    setBegun(null);
    seatChosen.value = null;
    return act({ kind: "decision", by, code, ...(amount !== undefined && { amount }), ...(target !== undefined && { target }) });
  };
  if (current?.typing && option?.amount !== undefined) {
    return (
      <AmountPad
        label={optionName(language.value, option.code).replace("\n", " ")}
        bounds={option.amount}
        onAmount={(amount) => decide(option.code, amount, current.target)}
        onBack={() => setBegun(null)}
      />
    );
  }
  return (
    <div class="decide">
      <Asked view={view} decision={decision} />
      <div class="options">
        {current !== null && option !== undefined ? (
          <>
            <AmountKeys option={option} by={by} target={current.target} decide={decide} begin={setBegun} />
            <Key class="option quiet" label={t("key.back")} onPress={() => setBegun(null)} />
          </>
        ) : (
          options.map((one) => <OptionKeys key={one.code} option={one} by={by} decide={decide} begin={setBegun} />)
        )}
      </div>
    </div>
  );
}

/** Whose turn it is, and what lies on that seat's spots. */
function Asked({ view, decision: { by } }: { readonly view: View; readonly decision: Decision }) {
  const owner = by.split("/")[0] ?? by;
  const seat = view.seats.find((one) => String(one.seat) === owner);
  return (
    <div class="asked">
      <b class="number">{seat?.seat ?? (/^[\d-]+$/.test(owner) ? owner : placeName(language.value, by))}</b>
      <dl>
        {seat?.wagers.map(({ spot, stake }) => (
          <div key={spot}>
            <dt>{wagerName(language.value, spot)}</dt>
            <dd>{inChips(stake)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface OptionKeysProps {
  readonly option: Option;
  readonly by: string;
  readonly target?: string | undefined;
  readonly decide: (code: string, amount?: Minor, target?: string) => unknown;
  readonly begin: (begun: Begun) => void;
}

function OptionKeys({ option, by, decide, begin }: OptionKeysProps) {
  const { code, amount, targets, cards } = option;
  const name = optionName(language.value, code);
  // Cards to choose are handles, which a view does not carry: such an option cannot be taken at this console.
  if (cards !== undefined) return <Key class="option" blocked={t("blocked.other")} onPress={() => undefined} />;
  if (targets !== undefined) {
    const aim = (target: string): unknown =>
      amount === undefined || amount.min === amount.max ? decide(code, amount?.min, target) : begin({ by, code, target, typing: false });
    return (
      <>
        {targets.map((target) => (
          <Key key={target} class="option" onPress={() => aim(target)}>
            <Lines text={name} />
            <small>{placeName(language.value, target)}</small>
          </Key>
        ))}
      </>
    );
  }
  if (amount === undefined) return <Key class="option" label={name} onPress={() => decide(code)} />;
  return <AmountKeys option={option} by={by} decide={decide} begin={begin} />;
}

const amountsAtMost = 3;

/** The usual amounts, and a pad where others are possible. */
function AmountKeys({ option, by, target, decide, begin }: OptionKeysProps) {
  const { code, amount: bounds } = option;
  if (bounds === undefined) return null;
  const { amounts, pad } = amountChoices(bounds, amountsAtMost);
  const few = bounds.min < bounds.max && bounds.max <= 5 * bounds.min;
  const type = (): void => begin({ by, code, ...(target !== undefined && { target }), typing: true });
  return (
    <>
      {amounts.map(({ amount, times }) => (
        <Key key={amount} class="option" onPress={() => decide(code, amount, target)}>
          <Lines text={optionName(language.value, code)} />
          <b>{inChips(amount)}</b>
          {few && <small>{t("decide.times", { count: times })}</small>}
        </Key>
      ))}
      {pad && <Key class="option quiet" label={t("key.other")} onPress={type} />}
    </>
  );
}
