// A narrow strip: one short page after the other, eight seconds each, no crawl. An LED strip gets the same pages.

import type { View } from "#core/view";
import { find, wagerName } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { inMoney, range } from "../shared/money.ts";
import { StatusShape } from "../shared/status-mark.tsx";
import { tableNow } from "../shared/table-clock.ts";
import { type awardShown, Money, metersShown } from "./meter.tsx";
import type { Scene } from "./scene.ts";
import { about } from "./state.ts";
import { tickerPages } from "./strip.ts";
import { stateText } from "./wall.tsx";

export const stripPageMs = 8_000;

interface TickerProps {
  readonly view: View;
  readonly scene: Scene;
  readonly stale: boolean;
  readonly award: ReturnType<typeof awardShown>;
}

export function Ticker({ view, scene, stale, award }: TickerProps) {
  const notice = about.value?.notice;
  const pages = notice === undefined ? [] : tickerPages(notice, language.value, inMoney);
  const page = pages[Math.floor(tableNow.value / stripPageMs) % Math.max(1, pages.length)] ?? "";
  const first = notice?.limits[0];
  const [meter = null] = metersShown();
  return (
    <>
      <p class="who">
        <b>{about.value?.table.toUpperCase()}</b>
        <span>{about.value?.title}</span>
      </p>
      <p class="page">{textOf({ view, scene, stale, award }) ?? page}</p>
      <p class="right">
        {stale ? (
          <>
            <StatusShape status="stale" /> <span>{t("sign.stale")}</span>
          </>
        ) : meter?.live ? (
          <Money minor={meter.message.levels[0]?.value ?? 0} />
        ) : (
          first !== undefined && (
            <span>
              {wagerName(language.value, first.spot)} <b>{range(first.min, first.max)}</b>
            </span>
          )
        )}
      </p>
    </>
  );
}

/** What is more than the house's rules: a hit, or that the table does not play. */
function textOf({ view, scene, stale, award }: TickerProps): string | null {
  if (stale) return t("sign.askDealer");
  if (award !== null) {
    const word = award.award.status === "pending" ? t("sign.pending") : t("sign.hit");
    const hand = find(language.value, `hand.${award.award.hand}`) ?? award.award.hand;
    return `${t("sign.jackpot")} ${inMoney(award.award.amount)} · ${hand} · ${award.award.table.toUpperCase()} · ${word}`;
  }
  return scene === "board" || scene === "felt" || scene === "reveal" ? null : stateText(view, scene);
}
