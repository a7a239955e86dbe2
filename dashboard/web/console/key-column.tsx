// Keys with fixed places. Four at most; a key that would do nothing is not drawn.

import type { ComponentChildren } from "preact";
import { type Confirm, choosePrimary, confirmOf, confirms, ofKind, type Primary, type Reveal } from "#core/next-action";
import type { Entry } from "#core/opening";
import type { View } from "#core/view";
import { blockedLabel, clock } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { seatOf } from "../shared/seat-of.ts";
import { FacesKey } from "./by-hand.tsx";
import { Icon } from "./icons.tsx";
import { Key, Lines } from "./key.tsx";
import { needsDealer } from "./people.ts";
import { sendPin } from "./people-panel.tsx";
import { OtherRoundKey, ShowRoundKey } from "./rounds-panel.tsx";
import { isLaidOut } from "./rows.ts";
import { settleLines, totalsOf } from "./settle-lines.ts";
import { sendSign, signBlocked } from "./sign-panel.tsx";
import { act, cardsForRows, openSign, panel, rowsDraft, type Signed, signPin, turnUp, walking } from "./state.ts";
import type { Standstill } from "./stop.ts";

export function KeyColumn({ view, still }: { readonly view: View; readonly still: Standstill | null }) {
  const open = panel.value;
  if (open?.kind === "sign") return <SignKeys opening={open.opening} />;
  if (open !== null || needsDealer(view)) return <PanelKeys view={view} />;
  if (still?.kind === "stop" && !(walking.value && still.owing)) return <StopKeys view={view} still={still} />;
  if (still?.kind === "check") return <CheckKeys view={view} />;
  const faces = ofKind(view, "faces")[0];
  return (
    <Column
      first={<CallKey view={view} />}
      second={<MenuKey view={view} />}
      third={still?.kind === "stop" ? <BackKey /> : <UndoKey view={view} />}
      primary={faces === undefined ? <PrimaryKey view={view} primary={choosePrimary(view)} /> : <FacesKey due={faces} />}
    />
  );
}

/** Calls the floor, or calls it again: the same key, the same place, in every phase. */
function CallKey({ view }: { readonly view: View }) {
  if (confirmOf(view, "callFloor") === null) return null;
  const label = t(view.call === null ? "key.callFloor" : "key.callAgain");
  const { call } = view;
  return (
    <Key onPress={() => act({ kind: "confirm", code: "callFloor" })}>
      <Icon name="bell" />
      <Lines text={call === null ? label : label.replace("\n", " ")} />
      {call !== null && <small>{call.coming ?? clock(language.value, call.since, "minutes")}</small>}
    </Key>
  );
}

/** In a round: what happened; between rounds: what else the table can do. */
function MenuKey({ view }: { readonly view: View }) {
  const open = (): void => {
    panel.value = { kind: view.round === null ? "menu" : "fix" };
  };
  return <PlainKey icon={view.round === null ? "menu" : "fix"} label={t(view.round === null ? "key.table" : "key.fix")} onPress={open} />;
}

/** Beside an open panel: back, and where a PIN is typed, the key that sends it. */
function PanelKeys({ view }: { readonly view: View }) {
  const rounds = panel.value?.kind === "rounds";
  const people = panel.value?.kind === "people" || needsDealer(view);
  return (
    <Column
      first={<CallKey view={view} />}
      second={rounds && <OtherRoundKey />}
      third={panel.value !== null && <BackKey />}
      primary={
        rounds ? (
          <ShowRoundKey />
        ) : (
          people && (
            <Key class="go" blocked={signPin.value.length < 4 ? t("blocked.pin") : null} onPress={sendPin}>
              <Big text={t("key.signOn")} />
            </Key>
          )
        )
      }
    />
  );
}

/** Takes the last entry back; there is no such key while there is none. */
function UndoKey({ view }: { readonly view: View }) {
  const undo = ofKind(view, "undo")[0];
  if (undo === undefined) return null;
  return (
    <Key hold onPress={() => act({ kind: "undo", from: undo.from })}>
      <Icon name="back" />
      <Lines text={t("key.undo")} />
      <small>{entryText(undo.entry)}</small>
    </Key>
  );
}

function entryText(entry: Entry): string {
  switch (entry.kind) {
    case "wager":
      return t("undo.wager", { seat: seatOf(entry.spot) ?? "" });
    case "decision":
      return t("undo.decision", { seat: seatOf(entry.by) ?? "" });
    case "close":
      return t("undo.close");
    default:
      return t(`undo.${entry.kind}`, { seat: entry.seat });
  }
}

type Slot = ComponentChildren;

function Column({
  first,
  second,
  third,
  primary,
}: {
  readonly first?: Slot;
  readonly second?: Slot;
  readonly third?: Slot;
  readonly primary: Slot;
}) {
  return (
    <nav class="keys">
      <div>{first}</div>
      <div>{second}</div>
      <div>{third}</div>
      <div>{primary}</div>
    </nav>
  );
}

interface PlainKeyProps {
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly label: string;
  readonly look?: string;
  readonly onPress: () => unknown;
}

function PlainKey({ icon, label, look = "", onPress }: PlainKeyProps) {
  return (
    <Key class={look} onPress={onPress}>
      <Icon name={icon} />
      <Lines text={label} />
    </Key>
  );
}

function BackKey() {
  const back = (): void => {
    panel.value = null;
    walking.value = false;
  };
  return <PlainKey icon="back" label={t("key.back")} onPress={back} />;
}

function SignKeys({ opening }: { readonly opening: Signed }) {
  return (
    <Column
      third={<BackKey />}
      primary={
        <Key class="go" hold blocked={signBlocked(opening)} onPress={() => sendSign(opening)}>
          <Big text={t("key.confirm")} />
          <small>{t("key.hold")}</small>
        </Key>
      }
    />
  );
}

function CheckKeys({ view }: { readonly view: View }) {
  const different = confirmOf(view, "different");
  return (
    <Column
      first={<RescanKey view={view} />}
      second={<EnterKey view={view} />}
      third={different && <PlainKey icon="swap" label={t("key.different")} onPress={() => openSign(different)} />}
      primary={<PrimaryKey view={view} primary={choosePrimary(view)} />}
    />
  );
}

/** A card that left the shoe unread lies where it is due, and an antenna sees it there. */
function RescanKey({ view }: { readonly view: View }) {
  const rescan = confirmOf(view, "rescan");
  if (rescan === null) return null;
  const direct = rescan.role === "dealer";
  const press = () => (direct ? act({ kind: "confirm", code: "rescan" }) : openSign(rescan));
  return <PlainKey icon="count" label={t("key.rescan")} onPress={press} />;
}

/** No reader can read it: the floor has it entered. */
function EnterKey({ view }: { readonly view: View }) {
  const enter = confirmOf(view, "enter");
  return enter === null ? null : <PlainKey icon="badge" label={t("key.enter")} onPress={() => openSign(enter)} />;
}

const floorCodes: readonly Confirm["code"][] = ["goOn", "settle", "void", "unlatch"];

function StopKeys({ view, still }: { readonly view: View; readonly still: Standstill }) {
  const answers = confirms(view).filter((opening) => floorCodes.includes(opening.code));
  return (
    <nav class="keys stopped">
      <div class="note">
        <Icon name="lock" />
        <span>{t(view.stop?.kind === "halt" ? "stop.floorDecides" : "stop.onlyFloor")}</span>
      </div>
      <CallKey view={view} />
      {still.owing && (
        <PlainKey
          icon="return"
          look="outlined"
          label={t("key.giveBack")}
          onPress={() => {
            walking.value = true;
          }}
        />
      )}
      <RescanKey view={view} />
      <EnterKey view={view} />
      {answers.map((opening) => (
        <PlainKey key={opening.code} icon="badge" look="outlined" label={t(`key.${opening.code}`)} onPress={() => openSign(opening)} />
      ))}
    </nav>
  );
}

function PrimaryKey({ view, primary }: { readonly view: View; readonly primary: Primary | null }) {
  if (primary === null) return null;
  switch (primary.kind) {
    case "close":
      return <GoKey label={t("key.close")} blocked={primary.blocked} onPress={() => act({ kind: "close" })} />;
    case "shuffle":
      return <GoKey label={t("key.shuffle")} blocked={null} onPress={() => act({ kind: "shuffle" })} />;
    case "reveal":
      return <RevealKey view={view} opening={primary.opening} blocked={primary.blocked} />;
    case "confirm":
      return <ConfirmKey view={view} opening={primary.opening} />;
  }
}

function RevealKey({ view, opening, blocked }: { readonly view: View; readonly opening: Reveal; readonly blocked: string | null }) {
  const { place, rows } = opening;
  const seat = seatOf(place);
  const draft = rowsDraft.value?.place === place ? rowsDraft.value.laid : null;
  const laid = draft !== null && rows !== undefined && isLaidOut(draft, cardsForRows(view, place, rows));
  // What is laid out on the screen stands in for what antennas have not seen.
  const code = draft === null ? blocked : laid ? (blocked === "rows" ? null : blocked) : (blocked ?? "rows");
  const why = code === null ? null : blockedLabel(language.value, code);
  return (
    <Key class="go" blocked={why} onPress={() => turnUp(view, opening)}>
      <Big text={t("key.reveal")} />
      {seat !== null && <small>{t("key.seat", { seat })}</small>}
    </Key>
  );
}

/** The word of the big key, as large as its longest line allows. */
function Big({ text }: { readonly text: string }) {
  const longest = Math.max(...text.split("\n").map((line) => line.length));
  return (
    <b class="big" style={{ "--letters": String(longest) }}>
      <Lines text={text} />
    </b>
  );
}

function GoKey({ label, blocked, onPress }: { readonly label: string; readonly blocked: string | null; readonly onPress: () => unknown }) {
  return (
    <Key class="go" blocked={blocked === null ? null : blockedLabel(language.value, blocked)} onPress={onPress}>
      <Big text={label} />
    </Key>
  );
}

function ConfirmKey({ view, opening }: { readonly view: View; readonly opening: Confirm }) {
  if (opening.code === "paid" && opening.seat !== undefined) return <PaidKey view={view} seat={opening.seat} />;
  const { code, reason, blocked = null } = opening;
  const direct = opening.role === "dealer" && reason !== true;
  return <GoKey label={t(`key.${code}`)} blocked={blocked} onPress={() => (direct ? act({ kind: "confirm", code }) : openSign(opening))} />;
}

/** The total of the lines, and who comes next: nobody reads a sum that the key does not say. */
function PaidKey({ view, seat }: { readonly view: View; readonly seat: number }) {
  const { settlement } = view;
  const { pay, take, back } = totalsOf(settlement === null ? [] : settleLines(settlement, seat));
  const next = settlement?.order[settlement.served + 1];
  const [word, total] =
    pay > 0 ? (["key.paid", pay] as const) : take > 0 ? (["key.took", take] as const) : (["key.gaveBack", back] as const);
  return (
    <Key class="go" onPress={() => act({ kind: "confirm", code: "paid", seat })}>
      <Big text={t(total === 0 ? "key.done" : word)} />
      {total > 0 && <b class="total">{inChips(total)}</b>}
      {pay > 0 && take > 0 && <small>{t("key.tookToo", { amount: inChips(take) })}</small>}
      {next !== undefined && <small class="then">{t("key.thenSeat", { seat: next })}</small>}
    </Key>
  );
}
