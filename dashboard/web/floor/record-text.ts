// A table's facts in words, one line each: which device or person said it, what happened, and of an irregularity what was expected and
// what was decided. A card that lies face down is a number.

import type { RoundRecord } from "#contract/site";
import type { Fact } from "#core/fact";
import type { Irregularity } from "#core/irregularity";
import {
  alarmTitle,
  amount,
  type Currency,
  cardText,
  clock,
  deviceName,
  duration,
  find,
  irregularityText,
  type Language,
  linkText,
  optionName,
  placeName,
  reason,
  say,
  wagerName,
} from "#i18n/format";
import { groupBy } from "../shared/group.ts";

export interface Line {
  readonly n: number;
  readonly at: number;
  readonly kind: string;
  /** The device that told it; null: the table itself, or a person. */
  readonly device: string | null;
  readonly text: string;
  readonly expected: string | null;
  readonly decided: string | null;
  /** `alarm`: something was wrong. `act`: a person did it. */
  readonly weight: "plain" | "act" | "alarm";
}

export interface Speech {
  readonly language: Language;
  readonly currency: Currency;
  readonly timeZone: string;
}

type Told<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>;
type Teller = { readonly [Kind in Exclude<Fact["kind"], DeckKind>]: (fact: Told<Kind>, speech: Speech) => string };

/** What people do with decks, and with a card that no reader reads. */
type DeckKind = "deckAct" | "deckProposed" | "deckWithdrawn" | "deckExported" | "rescanned" | "entered";
interface Person {
  readonly name: string;
}
interface DeckFact {
  readonly deck: string;
  readonly act: string;
  readonly by: string | Person | readonly Person[];
  readonly signed: readonly Person[];
  readonly cards: number;
  readonly to: string;
}

const held = (card: number): string => `#${card}`;
const seatOf = (seat: number): string => `${seat}/hand`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const people = (by: readonly { readonly name: string }[]): string => by.map(({ name }) => name).join(", ");

function corrected(fact: { readonly cards: Told<"corrected">["cards"] }, { language }: Speech): string {
  return fact.cards.map(({ place, was, is }) => `${placeName(language, place)} ${cardText(was)} → ${cardText(is)}`).join(", ");
}

/** Cards that lie open, by the place where they lie. */
function opened({ cards }: Told<"shown">, { language }: Speech): string {
  return [...groupBy(cards, ({ place }) => place ?? "")]
    .map(([place, own]) =>
      say(language, "record.shown", {
        place: place === "" ? "–" : placeName(language, place),
        cards: own.map(({ card }) => cardText(card)).join(" "),
      }),
    )
    .join(" · ");
}

function decision({ by, how, code, amount: stake }: Told<"decision">, { language, currency }: Speech): string {
  const place = placeName(language, by);
  if (how === "timeout") return say(language, "record.timeout", { place });
  if (code === undefined) return say(language, "record.hiddenDecision", { place });
  const option = stake === undefined ? optionName(language, code) : `${optionName(language, code)} ${amount(language, stake, currency)}`;
  return say(language, "record.decision", { place, option: option.replace("\n", " ") });
}

const links = { up: "record.linkUp", stale: "record.linkStale", down: "record.linkDown" } as const;
const starts = { first: "record.startedFirst", clean: "record.startedClean", crash: "record.startedCrash" } as const;

const tell: Teller = {
  tableOpened: ({ by }, { language }) => say(language, "record.tableOpened", { by }),
  tableClosed: ({ by }, { language }) => say(language, "record.tableClosed", { by }),
  dealer: ({ name }, { language }) => (name === null ? say(language, "record.noDealer") : say(language, "record.dealer", { name })),
  attempt: ({ by }, { language }) => (by === null ? say(language, "record.attemptUnknown") : say(language, "record.attempt", { by })),
  locked: ({ until }, { language, timeZone }) => say(language, "record.locked", { time: clock(language, until, "seconds", timeZone) }),
  called: ({ by }, { language }) => say(language, "record.called", { by }),
  coming: ({ by }, { language }) => say(language, "record.coming", { by }),
  callEnded: ({ by }, { language }) => say(language, "record.callEnded", { by }),
  takenBack: ({ from, to, by }, { language }) => say(language, "record.takenBack", { from, to, by }),
  seat: ({ seat, sitting }, { language }) =>
    say(language, sitting ? "record.sitsIn" : "record.sitsOut", { place: placeName(language, seatOf(seat)) }),
  deck: ({ deck, by }, { language }) => say(language, "record.deck", { deck: deviceName(deck), by }),
  roundOpened: ({ round, seats }, { language }) => say(language, "record.roundOpened", { round, count: seats.length }),
  wager: ({ spot, stake }, { language, currency }) =>
    say(language, "record.wager", {
      place: placeName(language, spot),
      wager: wagerName(language, spot),
      amount: amount(language, stake, currency),
    }),
  betsClosed: ({ toCount }, { language }) =>
    toCount === undefined ? say(language, "record.betsClosed") : say(language, "record.toCount", { count: toCount }),
  stakesCounted: ({ count, good }, { language }) => say(language, good ? "record.stakesCountedGood" : "record.stakesCountedBad", { count }),
  awarded: ({ of, seat, amount: prize }, { language, currency }) => {
    const params = { round: of, place: placeName(language, seatOf(seat)) };
    return prize === null
      ? say(language, "record.notAwarded", params)
      : say(language, "record.awarded", { ...params, amount: amount(language, prize, currency) });
  },
  awardPaid: ({ of, by, transfer }, { language, currency }) =>
    say(language, "record.awardPaid", { round: of, by, amount: amount(language, transfer.amount, currency) }),
  card: ({ held: card, to }, { language }) => say(language, "record.card", { card: held(card), place: placeName(language, to) }),
  seen: ({ held: card, place, present }, { language }) =>
    say(language, present ? "record.seen" : "record.unseen", { card: held(card), place: placeName(language, place) }),
  decision,
  revealed: ({ place }, { language }) => say(language, "record.revealed", { place: placeName(language, place) }),
  shuffled: ({ piles }, { language }) =>
    say(language, "record.shuffled", { places: piles.map((pile) => placeName(language, pile)).join(", ") }),
  answered: (_, { language }) => say(language, "record.answered"),
  shown: opened,
  settled: ({ settlement }, { language }) =>
    settlement.outcome === "void"
      ? say(language, "record.void", { why: reason(language, settlement.why) })
      : say(language, "record.settled"),
  paid: ({ seat, by }, { language }) => say(language, "record.paid", { place: placeName(language, seatOf(seat)), by }),
  correctionProposed: (fact, speech) =>
    say(speech.language, "record.correctionProposed", { by: fact.by.name, cards: corrected(fact, speech) }),
  correctionWithdrawn: ({ by }, { language }) => say(language, "record.correctionWithdrawn", { by }),
  corrected: (fact, speech) => say(speech.language, "record.corrected", { by: people(fact.approved), cards: corrected(fact, speech) }),
  roundEnded: ({ round }, { language }) => say(language, "record.roundEnded", { round }),
  manual: ({ on, by }, { language }) => say(language, on ? "record.manualOn" : "record.manualOff", { by }),
  irregularity: ({ irregularity }, { language }) => {
    const { title, what } = irregularityText(language, irregularity);
    return say(language, "record.irregularity", { title, what });
  },
  resumed: ({ answer, by, reason: why }, { language }) => {
    const said = say(language, "record.resumed", { by, answer: (find(language, `key.${answer}`) ?? answer).replace("\n", " ") });
    return why === undefined ? said : `${said} (${find(language, `why.${why}`) ?? why})`;
  },
  latched: ({ code }, { language }) => say(language, "record.latched", { title: alarmTitle(language, code) }),
  unlatched: ({ by, reason: why }, { language }) => say(language, "record.unlatched", { by, reason: find(language, `why.${why}`) ?? why }),
  link: ({ status, why }, { language }) => find(language, links[status], { why: linkText(language, why ?? null).title }) ?? status,
  light: ({ lamp, state }, { language }) =>
    say(language, "record.light", { lamp: say(language, `lampName.${lamp}`), state: say(language, `lampState.${state}`) }),
  button: ({ key, down }, { language }) => say(language, down ? "record.buttonDown" : "record.buttonUp", { key }),
  device: ({ code, cleared }, { language }) => say(language, cleared ? "record.deviceCleared" : "record.device", { code }),
  scan: ({ on, distinct }, { language }) => (on ? say(language, "record.scanOn") : say(language, "record.scanOff", { count: distinct })),
  scanned: (_, { language }) => say(language, "record.scanned"),
  counted: ({ deck, cards, good }, { language }) =>
    say(language, good ? "record.countedGood" : "record.countedBad", { deck: deviceName(deck), count: cards }),
  quarantined: ({ deck, rounds }, { language }) => say(language, "record.quarantined", { deck: deviceName(deck), count: rounds.length }),
  affected: ({ rounds }, { language }) => say(language, "record.affected", { count: rounds.length }),
  started: ({ cause, away }, { language }) => find(language, starts[cause], { time: duration(away) }) ?? cause,
  stopped: (_, { language }) => say(language, "record.stopped"),
  clock: ({ jump }, { language }) => say(language, "record.clock", { seconds: (jump / 1000).toFixed(1) }),
  unsealed: ({ of, by }, { language }) => say(language, "record.unsealed", { round: of, by: people(by) }),
};

const isOne = (by: Person | readonly Person[]): by is Person => "name" in by;

const signatures = ({ signed, by }: DeckFact): string => {
  const all = signed ?? by;
  if (typeof all === "string") return all;
  return isOne(all) ? all.name : people(all);
};

const tellDecks: Readonly<Record<DeckKind, (fact: DeckFact, speech: Speech) => string>> = {
  deckAct: (fact, { language }) =>
    find(language, `record.deckAct.${fact.act}`, { deck: deviceName(fact.deck), by: signatures(fact) }) ?? fact.act,
  deckProposed: (fact, { language }) => say(language, "record.deckProposed", { deck: deviceName(fact.deck), by: signatures(fact) }),
  deckWithdrawn: (fact, { language }) => say(language, "record.deckWithdrawn", { deck: deviceName(fact.deck), by: signatures(fact) }),
  deckExported: (fact, { language }) => say(language, "record.deckExported", { deck: deviceName(fact.deck), by: signatures(fact) }),
  rescanned: (fact, { language }) => say(language, "record.rescanned", { count: fact.cards, by: signatures(fact) }),
  entered: (fact, { language }) => say(language, "record.entered", { place: placeName(language, fact.to), by: signatures(fact) }),
};

/** What a person did, as far as it is not play. */
const acts: readonly string[] = [
  "resumed",
  "unlatched",
  "corrected",
  "correctionProposed",
  "coming",
  "called",
  "manual",
  "unsealed",
  "dealer",
];
const alarming: readonly string[] = ["irregularity", "latched", "quarantined", "affected", "locked"];

/** One fact as the site keeps it. A kind of a newer release is named by its code. */
export function lineOf({ n, at, fact }: RoundRecord["facts"][number], speech: Speech): Line {
  const { kind } = fact;
  const teller = ({ ...tell, ...tellDecks } as Readonly<Record<string, ((fact: never, speech: Speech) => string) | undefined>>)[kind];
  const { irregularity, consequence } = fact as unknown as Partial<Told<"irregularity">>;
  const wrong = kind === "irregularity" && irregularity !== undefined;
  return {
    n,
    at,
    kind,
    device: deviceOf(fact as Partial<Told<"card"> & Told<"link">>),
    text: capital(teller === undefined ? kind : teller({ ...fact, n, at } as never, speech)),
    expected: wrong ? find(speech.language, `expected.${irregularity.code}`) : null,
    decided: wrong && consequence !== undefined ? decidedText(speech.language, consequence, irregularity) : null,
    weight: alarming.includes(kind) || badCount(fact) ? "alarm" : acts.includes(kind) ? "act" : "plain",
  };
}

function badCount(fact: RoundRecord["facts"][number]["fact"]): boolean {
  return fact.kind === "counted" && fact.good === false;
}

function deviceOf({ source, device }: { readonly source?: { readonly device: string }; readonly device?: string }): string | null {
  const id = source?.device ?? device;
  return id === undefined ? null : deviceName(id);
}

/** What the rules or the pack made of an irregularity. */
export function decidedText(language: Language, consequence: Told<"irregularity">["consequence"], { place }: Irregularity): string {
  const on = "place" in consequence ? consequence.place : place;
  return find(language, `consequence.${consequence.kind}`, { place: on === undefined ? "" : placeName(language, on) }) ?? consequence.kind;
}
