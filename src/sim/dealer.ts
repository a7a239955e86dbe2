// An emulated dealer: looks at the same view as a person at the console and does one thing at a time. It knows no game.

import type { Command } from "#core/event";
import type { Held, Place } from "#core/felt";
import type { Bounds } from "#core/money";
import type { Opening, Option } from "#core/opening";
import type { View } from "#core/view";

/** What the dealer does next; null: nothing, or only a supervisor can help. */
export type Move =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "deal"; readonly to: Place }
  /** Picks up the whole deck and mixes it, between two rounds. */
  | { readonly kind: "shuffle" }
  /** Mixes some piles in the middle of a round, and tells the table. */
  | { readonly kind: "reshuffle"; readonly piles: readonly Place[] }
  | null;

export interface DealerHabits {
  /** How many players sit at the table. */
  readonly players: number;
  /** Whether the cards in the shoe have been shuffled since the last round. */
  readonly shuffled: boolean;
  /** How a player sets a hand out in rows; the player sees the cards, the table does not. */
  readonly layOut: (held: readonly Held[], rows: readonly (readonly [Place, number])[]) => Readonly<Record<Place, readonly Held[]>>;
}

/** What a dealer looks at. */
export type Seen = Pick<View, "expected" | "dealer" | "stop" | "phase" | "round" | "n" | "seats" | "places">;

/** The next move; the same view leads to the same move, so that a dealer who is interrupted goes on where he was. */
export function nextMove(view: Seen, habits: DealerHabits): Move {
  const { expected } = view;
  if (view.dealer === null && expected.some(({ kind }) => kind === "signOn")) return command({ kind: "signOn" });
  for (const opening of expected) {
    if (opening.kind === "confirm" && opening.code === "same") return command({ kind: "confirm", code: "same" });
    if (opening.kind === "confirm" && opening.code === "paid" && opening.seat !== undefined)
      return command({ kind: "confirm", code: "paid", seat: opening.seat });
    if (opening.kind === "confirm" && opening.code === "openTable") return command({ kind: "confirm", code: "openTable" });
  }
  if (view.stop !== null || view.phase === "scan") return null;
  if (view.phase === "idle") return betweenRounds(view, habits);
  return inRound(view, habits);
}

function command(asked: Command): Move {
  return { kind: "command", command: asked };
}

function betweenRounds(view: Seen, habits: DealerHabits): Move {
  const seat = view.expected.find((opening) => opening.kind === "seat" && opening.sitting);
  const seated = view.seats.filter((one) => one.sitting).length;
  if (seat?.kind === "seat" && seated < habits.players) return command({ kind: "seat", seat: seat.seat, sitting: true });
  const open = view.expected.find((opening) => opening.kind === "confirm" && (opening.code === "redeal" || opening.code === "openRound"));
  // The shuffler counts the deck as it mixes it.
  if (open?.kind === "confirm" && open.blocked === "count" && !habits.shuffled) return { kind: "shuffle" };
  if (open?.kind !== "confirm" || open.blocked !== undefined) return null;
  return habits.shuffled ? command({ kind: "confirm", code: open.code }) : { kind: "shuffle" };
}

function inRound(view: Seen, habits: DealerHabits): Move {
  const salt = view.round ?? 0;
  for (const opening of view.expected) {
    switch (opening.kind) {
      case "wager": {
        const stake = opening.blocked === undefined ? stakeFor(opening, salt) : 0;
        const follows = mayFollow(opening, view) && opening.blocked === undefined;
        if (opening.placed === 0 && stake > 0 && follows) return command({ kind: "wager", spot: opening.spot, stake });
        if (opening.placed > 0 && !follows) return command({ kind: "wager", spot: opening.spot, stake: 0 });
        break;
      }
      case "count":
        return command({ kind: "count", cards: jackpotsLying(view) });
      case "close":
        return opening.blocked === null ? command({ kind: "close" }) : null;
      case "card":
        return { kind: "deal", to: opening.to };
      case "decision":
        if (opening.early) break;
        return command(decide(opening, salt, view));
      case "reveal":
        if (opening.blocked !== undefined) break;
        return command(turnUp(opening, view, habits));
      case "shuffle":
        return { kind: "reshuffle", piles: opening.piles };
      default:
        break;
    }
  }
  return null;
}

/** What a dealer finds who collects the jackpot wagers. */
function jackpotsLying(view: Seen): number {
  return view.seats.flatMap(({ wagers }) => wagers).filter(({ spot }) => spot.endsWith("/jackpot")).length;
}

/** A bonus needs the wager that its seat must place. */
function mayFollow(opening: Extract<Opening, { kind: "wager" }>, view: Seen): boolean {
  if (opening.required) return true;
  const seat = Number.parseInt(opening.spot, 10);
  return view.expected.every((one) => one.kind !== "wager" || !one.required || Number.parseInt(one.spot, 10) !== seat || one.placed > 0);
}

/** A required wager nearly always, a bonus now and then. */
function stakeFor(opening: Extract<Opening, { kind: "wager" }>, salt: number): number {
  const luck = chance(`${salt} ${opening.spot}`);
  const plays = luck < (opening.required ? 0.92 : 0.35);
  return plays ? amountIn(opening.stake, chance(`${opening.spot} ${salt}`), 5) : 0;
}

function amountIn({ min, max, step }: Bounds, luck: number, steps: number): number {
  const most = Math.min(steps, Math.floor((max - min) / step));
  return min + Math.floor(luck * (most + 1)) * step;
}

function heldAt(view: Seen, place: Place): readonly Held[] {
  const places = [...view.places, ...view.seats.flatMap((seat) => seat.places)];
  return places.find((one) => one.place === place)?.held ?? [];
}

function turnUp(opening: Extract<Opening, { kind: "reveal" }>, view: Seen, habits: DealerHabits): Command {
  const { place, rows } = opening;
  return { kind: "reveal", place, ...(rows && { rows: habits.layOut(heldAt(view, place), rows) }) };
}

function decide(opening: Extract<Opening, { kind: "decision" }>, salt: number, view: Seen): Command {
  const luck = chance(`${salt} ${opening.by} ${view.n}`);
  const option = opening.options[opening.options.length - 1 - Math.floor(luck * luck * opening.options.length)] as Option;
  const { by } = opening;
  const amount = option.amount === undefined ? {} : { amount: usualAmount(option.amount, luck) };
  const target = option.targets?.[0] === undefined ? {} : { target: option.targets[0] };
  const cards =
    option.cards === undefined
      ? {}
      : { cards: heldAt(view, option.cards.from).slice(0, Math.max(option.cards.min, Math.min(1, option.cards.max))) };
  return { kind: "decision", by, code: option.code, ...amount, ...target, ...cards };
}

/** The least, mostly: players raise with what is asked, and a bank puts up a round sum. */
function usualAmount(bounds: Bounds, luck: number): number {
  const many = (bounds.max - bounds.min) / bounds.step > 1000;
  return many
    ? amountIn({ ...bounds, min: bounds.min * 20 <= bounds.max ? bounds.min * 20 : bounds.min }, luck, 40)
    : luck > 0.8
      ? bounds.max
      : bounds.min;
}

/** A number between 0 and 1 that depends on the words alone (FNV-1a). */
function chance(words: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return ((Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}
