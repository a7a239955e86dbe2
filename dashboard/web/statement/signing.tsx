// What waits for signatures: awards that are frozen, and adjustments. Two people in two roles sign, each with their own PIN.

import { useState } from "preact/hooks";
import type { SiteMeter } from "#contract/site";
import { amount, find } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { PinField } from "../shared/pin-field.tsx";
import { meter, notice, send, signing, type Wanted } from "./state.ts";

type Entry = SiteMeter["entries"][number];

export function Waiting() {
  const waits = meter.value?.entries.filter(({ status }) => status === "pending") ?? [];
  const { value: open } = signing;
  return (
    <>
      {waits.length > 0 && (
        <section class="level waits">
          <h2>{t("meter.waits")}</h2>
          <ul>
            {waits.map((entry) => (
              <li key={entry.id}>
                <Words entry={entry} />
                <button type="button" onClick={() => ask({ kind: "confirm", entry: entry.id })}>
                  {t("meter.confirm")}
                </button>
                <button type="button" onClick={() => ask({ kind: "refuse", entry: entry.id })}>
                  {t("meter.refuse")}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open !== null && <Form key={JSON.stringify(open)} what={open} />}
    </>
  );
}

export function ask(what: Wanted | null): void {
  notice.value = null;
  signing.value = what;
}

function Words({ entry }: { readonly entry: Entry }) {
  const won = meter.value?.message.awards.find(({ id }) => id === entry.id);
  const signed = entry.signed.map(({ name, role, verdict }) =>
    t(verdict === "confirm" ? "meter.confirmedBy" : "meter.refusedBy", { name: `${name} (${t(`role.${role}` as "role.floor")})` }),
  );
  const text = [
    ...(won === undefined ? [] : [t("meter.of", { ...won, hand: find(language.value, `hand.${won.hand}`) ?? won.hand })]),
    ...(entry.of === undefined ? [] : [t("meter.corrected", { table: entry.of.table, round: entry.of.round })]),
    ...(entry.reason === undefined ? [] : [entry.reason]),
    ...signed,
    t("meter.signs", { role: nextRoles(entry) }),
  ];
  return (
    <p>
      <b>
        {t(entry.kind === "award" ? "meter.award" : "meter.adjustment", { amount: inMoney(entry.amount, entry.kind === "adjustment") })}
      </b>
      {text.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  );
}

function inMoney(minor: number, signed: boolean): string {
  const text = amount(language.value, Math.abs(minor), meter.value?.message.currency ?? { code: "", minorDigits: 0 });
  return signed ? `${minor < 0 ? "−" : "+"}${text}` : text;
}

/** Who may sign next: either of the two roles, or the one that has not. */
function nextRoles({ kind, signed }: Entry): string {
  const roles = (kind === "award" ? meter.value?.awardRoles : meter.value?.adjustRoles) ?? [];
  const open = roles.filter((role) => !signed.some((one) => one.role === role)).map((role) => t(`role.${role}` as "role.floor"));
  const [one = "", other] = open;
  return other === undefined ? one : t("meter.or", { one, other });
}

function titleOf(what: Wanted): string {
  if (what.kind === "adjust") return t("meter.adjust", { level: what.level });
  return `${t(what.kind === "confirm" ? "meter.confirm" : "meter.refuse")}: ${what.entry}`;
}

function Form({ what }: { readonly what: Wanted }) {
  const [pin, setPin] = useState("");
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const minor = minorOf(typed, meter.value?.message.currency.minorDigits ?? 0);
  const asksReason = what.kind !== "confirm";
  const isReady = pin.length >= 4 && !(asksReason && reason.trim() === "") && !(what.kind === "adjust" && minor === null);
  const submit = (event: Event): void => {
    event.preventDefault();
    const command = what.kind === "confirm" ? what : what.kind === "refuse" ? { ...what, reason } : { ...what, reason, amount: minor ?? 0 };
    void send(command, pin);
    setPin("");
  };
  return (
    <form class="level signing" onSubmit={submit}>
      <h2>{titleOf(what)}</h2>
      {what.kind === "adjust" && (
        <label>
          {t("meter.amount")}
          <input
            name="amount"
            inputMode="decimal"
            maxLength={14}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
      )}
      {asksReason && (
        <label>
          {t("meter.reason")}
          <input name="reason" maxLength={200} value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
      )}
      <PinField label={t("meter.pin")} pin={pin} setPin={setPin} />
      <button type="submit" disabled={!isReady}>
        {t("meter.sign")}
      </button>
      <button type="button" onClick={() => ask(null)}>
        {t("meter.cancel")}
      </button>
      {notice.value !== null && <p role="alert">{notice.value}</p>}
    </form>
  );
}

/** "-12,50" as −1250; null when it is no amount. */
export function minorOf(text: string, digits: number): number | null {
  const found = /^([+−-]?)(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim());
  const [, sign = "", whole = "", part = ""] = found ?? [];
  if (found === null || part.length > digits) return null;
  const minor = Number(`${whole}${part.padEnd(digits, "0")}`);
  return minor === 0 ? null : sign === "-" || sign === "−" ? -minor : minor;
}
