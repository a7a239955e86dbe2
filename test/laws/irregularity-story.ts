// One irregularity, from the devices to the end of its round: told, worded, in the alarm feed, worked off by people who tell the truth; and if
// the round is settled in spite of it, then by the cards that lie on the felt.

import { deck52 } from "#core/card";
import { placeOf, seatOf } from "#core/felt";
import type { IrregularityCode } from "#core/irregularity";
import type { GameEntry } from "#games/index";
import { irregularityText, languages } from "#i18n/format";
import { type ByteBed, byteBed, cardOf, uidOf } from "./byte-bed.ts";
import { producers } from "./irregularity-producers.ts";

/** What is wrong with how a table takes an irregularity; nothing: it takes it as it should. */
export function occur(entry: GameEntry, code: IrregularityCode, until: (bed: ByteBed) => boolean): readonly string[] {
  const { options = {}, produce } = producers[code];
  const bed = byteBed({ entry, ...options });
  bed.until(until);
  if (!until(bed)) return ["the table never came to where it can happen"];
  const before = bed.facts.length;
  produce(bed);
  const told = bed.facts.slice(before).find((fact) => fact.kind === "irregularity" && fact.irregularity.code === code);
  if (told?.kind !== "irregularity") return [`not found; told was ${bed.codes().join(" ") || "nothing"}`];
  return [...wording(told.irregularity), ...standing(bed, told), ...workedOff(bed)];
}

type Told = Extract<ByteBed["facts"][number], { kind: "irregularity" }>;

function wording(irregularity: Told["irregularity"]): readonly string[] {
  return languages.flatMap((language) => {
    const { title, what, who, steps } = irregularityText(language, irregularity);
    return [title, what, who, ...steps].every((one) => one.length > 0 && !/[{}]/.test(one)) ? [] : [`has no text in ${language}`];
  });
}

function standing(bed: ByteBed, told: Told): readonly string[] {
  const { alarms, stop } = bed.view();
  const weights = alarms.map(({ weight }) => weight);
  const { kind } = told.consequence;
  // A void round in which nobody is owed anything is over at once.
  const stops = kind === "floor" || kind === "check" || (kind === "void" && bed.table.played !== null);
  return [
    ...(weights.some((weight, i) => weight > (weights[i - 1] ?? 100)) ? ["the alarms are not in their order"] : []),
    ...(stops && stop === null ? ["the table goes on"] : []),
    ...(stops && alarms.length === 0 ? ["no alarm stands"] : []),
    // What leaves the table never names a card that was not turned up.
    ...(JSON.stringify(told).includes("E00401") ? ["tells a tag"] : []),
  ];
}

/** The people answer truly until the round is over. */
function workedOff(bed: ByteBed): readonly string[] {
  const { round } = bed.view();
  if (round === null) return [];
  const wrong: string[] = [];
  let seen = bed.facts.length;
  bed.plug("shuffler");
  for (let moves = 0; moves < 400 && bed.view().round === round; moves++) {
    answerTruly(bed);
    for (const fact of bed.facts.slice(seen))
      if (fact.kind === "settled" && fact.settlement.outcome === "settled") wrong.push(...bed.differences());
    seen = bed.facts.length;
  }
  return bed.view().round === round ? [...wrong, `round ${round} does not end: ${JSON.stringify(bed.view().stop)}`] : wrong;
}

/** The next thing that people do who look at the felt before they answer. */
export function answerTruly(bed: ByteBed): void {
  const { expected } = bed.view();
  const asked = (code: string): boolean => expected.some((one) => one.kind === "confirm" && one.code === code);
  if (asked("same")) putBack(bed);
  // A reader gets its time to say what it missed.
  if (asked("same")) bed.wait(2500);
  if (asked("same") && bed.differences().length > 0) bed.confirm("different");
  else if (asked("void")) bed.confirm("void");
  else if (bed.table.played === null && bed.view().care?.due && bed.table.count.doubt === "stranger") setRight(bed);
  else if (!bed.move()) bed.wait(500);
}

/** The dealer takes out what is of another deck, puts back what is missing, and passes the pack over the reader. */
function setRight(bed: ByteBed): void {
  const whole = deck52.map((card) => uidOf(card));
  bed.stub = [...bed.stub.filter((uid) => whole.includes(uid)), ...whole.filter((uid) => !onTable(bed, uid))];
  bed.pass();
}

const onTable = (bed: ByteBed, uid: string): boolean => bed.stub.includes(uid) || bed.laid.some((one) => one.uid === uid);

/** A card of a hand that an antenna sees at another place is put back where it was dealt. */
function putBack(bed: ByteBed): void {
  for (const { held, place } of bed.table.astray) {
    const lies = placeOf(bed.table.felt, held);
    const [card] = bed.vault.cards([held]);
    const uid = bed.laid.find((one) => cardOf(one.uid) === card)?.uid;
    if (lies === null || uid === undefined || seatOf(lies) === null || seatOf(place) === null) continue;
    bed.act("seats", { kind: "tag", antenna: seatOf(place) as number, uid, present: false });
    bed.act("seats", { kind: "tag", antenna: seatOf(lies) as number, uid, present: true });
  }
}
