// The keys and lights of a running table, where it has any.

import { currencyDigits } from "#core/money";
import type { Operator } from "#core/operator";
import type { Setup } from "#core/table";
import type { View } from "#core/view";
import { chips, isLanguage } from "#i18n/format";
import type { TableConfig } from "./config.ts";
import type { RunningDevice } from "./device-loop.ts";
import { driverOf } from "./drivers.ts";
import type { Journal } from "./journal.ts";
import { createPanelDesk } from "./panel-desk.ts";
import type { TableLoop } from "./table-loop.ts";

interface PanelNeeds {
  readonly config: TableConfig;
  readonly setup: Setup<unknown>;
  readonly loop: TableLoop;
  readonly journal: Journal;
  readonly clock: () => number;
  readonly running: readonly RunningDevice[];
  readonly dealer: () => Operator;
  readonly view: () => View;
}

/** Null at a table that has none. */
export function servePanels({ config, setup, loop, journal, clock, running, dealer, view: dealersView }: PanelNeeds) {
  const shows = config.devices.some(({ driver }) => {
    const known = driverOf(driver);
    return known !== undefined && ("adapter" in known || known.driver.drive !== undefined);
  });
  if (!shows && !setup.devices.some(({ roles }) => roles.includes("buttons"))) return null;
  const currency = { code: config.currency, minorDigits: currencyDigits(config.currency) };
  const desk = createPanelDesk({
    setup,
    view: dealersView,
    language: ({ dealer: one }) => (isLanguage(one?.language) ? one.language : config.language),
    money: (language) => (minor) => chips(language, minor, currency),
    command: loop.command,
    dealer,
    clock,
    isOpen: () => journal.status().state === "ok" || journal.status().state === "stalled",
    devices: running,
  });
  loop.listen(desk);
  desk.committed([], loop.table);
  return desk;
}
