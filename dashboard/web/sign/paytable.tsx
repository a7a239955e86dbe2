// A paytable, every figure from the active pack; a row that was just paid is lit.

import type { Cell, Limit, Paytable as Table } from "#core/game";
import type { Settlement } from "#core/settlement";
import { count, find, percent, reason, wagerName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inMoney, range } from "../shared/money.ts";
import { litRows } from "./results.ts";
import { about } from "./state.ts";
import { sentence } from "./words.ts";

export function Paytable({ table, settlement }: { readonly table: Table; readonly settlement: Settlement | null }) {
  const lit = litRows(table, settlement);
  const limit = limitOf(table.id);
  // Odds say themselves that they are paid.
  const plain = table.columns.length === 1 && table.columns[0] === "pays";
  return (
    <table class={`paytable of-${table.columns.length}`}>
      <Widths columns={table.columns.length} />
      <thead>
        <tr>
          <th scope="col" colSpan={plain ? 2 : 1}>
            {find(language.value, `paytable.${table.id}`) ?? table.id}
            {limit !== "" && <small>{limit}</small>}
          </th>
          {(plain ? [] : table.columns).map((column) => (
            <th key={column} scope="col">
              {find(language.value, `column.${column}`) ?? column}
              {limitOf(column) !== "" && <small>{limitOf(column)}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ hand, cells }, row) => (
          <tr key={row} class={`${row === 0 && cells.length > 1 ? "top" : ""} ${lit.has(row) ? "lit" : ""}`}>
            <td>{sentence(reason(language.value, hand, inMoney))}</td>
            {cells.map((cell, i) => (
              <td key={i} class={table.columns[i] === "jackpot" && !("code" in cell) ? "prize" : ""}>
                <CellText cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Columns have their places, whatever stands in them. */
function Widths({ columns }: { readonly columns: number }) {
  return (
    <colgroup>
      <col class="hand-names" />
      {Array.from({ length: columns }, (_, i) => (
        <col key={i} />
      ))}
    </colgroup>
  );
}

/** The wager of a table or a column, where it has limits of its own. */
function limitOf(spot: string): string {
  const limit = about.value?.notice.limits.find((one) => one.spot === spot);
  return limit === undefined ? "" : range(limit.min, limit.max);
}

function CellText({ cell }: { readonly cell: Cell }) {
  if ("odds" in cell) return <Odds odds={cell.odds} />;
  if ("amount" in cell) return <>{inMoney(cell.amount)}</>;
  if ("percent" in cell) return <>{percent(language.value, cell.percent)}</>;
  return <span class={`word ${cell.code}`}>{find(language.value, `cell.${cell.code}`) ?? cell.code}</span>;
}

/** "6 to 1", the word smaller than the figures. */
export function Odds({ odds: [n, m] }: { readonly odds: readonly [number, number] }) {
  return (
    <span class="odds">
      {count(language.value, n)}
      <small>{t("sign.to")}</small>
      {count(language.value, m)}
    </span>
  );
}

/** What may be wagered, and in which steps. */
export function Stakes({ limits }: { readonly limits: readonly Limit[] }) {
  const steps = limits.some(({ step }) => step !== undefined);
  return (
    <table class={`paytable stakes of-${steps ? 2 : 1}`}>
      <Widths columns={steps ? 2 : 1} />
      <thead>
        <tr>
          <th scope="col">{t("sign.limits")}</th>
          <th scope="col" />
          {steps && <th scope="col">{t("sign.step")}</th>}
        </tr>
      </thead>
      <tbody>
        {limits.map(({ spot, min, max, step }) => (
          <tr key={spot}>
            <td>{sentence(wagerName(language.value, spot))}</td>
            <td>{range(min, max)}</td>
            {steps && <td class="step">{step === undefined ? "" : inMoney(step)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
