// A deck in quarantine: what was found, the rounds that it may have touched with what each seat is owed, and its count if it is counted again.

import { useState } from "preact/hooks";
import type { DecksMessage } from "#contract/decks";
import { clock, irregularityText } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inMoney } from "../shared/money.ts";
import { endCount } from "./state.ts";

type Failed = DecksMessage["quarantine"][number];

interface Props extends Pick<DecksMessage, "scan" | "expected"> {
  readonly failed: Failed;
}

export function Quarantine({ failed, scan, expected }: Props) {
  const { deck, code, count, since, rounds, recounted } = failed;
  const back = rounds.flatMap(({ seats }) => seats).reduce((sum, seat) => sum + seat.back, 0);
  return (
    <section class="quarantine">
      <h2>
        {deck}: {irregularityText(language.value, { code, count, deck }).title}, {t("key.cards", { count })},{" "}
        {clock(language.value, since, "minutes")}
      </h2>
      {scan?.of === deck ? (
        <Recount deck={deck} scan={scan} byHand={expected.some(({ kind }) => kind === "count")} />
      ) : (
        <p class={recounted === undefined ? "lost" : "calm"}>
          {recounted === undefined ? t("decks.notCounted") : t("decks.whole", { time: clock(language.value, recounted, "minutes") })}
        </p>
      )}
      <h3>{rounds.length === 0 ? t("decks.noRounds") : t("decks.affected", { count: rounds.length })}</h3>
      {rounds.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{t("decks.round")}</th>
              <th />
              <th />
              <th>{t("decks.seat")}</th>
              <th>{t("decks.staked")}</th>
              <th>{t("decks.net")}</th>
              <th>{t("decks.back")}</th>
            </tr>
          </thead>
          <tbody>
            {rounds.flatMap((round) =>
              round.seats.map((seat, i) => (
                <tr key={`${round.round} ${seat.seat}`} class={i === 0 ? "first" : ""}>
                  <td>{i === 0 && round.round}</td>
                  <td>{i === 0 && clock(language.value, round.openedAt, "minutes")}</td>
                  <td>{i === 0 && t(`decks.outcome.${round.outcome}`)}</td>
                  <td>{seat.seat}</td>
                  <td>{inMoney(seat.staked)}</td>
                  <td>{inMoney(seat.net)}</td>
                  <td class={seat.back > 0 ? "owed" : ""}>{inMoney(seat.back)}</td>
                </tr>
              )),
            )}
          </tbody>
          <tfoot>
            <tr>
              <th colSpan={6}>{t("decks.total")}</th>
              <td class="owed">{inMoney(back)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

function Recount({
  deck,
  scan,
  byHand,
}: {
  readonly deck: string;
  readonly scan: NonNullable<DecksMessage["scan"]>;
  readonly byHand: boolean;
}) {
  const [cards, setCards] = useState("");
  if (byHand)
    return (
      <p class="count">
        {t("decks.recountByHand", { deck })}
        <input
          name="cards"
          inputMode="numeric"
          maxLength={3}
          value={cards}
          onInput={({ currentTarget }) => setCards(currentTarget.value)}
        />
        <button type="button" disabled={!/^\d{1,3}$/.test(cards)} onClick={() => endCount(Number(cards))}>
          {t("decks.counted")}
        </button>
      </p>
    );
  return (
    <p class="count">
      {t("decks.recount", { deck })}
      <b>{t("decks.distinct", { count: String(scan.distinct) })}</b>
      {scan.strays > 0 && <span class="lost">{t("decks.strays", { count: String(scan.strays) })}</span>}
      <button type="button" onClick={() => endCount(null)}>
        {t("decks.counted")}
      </button>
    </p>
  );
}
