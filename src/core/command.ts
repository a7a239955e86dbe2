// What a person asks for. A command answers an opening; what is not open is refused with a reason, and nothing changes.

import { never } from "./assert.ts";
import { rearmAstray, takeDrawnCards } from "./cards.ts";
import { takeCount } from "./census.ts";
import { approve, correct, withdraw } from "./correct.ts";
import { deckSize } from "./count-due.ts";
import { actOnDeck, countersign, recounted, takeDeck, useDeck, withdrawSigning } from "./deck-life.ts";
import { unplayable } from "./deck-state.ts";
import { expected } from "./derive.ts";
import type { Command, Event } from "./event.ts";
import { isHand, type Place, pile } from "./felt.ts";
import { raise } from "./irregular.ts";
import { type FloorAnswer, ofTheDeal } from "./irregularity.ts";
import { countStakes, payAward } from "./jackpot.ts";
import { dealByHand, switchManual, typeFaces } from "./manual.ts";
import { type Minor, within } from "./money.ts";
import type { ConfirmCode, Happening, Opening, Option } from "./opening.ts";
import { mayActAs, type Operator } from "./operator.ts";
import { done, no } from "./reply.ts";
import { accept, closeBets, keepClocks, moveClocks, openRound, reveal, serve, shuffle, tellDecision, voidRound } from "./round.ts";
import { lyingAt } from "./rows.ts";
import { needsDealer, signOff, signOn } from "./sign-on.ts";
import type { Reply, Table } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";
import { takeBack } from "./undo.ts";
import { enterByHand, rescan } from "./work-off.ts";

type Of<Kind extends Opening["kind"]> = Extract<Opening, { kind: Kind }>;
type CommandOf<Kind extends Command["kind"]> = Extract<Command, { kind: Kind }>;

const repliesKept = 64;

/** Carries a command out, or refuses it. The same id sent again gets the same answer and does nothing. */
export function carryOut(turn: Turn, event: Extract<Event, { kind: "command" }>): void {
  const earlier = turn.table.replies.find(([id]) => id === event.id);
  if (earlier !== undefined) {
    turn.reply = earlier[1];
    return;
  }
  turn.reply = answer(turn, event.command, event.by);
  const replies = [...turn.table.replies, [event.id, turn.reply] as const].slice(-repliesKept);
  amend(turn, { replies });
}

function answer(turn: Turn, command: Command, by: Operator): Reply {
  const anyone = command.kind === "confirm" || command.kind === "correct" || command.kind === "deckAct";
  if (!anyone && !mayActAs(by.role, "dealer")) return no("role", { role: "dealer" });
  const openings = expected(turn.table, turn.setup, turn.game);
  if (needsDealer(turn.table, turn.setup) && command.kind !== "signOn" && !anyone) return no("signOnFirst");
  switch (command.kind) {
    case "wager":
      return wager(turn, openings, command);
    case "close":
      return close(turn, openings);
    case "decision":
      return decide(turn, openings, command);
    case "reveal":
      return turnUp(turn, openings, command);
    case "shuffle":
      return shufflePiles(turn, openings);
    case "card":
      return dealByHand(turn, command);
    case "faces":
      return typeFaces(turn, command);
    case "seat":
      return seat(turn, openings, command);
    case "deck":
      return ofKind(openings, "deck").length === 0 ? no("betweenRounds") : takeDeck(turn, command, by);
    case "deckAct":
      return actOnDeck(turn, ofKind(openings, "deckAct"), command, by);
    case "report":
      return report(turn, openings, command);
    case "signOn":
      return signOn(turn, by);
    case "signOff":
      return openings.some(({ kind }) => kind === "signOff") ? signOff(turn) : no("betweenRounds");
    case "undo":
      return takeBack(turn, openings, command.from, by);
    case "correct":
      return correct(turn, ofKind(openings, "correct"), command, by);
    case "count":
      return ofKind(openings, "count").some(({ place }) => place === "jackpot")
        ? countStakes(turn, command.cards)
        : countStub(turn, openings, command);
    case "confirm":
      return confirm(turn, openings, command, by);
    default:
      return never(command);
  }
}

function ofKind<Kind extends Opening["kind"]>(openings: readonly Opening[], kind: Kind): readonly Of<Kind>[] {
  return openings.filter((opening): opening is Of<Kind> => opening.kind === kind);
}

function wager(turn: Turn, openings: readonly Opening[], command: CommandOf<"wager">): Reply {
  const opening = ofKind(openings, "wager").find((one) => one.spot === command.spot);
  if (opening === undefined) return no("betsClosed", { spot: command.spot });
  const withdrawn = command.stake === 0 && opening.placed > 0;
  if (!withdrawn && opening.blocked !== undefined) return no(opening.blocked);
  if (!withdrawn && !within(opening.stake, command.stake)) return no("stake", { ...opening.stake });
  tell(turn, { kind: "wager", spot: command.spot, stake: command.stake });
  accept(turn, { kind: "wager", spot: command.spot, stake: command.stake });
  return done;
}

function close(turn: Turn, openings: readonly Opening[]): Reply {
  const opening = ofKind(openings, "close")[0];
  if (opening === undefined) return no("notNow");
  if (opening.blocked !== null) return no(opening.blocked);
  closeBets(turn);
  return done;
}

function decide(turn: Turn, openings: readonly Opening[], command: CommandOf<"decision">): Reply {
  const opening = ofKind(openings, "decision").find((one) => one.by === command.by);
  if (opening === undefined) return no("notTheirTurn", { by: command.by });
  const option = opening.options.find((one) => one.code === command.code);
  if (option === undefined) return no("option", { code: command.code });
  const wrong = unfit(turn, option, command);
  if (wrong !== null) return wrong;
  const { by, code, amount, target, cards } = command;
  const made: Extract<Happening, { kind: "decision" }> = {
    kind: "decision",
    by,
    code,
    how: "said",
    ...(amount !== undefined && { amount }),
    ...(target !== undefined && { target }),
    ...(cards !== undefined && { cards }),
  };
  tellDecision(turn, made, opening.hidden === true);
  accept(turn, made);
  return done;
}

function unfit(turn: Turn, option: Option, command: CommandOf<"decision">): Reply | null {
  const { amount, target, cards } = command;
  if (option.amount === undefined ? amount !== undefined : amount === undefined || !within(option.amount, amount)) {
    const bounds: { min: Minor; max: Minor; step: Minor } = option.amount ?? { min: 0, max: 0, step: 1 };
    return no("amount", { ...bounds, ...(option.unit && { unit: option.unit }) });
  }
  if (option.targets === undefined ? target !== undefined : target === undefined || !option.targets.includes(target)) return no("target");
  if (option.cards === undefined) return cards === undefined ? null : no("cards");
  const { from, min, max } = option.cards;
  const lying = pile(turn.table.felt, from);
  const chosen = cards ?? [];
  const fits =
    chosen.length >= min && chosen.length <= max && new Set(chosen).size === chosen.length && chosen.every((held) => lying.includes(held));
  return fits ? null : no("cards", { min, max });
}

function turnUp(turn: Turn, openings: readonly Opening[], command: CommandOf<"reveal">): Reply {
  const opening = ofKind(openings, "reveal").find((one) => one.place === command.place);
  if (opening === undefined) return no("notRevealed", { place: command.place });
  if (opening.blocked !== undefined) return no(opening.blocked);
  const { place } = command;
  const rows = opening.rows && (command.rows ?? rowsBySight(turn.table, opening, opening.rows));
  if (rows === "missing") return no("rowsMissing", { place, count: opening.seen?.missing ?? 0 });
  if (opening.rows === undefined ? command.rows !== undefined : !rowsFit(turn, opening, rows ?? {})) return no("rows");
  const { cards } = opening;
  reveal(turn, { kind: "reveal", place, ...(cards && { cards }), ...(rows && { rows }) });
  return done;
}

type Rows = NonNullable<CommandOf<"reveal">["rows"]>;

/** Rows that nobody names: a single row takes the whole hand, several are as the antennas see them, once they see every card. */
function rowsBySight(table: Table, { place, seen }: Of<"reveal">, rows: readonly (readonly [Place, number])[]): Rows | "missing" {
  const [only, ...more] = rows.map(([row]) => row);
  if (only !== undefined && more.length === 0) return { [only]: lyingAt(table, [place, only]) };
  return seen === undefined ? {} : seen.missing > 0 ? "missing" : seen.rows;
}

function rowsFit(turn: Turn, opening: Of<"reveal">, given: Rows): boolean {
  const places = (opening.rows ?? []).map(([row]) => row);
  const lying = lyingAt(turn.table, [opening.place, ...places]);
  const all = places.flatMap((row) => given[row] ?? []);
  return (
    Object.keys(given).length === places.length &&
    places.every((row) => given[row] !== undefined) &&
    all.length === lying.length &&
    new Set(all).size === all.length &&
    all.every((held) => lying.includes(held))
  );
}

function shufflePiles(turn: Turn, openings: readonly Opening[]): Reply {
  const opening = ofKind(openings, "shuffle")[0];
  if (opening === undefined) return no("notNow");
  shuffle(turn, opening);
  return done;
}

function seat(turn: Turn, openings: readonly Opening[], command: CommandOf<"seat">): Reply {
  const { seat: number, sitting } = command;
  const opening = ofKind(openings, "seat").find((one) => one.seat === number);
  if (opening === undefined) return no(turn.setup.places.includes(number) ? "betweenRounds" : "noSuchSeat", { seat: number });
  if (opening.sitting !== sitting) return no(sitting ? "seatTaken" : "seatEmpty", { seat: number });
  const { seated } = turn.table;
  if (sitting && seated.length >= turn.game.players.max) return no("tableFull", { max: turn.game.players.max });
  tell(turn, { kind: "seat", seat: number, sitting });
  const now = sitting ? [...seated, number].sort((a, b) => a - b) : seated.filter((one) => one !== number);
  // The bets of a void round can be placed again only by the same players.
  amend(turn, { seated: now, again: sitting ? turn.table.again : null });
  return done;
}

function report(turn: Turn, openings: readonly Opening[], command: CommandOf<"report">): Reply {
  if (!ofKind(openings, "report").some((opening) => opening.codes.includes(command.code))) return no("notNow");
  const { code, place, count } = command;
  if (ofTheDeal.includes(code)) {
    raise(turn, { code, count });
    return done;
  }
  if (place === undefined) return no("notThere", { place: "" });
  const lying = pile(turn.table.felt, place).length;
  if (code === "wrongCount") {
    if (lying === 0 || !isHand(place)) return no("notThere", { place });
    if (lying === count) return no("countAgrees", { place });
  } else if (code !== "skippedSeat" && (lying < count || count < 1)) {
    // A seat that was skipped may hold no card at all.
    return no("notThere", { place });
  }
  if (code === "exposed") accept(turn, { kind: "exposed", place, count });
  raise(turn, { code, place, count });
  return done;
}

function confirm(turn: Turn, openings: readonly Opening[], command: CommandOf<"confirm">, by: Operator): Reply {
  const opening = ofKind(openings, "confirm").find((one) => one.code === command.code);
  if (opening === undefined) return no(needsDealer(turn.table, turn.setup) ? "signOnFirst" : "notNow");
  if (!mayActAs(by.role, opening.role)) return no("role", { role: opening.role });
  const reason = command.reason?.trim() ?? "";
  if (opening.reason === true && reason === "") return no("reasonNeeded");
  if (opening.seat !== undefined && command.seat !== opening.seat) return no("otherSeatFirst", { seat: opening.seat });
  if (opening.blocked !== undefined) return no(opening.blocked);
  if (command.code === "approve") return approve(turn, by);
  if (command.code === "sign") return countersign(turn, by);
  carryOutConfirmed(turn, command.code, { by, reason, ...(opening.seat !== undefined && { seat: opening.seat }) });
  return done;
}

function carryOutConfirmed(
  turn: Turn,
  code: Exclude<ConfirmCode, "approve" | "sign">,
  how: { by: Operator; reason: string; seat?: number },
): void {
  const { by, reason } = how;
  switch (code) {
    case "openTable":
      return openTable(turn, by);
    case "closeTable":
      amend(turn, { open: false, again: null });
      return tell(turn, { kind: "tableClosed", by: by.name });
    case "openRound":
      return openCounted(turn, false);
    case "redeal":
      return openCounted(turn, true);
    case "paid":
      return how.seat === undefined ? undefined : serve(turn, how.seat, by.name);
    case "misdeal":
      return raise(turn, { code: "called", reason });
    case "unlatch":
      amend(turn, { latch: null });
      return tell(turn, { kind: "unlatched", by: by.name, reason });
    case "manual":
    case "readers":
      return switchManual(turn, code === "manual", by, reason);
    case "callFloor":
      return callFloor(turn, by);
    case "coming":
      if (turn.table.call !== null) amend(turn, { call: { ...turn.table.call, coming: by.name } });
      return tell(turn, { kind: "coming", by: by.name });
    case "endCall":
      amend(turn, { call: null });
      return tell(turn, { kind: "callEnded", by: by.name });
    case "scan":
      amend(turn, { scan: { seen: [], strays: 0, twice: 0, why: [] } });
      return tell(turn, { kind: "scan", on: true, distinct: 0, strays: 0 });
    case "scanned":
      return endScan(turn);
    case "different":
      return escalate(turn, by, reason);
    case "withdraw":
      return withdraw(turn, by);
    case "awardPaid":
      return payAward(turn, by);
    case "unsign":
      return withdrawSigning(turn, by);
    case "rescan":
      return rescan(turn, by);
    case "enter":
      return enterByHand(turn, by, reason);
    case "goOn":
    case "settle":
    case "dead":
    case "void":
    case "same":
      return resume(turn, code, by, reason);
    default:
      never(code);
  }
}

/** Calls the floor, or calls it again. */
function callFloor(turn: Turn, by: Operator): void {
  const { call, at } = turn.table;
  const times = (call?.times ?? 0) + 1;
  amend(turn, { call: { by: by.name, since: call?.since ?? at, times, coming: call?.coming ?? null } });
  tell(turn, { kind: "called", by: by.name, times });
}

function openTable(turn: Turn, by: Operator): void {
  amend(turn, { open: true });
  tell(turn, { kind: "tableOpened", by: by.name });
  const [only, ...others] = turn.setup.decks;
  if (turn.table.deck === null && only !== undefined && others.length === 0 && unplayable(turn.table, turn.setup, only) === null)
    useDeck(turn, only, by);
}

function endScan(turn: Turn): void {
  const { scan } = turn.table;
  if (scan === null) return;
  amend(turn, { scan: null });
  const { seen, strays, twice, why } = scan;
  tell(turn, { kind: "scan", on: false, distinct: seen.length, strays, ...(scan.of !== undefined && { deck: scan.of }) });
  if (scan.of !== undefined) return recounted(turn, scan.of, { by: "reader", cards: seen.length, twice, strays: why });
  if (turn.table.deck !== null && turn.setup.watch !== undefined)
    takeCount(turn, { by: "reader", cards: seen.length, twice, strays: why }, deckSize);
}

/** Where antennas see the whole pack it is counted before the round opens; elsewhere the round opens at once. */
function openCounted(turn: Turn, again: boolean): void {
  if (turn.setup.watch?.countedBy !== "antennas") return openRound(turn, again ? turn.table.again : null);
  amend(turn, { opening: { again } });
}

/** A blind count: neither the number that should come out, nor by how much it differs, is told to whoever counts. */
function countStub(turn: Turn, openings: readonly Opening[], { cards }: CommandOf<"count">): Reply {
  const { scan } = turn.table;
  if (scan?.of !== undefined && ofKind(openings, "count").length > 0) {
    amend(turn, { scan: null });
    recounted(turn, scan.of, { by: "hand", cards, twice: 0, strays: [] });
    return done;
  }
  const { left } = turn.table.count;
  if (ofKind(openings, "count").length === 0 || left === null) return no("notNow");
  const outcome = takeCount(turn, { by: "hand", cards, twice: 0, strays: [] }, left);
  return outcome === "again" ? no("countAgain") : done;
}

/** Ends a halt, with who said so and why on record. */
function resume(turn: Turn, answer: FloorAnswer | "same", by: Operator, reason: string): void {
  const { halt } = turn.table;
  if (halt === null) return;
  moveClocks(turn, turn.table.at - halt.since);
  amend(turn, { halt: null });
  tell(turn, { kind: "resumed", answer, by: by.name, ...(reason !== "" && { reason }) });
  const { irregularity } = halt;
  if (answer === "void") return voidRound(turn, irregularity);
  if (answer === "dead" && irregularity.place !== undefined)
    accept(turn, { kind: "dead", place: irregularity.place, why: irregularity.code });
  takeDrawnCards(turn);
  rearmAstray(turn);
  keepClocks(turn);
}

/** The felt differs from the screen: the floor decides. */
function escalate(turn: Turn, by: Operator, reason: string): void {
  const { halt } = turn.table;
  if (halt === null) return;
  tell(turn, { kind: "resumed", answer: "different", by: by.name, reason });
  moveClocks(turn, turn.table.at - halt.since);
  amend(turn, { halt: { ...halt, since: turn.table.at, answers: ["goOn", "void"] } });
}
