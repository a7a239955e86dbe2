// What a sign's address says: /sign?lang=it,ro&name=wall-a7&dim=02:00-10:00, and for a sign that knows only the broker
// &broker=ws://10.20.1.5:9001&table=riverside/a7

import type { Language } from "#i18n/format";
import { askedLanguages } from "../shared/language.ts";

export interface Address {
  /** In turn; none: the house's own. */
  readonly languages: readonly Language[];
  /** By which the house knows this sign; null: nobody waits for it. */
  readonly name: string | null;
  readonly dim: DimHours | null;
  readonly broker: { readonly url: string; readonly site: string; readonly table: string } | null;
}

/** Minutes since midnight; the hours may go over midnight. */
export interface DimHours {
  readonly from: number;
  readonly to: number;
}

export function readAddress(search: string): Address {
  const asked = new URLSearchParams(search);
  const [, site, table] = /^([\w-]+)\/([\w-]+)$/.exec(asked.get("table") ?? "") ?? [];
  const url = asked.get("broker") ?? "";
  const isBroker = /^wss?:\/\//.test(url) && site !== undefined && table !== undefined;
  const name = asked.get("name") ?? "";
  return {
    languages: askedLanguages(search),
    name: /^[A-Za-z0-9][\w-]{0,31}$/.test(name) ? name : null,
    dim: readHours(asked.get("dim") ?? ""),
    broker: isBroker ? { url, site, table } : null,
  };
}

function readHours(text: string): DimHours | null {
  const [, ...parts] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text) ?? [];
  const [h1, m1, h2, m2] = parts.map(Number);
  if (h1 === undefined || m1 === undefined || h2 === undefined || m2 === undefined) return null;
  return { from: h1 * 60 + m1, to: h2 * 60 + m2 };
}
