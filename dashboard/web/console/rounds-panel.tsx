// The last ten rounds, recalled at the table: the newest at once, the others a tap away, any by its number.

import type { RecalledRound, RoundLine } from "#contract/console";
import { clock, irregularityText, optionName, placeName, reason } from "#i18n/format";
import { HandRow } from "../shared/hand-row.tsx";
import { language, t } from "../shared/language.ts";
import { inChips } from "../shared/money.ts";
import { FigurePad } from "./amount-pad.tsx";
import { Icon } from "./icons.tsx";
import { Key, Lines } from "./key.tsx";
import { lines, openRounds, type RecalledRow, recall, recalled, rowsOf, typed, typeNumber } from "./rounds.ts";

export function RoundsKey() {
  return (
    <Key class="option" onPress={openRounds}>
      <Icon name="rounds" />
      <Lines text={t("key.rounds")} />
    </Key>
  );
}

export function RoundsPanel() {
  const round = recalled.value;
  return (
    <section class="sign-on rounds">
      <div class="looked-at">{round === null ? null : round === "none" ? <NoRound /> : <Round round={round} />}</div>
      {typed.value === null ? (
        <Newest shown={round === null || round === "none" ? null : round.round} />
      ) : (
        <TypedNumber text={typed.value} />
      )}
    </section>
  );
}

function NoRound() {
  return <h1>{t(lines.value?.length === 0 ? "recall.empty" : "recall.none")}</h1>;
}

function Newest({ shown }: { readonly shown: number | null }) {
  return (
    <div class="newest">
      {(lines.value ?? []).map((line) => (
        <Key
          key={line.round}
          class={line.round === shown ? "chosen" : ""}
          pressed={line.round === shown}
          onPress={() => recall(line.round)}
        >
          <b>{line.round}</b>
          <small>{outcomeText(line)}</small>
        </Key>
      ))}
    </div>
  );
}

function TypedNumber({ text }: { readonly text: string }) {
  return <FigurePad label={t("recall.number")} shown={text} typed={text} onTyped={typeNumber} />;
}

/** Beside the panel: another round by its number, and the key that shows it. */
export function OtherRoundKey() {
  return (
    <Key onPress={() => typeNumber("")}>
      <Icon name="find" />
      <Lines text={t("key.otherRound")} />
    </Key>
  );
}

export function ShowRoundKey() {
  const number = typed.value;
  if (number === null) return null;
  return (
    <Key class="go" blocked={number === "" ? t("recall.number") : null} onPress={() => recall(+number)}>
      <b class="big" style={{ "--letters": "6" }}>
        {t("key.show")}
      </b>
    </Key>
  );
}

function outcomeText({ outcome, openedAt }: RoundLine): string {
  return `${clock(language.value, openedAt, "minutes")} · ${t(`recall.${outcome ?? "open"}`)}`;
}

function Round({ round }: { readonly round: RecalledRound }) {
  const rows = rowsOf(round);
  const troubles = [...new Set(round.irregularities.map(({ irregularity }) => irregularityText(language.value, irregularity).title))];
  return (
    <>
      <h1 data-round={round.round}>
        {t("recall.title", { round: round.round })} <span>{outcomeText(round)}</span>
      </h1>
      <ul class="recalled" style={{ "--rows": String(Math.max(6, rows.length)) }}>
        {rows.map((row) => (
          <Row key={row.owner} row={row} round={round} />
        ))}
      </ul>
      {troubles.length > 0 && <p class="troubles">{troubles.slice(0, troublesShown).join(" · ")}</p>}
    </>
  );
}

const troublesShown = 3;

function Row({ row: { owner, hands, stake, decisions, net }, round }: { readonly row: RecalledRow; readonly round: RecalledRound }) {
  const count = hands.reduce((sum, { cards }) => sum + cards.length, 0);
  const named = (round.settlement?.hands ?? []).filter(({ place }) => place.split("/")[0] === owner);
  const said = [
    ...(stake > 0 ? [t("seat.bet", { amount: inChips(stake) })] : []),
    ...decisions.slice(-1).map((code) => optionName(language.value, code).replace("\n", " ")),
    ...named.slice(0, 1).map(({ name }) => reason(language.value, name, inChips).split(" · ")[0] ?? ""),
  ];
  return (
    <li>
      <b class="owner">{Number.isNaN(+owner) ? placeName(language.value, owner) : owner}</b>
      <div class="groups" style={{ "--n": String(Math.max(7, count)) }}>
        {hands.map(({ place, cards }) => (
          <HandRow key={place} cards={cards} />
        ))}
      </div>
      <span class="said">{said.join(" · ")}</span>
      <b class="net">{net === null ? "" : net > 0 ? `+${inChips(net)}` : inChips(net)}</b>
    </li>
  );
}
