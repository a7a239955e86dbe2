// A paytable, every figure from the active pack; a row that was just paid is lit.

import type { Cell, Paytable as Table } from "#core/game";
import type { Settlement } from "#core/settlement";
import { count, find, percent, reason } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inMoney, range } from "../shared/money.ts";
import { about } from "../shared/stream.ts";
import { litRows } from "./results.ts";

export function Paytable({ table, settlement }: { readonly table: Table; readonly settlement: Settlement | null }) {
  const lit = litRows(table, settlement);
  const limit = about.value?.notice.limits.find(({ spot }) => spot === table.id);
  return (
    <table class={`paytable of-${table.columns.length}`}>
      <caption>{find(language.value, `paytable.${table.id}`) ?? table.id}</caption>
      <thead>
        <tr>
          <th>{limit !== undefined && range(limit.min, limit.max)}</th>
          {table.columns.map((column) => (
            <th key={column}>{find(language.value, `column.${column}`) ?? column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ hand, cells }, row) => (
          <tr key={row} class={`${row === 0 ? "top" : ""} ${lit.has(row) ? "lit" : ""}`}>
            <td>{reason(language.value, hand, inMoney)}</td>
            {cells.map((cell, i) => (
              <td key={i}>
                <CellText cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellText({ cell }: { readonly cell: Cell }) {
  if ("odds" in cell) return <Odds odds={cell.odds} />;
  if ("amount" in cell) return <>{inMoney(cell.amount)}</>;
  if ("percent" in cell) return <>{percent(language.value, cell.percent)}</>;
  return <span class="word">{find(language.value, `cell.${cell.code}`) ?? cell.code}</span>;
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
