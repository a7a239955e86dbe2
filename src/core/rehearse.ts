// Plays a round from a script through the same `step` that runs a table: hands are given, a policy answers what is open. This
// is how worked examples are checked and a described hand is settled; there is no second engine to disagree with.

import { type Card, cardIndex } from "./card.ts";
import { asks, expected, opens } from "./derive.ts";
import type { Command, Event } from "./event.ts";
import type { Fact } from "./fact.ts";
import { type Held, type Place, pile } from "./felt.ts";
import type { AnyGame } from "./game.ts";
import type { Opening } from "./opening.ts";
import type { Settlement } from "./settlement.ts";
import { step } from "./step.ts";
import { type DeviceSetup, emptyTable, type Reply, type Setup, type Table } from "./table.ts";

/** What the person at the table does about the openings; null when there is nothing more to do. */
export type Policy = (openings: readonly Opening[], table: Table) => Command | null;

export interface Script {
  readonly game: AnyGame;
  readonly rules: unknown;
  readonly seats: readonly number[];
  readonly carry: unknown;
  /** Cards by place, in the order they are dealt there. */
  readonly hands: Readonly<Record<Place, readonly Card[]>>;
  readonly policy: Policy;
  readonly dealtBy?: "shoe" | "antennas";
  /** Devices whose readings the script brings, a shuffler's lamps for instance; absent: none to wait for. */
  readonly devices?: readonly DeviceSetup[];
  /** The house's progressive that it feeds; the script brings its link and its awards. */
  readonly pool?: string;
}

export interface Rehearsal {
  readonly table: Table;
  readonly facts: readonly Fact[];
  /** The settlement reached, void or not; null when the script ended before. */
  readonly settlement: Settlement | null;
  /** Commands that were refused, with the reason. */
  readonly refused: readonly { readonly command: Command; readonly reply: Reply }[];
}

const stepsMax = 5000;
const shoe = "shoe";

/** The setup of a table where nothing has to be waited for. */
export function setupFor(script: Pick<Script, "rules" | "seats" | "dealtBy" | "devices" | "pool">): Setup<unknown> {
  return {
    table: "rehearsal",
    places: script.seats,
    dealtBy: script.dealtBy ?? "shoe",
    devices: script.devices ?? [],
    decks: ["rehearsal"],
    rules: script.rules,
    astrayAfterMs: 700,
    darkAfterMs: 1500,
    ...(script.pool !== undefined && { pool: script.pool }),
  };
}

/** A rehearsal that can be driven event by event. */
export interface Stage {
  readonly table: Table;
  readonly facts: readonly Fact[];
  readonly refused: Rehearsal["refused"];
  command(command: Command): Reply;
  /** A card passes the shoe, or with `at` an antenna. */
  card(card: Card, place?: Place): void;
  event(event: Event): void;
  openings(): readonly Opening[];
}

/** Sets the table up: seats taken, table open. The clock counts one millisecond an event. */
export function stage(script: Omit<Script, "hands" | "policy">): Stage {
  const { game } = script;
  const setup = setupFor(script);
  let table: Table = { ...emptyTable, carry: script.carry, seated: script.seats };
  const facts: Fact[] = [];
  const refused: { command: Command; reply: Reply }[] = [];
  const faces = new Map<Held, Card>();
  const now = (): number => table.at + 1;

  function take(event: Event): Reply | undefined {
    const stepped = step(game, setup, table, event);
    table = stepped.table;
    facts.push(...stepped.facts);
    follow();
    return stepped.reply;
  }

  function follow(): void {
    const wanted = opens(table);
    if (wanted.length > 0) {
      take({ kind: "opened", at: now(), faces: wanted.map((held) => [held, faces.get(held) as Card, ""] as const) });
      return;
    }
    const ask = asks(table, setup, game)[0];
    if (ask === undefined) return;
    const hands = ask.of.map((places) => places.flatMap((place) => pile(table.felt, place).map((held) => faces.get(held) as Card)));
    take({ kind: "answered", at: now(), ask: ask.id, value: game.answers[ask.question]?.(hands, ask.params) });
  }

  function command(asked: Command): Reply {
    const by = { name: "rehearsal", role: "manager" } as const;
    const reply = take({ kind: "command", at: now(), id: `r${table.at}`, by, command: asked }) ?? { ok: true };
    if (!reply.ok) refused.push({ command: asked, reply });
    return reply;
  }

  command({ kind: "confirm", code: "openTable" });
  return {
    get table() {
      return table;
    },
    facts,
    refused,
    command,
    card: (card, place) => {
      const held = cardIndex(card) + 1;
      faces.set(held, card);
      take({ kind: "held", at: now(), device: shoe, held, present: true, ...(place !== undefined && { place }) });
    },
    event: (event) => {
      take(event);
    },
    openings: () => expected(table, setup, game),
  };
}

/** Plays the script until it is settled, or until neither a card nor the policy leads on. */
export function rehearse(script: Script): Rehearsal {
  const on = stage(script);
  on.command({ kind: "confirm", code: "openRound" });
  const dealt: Record<Place, number> = {};
  for (let steps = 0; steps < stepsMax && on.table.played !== null && on.table.played.settlement === null; steps++) {
    const openings = on.openings();
    const card = openings.find((opening) => opening.kind === "card");
    const given = card === undefined ? undefined : script.hands[card.to]?.[dealt[card.to] ?? 0];
    if (card !== undefined && given !== undefined) {
      dealt[card.to] = (dealt[card.to] ?? 0) + 1;
      on.card(given);
      continue;
    }
    const asked = script.policy(openings, on.table);
    if (asked === null || !on.command(asked).ok) break;
  }
  const settlement = on.table.played?.settlement ?? on.table.last?.settlement ?? null;
  return { table: on.table, facts: on.facts, settlement, refused: on.refused };
}
