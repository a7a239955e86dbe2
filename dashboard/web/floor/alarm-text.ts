// An alarm in words: what it is, what was seen, what should have been, what comes first and who.

import type { SiteAlarm } from "#contract/site";
import { alarmTitle, deviceName, find, irregularityText, isIrregularity, type Language, placeName } from "#i18n/format";

export interface AlarmText {
  readonly title: string;
  readonly seen: string;
  readonly expected: string;
  /** The first thing that is done at the table; null: nothing there. */
  readonly step: string | null;
  readonly who: string;
}

export function alarmText(language: Language, alarm: Pick<SiteAlarm, "code" | "device" | "place" | "count" | "deck">): AlarmText {
  const { code, device, place, count, deck } = alarm;
  const title = alarmTitle(language, code);
  if (isIrregularity(code)) {
    const { what, steps, who } = irregularityText(language, {
      code,
      ...(device !== null && { device }),
      ...(place !== null && { place }),
      ...(count !== null && { count }),
      ...(deck !== null && { deck }),
    });
    return { title, seen: what, expected: find(language, `expected.${code}`) ?? "", step: steps[0] ?? null, who };
  }
  const seen =
    (device === null ? null : find(language, `watch.device.${code}`, { device: deviceName(device) })) ??
    find(language, `watch.what.${code}`, { place: place === null ? "–" : placeName(language, place) });
  return {
    title,
    seen: seen ?? title,
    expected: find(language, `watch.expected.${code}`) ?? "",
    step: null,
    who: find(language, `watch.who.${code}`) ?? "",
  };
}
