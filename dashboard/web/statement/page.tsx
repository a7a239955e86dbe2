// The statement of a progressive: everything that went in and out of each level, to the millionth, and whether it balances.

import "#i18n/floor";
import "../shared/plex.css";
import "./statement.css";
import { render } from "preact";
import type { Statement } from "#contract/site";
import { clock, count, exactParts } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { StatusMark } from "../shared/status-mark.tsx";
import { ask, Waiting } from "./signing.tsx";
import { addressOf, follow, gone, type Period, period, pool, pools, statement } from "./state.ts";

/** @public */
export function show(root: HTMLElement): void {
  document.title = "Pitwire";
  follow(location.search);
  render(<Page />, root);
}

const periods: readonly Period[] = ["today", "yesterday", "all"];

function Page() {
  const [all, of, shown] = [pools.value, pool.value, statement.value];
  if (all === null) return <main class="statement">{gone.value && <p class="gone">{t("statement.gone")}</p>}</main>;
  if (of === null) return <main class="statement calm">{t("statement.none")}</main>;
  const isThis = shown?.pool === of;
  return (
    <main class={`statement ${gone.value ? "old" : ""}`} data-shown={isThis ? `${shown.pool} ${shown.madeAt}` : ""}>
      <header>
        <h1>{t("statement.title")}</h1>
        {all.length > 1 && <Choice all={all} chosen={of} word={(name) => name} onChoose={(name) => (pool.value = name)} />}
        <Choice all={periods} chosen={period.value} word={(one) => t(`statement.${one}`)} onChoose={(one) => (period.value = one)} />
        <span class="files">
          <a href={addressOf(of, period.value, "csv")}>CSV</a>
          <a href={addressOf(of, period.value, "pdf")}>PDF</a>
        </span>
      </header>
      {gone.value && (
        <p class="gone" role="alert">
          {t("statement.gone")}
        </p>
      )}
      <Waiting />
      {isThis && shown.lines.map((line) => <Level key={line.level} of={shown} line={line} />)}
      {isThis && (
        <footer>
          {shown.site} · {shown.pool} · {shown.currency.code} ·{" "}
          {t("statement.madeAt", { time: clock(language.value, shown.madeAt, "seconds") })}
          <span class="journal">{shown.journal}</span>
        </footer>
      )}
    </main>
  );
}

interface ChoiceProps<Name extends string> {
  readonly all: readonly Name[];
  readonly chosen: Name;
  readonly word: (name: Name) => string;
  readonly onChoose: (name: Name) => void;
}

function Choice<Name extends string>({ all, chosen, word, onChoose }: ChoiceProps<Name>) {
  return (
    <span class="choice">
      {all.map((name) => (
        <button type="button" key={name} aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {word(name)}
        </button>
      ))}
    </span>
  );
}

type Line = Statement["lines"][number];
/** What adds up to the value at the end, with its sign. */
const sum = [
  ["opening", ""],
  ["contributions", "+"],
  ["reseeds", "+"],
  ["awards", "−"],
  ["adjustments", "±"],
  ["closing", "="],
] as const satisfies readonly (readonly [keyof Line, string])[];

function Level({ of, line }: { readonly of: Statement; readonly line: Line }) {
  const balances = line.opening + line.contributions + line.reseeds - line.awards + line.adjustments === line.closing;
  return (
    <section class="level">
      <h2>
        <span>
          {t("statement.level")} {line.level}
        </span>
        <button type="button" onClick={() => ask({ kind: "adjust", level: line.level })}>
          {t("meter.adjust", { level: line.level })}
        </button>
        <StatusMark status={balances ? "ready" : "stop"} word={t(balances ? "statement.balances" : "statement.differs")} />
      </h2>
      <table>
        <tbody>
          {sum.map(([column, sign]) => (
            <tr key={column} class={column}>
              <td class="sign">{sign}</td>
              <th scope="row">{t(`statement.${column}`)}</th>
              <td class="figure">
                <Exact micros={line[column]} currency={of.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        {(["stakes", "hits"] as const).map((column) => (
          <div key={column}>
            <dt>{t(`statement.${column}`)}</dt>
            <dd>{count(language.value, line[column])}</dd>
          </div>
        ))}
        {(["fromReserve", "toReserve", "reserve"] as const).map((column) => (
          <div key={column}>
            <dt>{t(`statement.${column}`)}</dt>
            <dd>
              <Exact micros={line[column]} currency={of.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The money that can be paid, and beside it, small, the millionths that only the meter keeps. */
function Exact({ micros, currency }: { readonly micros: number; readonly currency: Statement["currency"] }) {
  const { money, millionths, unit } = exactParts(language.value, micros, currency);
  return (
    <>
      {money}
      <small>{millionths}</small>
      {unit}
    </>
  );
}
