// A High Card Flush table to act on: shoe, seat antennas and a shuffler, all up, green light, seats taken, bets placed.

import { type Card, deck52 } from "#core/card";
import { expected } from "#core/derive";
import type { Lamp, LampState, OpenReading } from "#core/device";
import type { Command, Event } from "#core/event";
import type { Fact } from "#core/fact";
import type { Role } from "#core/operator";
import { step } from "#core/step";
import { emptyTable, type Reply, type Setup, type Table } from "#core/table";
import { highCardFlush } from "#games/high-card-flush/game";
import { schema } from "#games/high-card-flush/rules";

export interface Bed {
  readonly table: Table;
  readonly facts: readonly Fact[];
  readonly setup: Setup<unknown>;
  event(event: Event): Reply | undefined;
  command(asked: Command, role?: Role): Reply;
  reading(device: string, reading: OpenReading): void;
  light(lamp: Lamp, state: LampState): void;
  link(device: string, status: "up" | "stale" | "down"): void;
  /** The next card of the deck passes the shoe. */
  draw(count?: number): void;
  /** A card (by its place in the deck, from 1) seen by a seat's antenna. */
  seen(held: number, place: string, present?: boolean): void;
  wait(ms: number): void;
  /** Seats 1 to `players` + 1, the last one with the bank; Antes of 10; bets closed. */
  dealt(players?: number): void;
  codes(): readonly string[];
  openings(): ReturnType<typeof expected>;
}

export function makeBed(rules: Record<string, unknown> = {}, setup: Partial<Setup<unknown>> = {}): Bed {
  const whole: Setup<unknown> = {
    table: "t1",
    places: [1, 2, 3, 4, 5, 6, 7],
    dealtBy: "shoe",
    devices: [
      { id: "shoe", roles: ["shoe"], required: true, holds: "thisDeck" },
      { id: "seats", roles: ["antennas"], required: true, holds: "thisDeck" },
      { id: "shuffler", roles: ["shuffler"], required: true, holds: "thisDeck" },
    ],
    decks: ["red"],
    rules: schema.parse({ ante: { min: 1, max: 1000 }, ...rules }),
    astrayAfterMs: 700,
    darkAfterMs: 1500,
    ...setup,
  };
  let table: Table = { ...emptyTable, at: 1000 };
  const facts: Fact[] = [];
  let next = 0;
  let id = 0;

  function event(one: Event): Reply | undefined {
    const stepped = step(highCardFlush, whole, table, one);
    table = stepped.table;
    facts.push(...stepped.facts);
    const missing = table.up.filter((held) => table.felt.faces[held] === undefined);
    if (missing.length > 0) {
      const faces = missing.map((held) => [held, deck52[held - 1] as Card, ""] as const);
      event({ kind: "opened", at: table.at, faces });
    }
    return stepped.reply;
  }

  const bed: Bed = {
    get table() {
      return table;
    },
    facts,
    setup: whole,
    event,
    command: (asked, role = "dealer") =>
      event({ kind: "command", at: table.at + 1, id: `command-${id++}`, by: { name: role, role }, command: asked }) as Reply,
    reading: (device, reading) => {
      event({ kind: "reading", at: table.at + 1, device, reading });
    },
    light: (lamp, state) => bed.reading("shuffler", { kind: "light", lamp, state }),
    link: (device, status) => {
      event({ kind: "link", at: table.at + 1, device, status, ...(status !== "up" && { why: "hungUp" }) });
    },
    draw: (count = 1) => {
      for (let i = 0; i < count; i++) event({ kind: "held", at: table.at + 1, device: "shoe", held: ++next, present: true });
    },
    seen: (held, place, present = true) => {
      event({ kind: "held", at: table.at + 1, device: "seats", held, place, present });
    },
    wait: (ms) => {
      event({ kind: "deadline", at: table.at + ms });
    },
    dealt: (players = 2) => {
      const bank = players + 1;
      for (let seat = 1; seat <= bank; seat++) bed.command({ kind: "seat", seat, sitting: true });
      bed.command({ kind: "confirm", code: "openRound" });
      for (let seat = 1; seat < bank; seat++) bed.command({ kind: "decision", by: `${seat}/seat`, code: "waive" });
      bed.command({ kind: "decision", by: `${bank}/seat`, code: "bank", amount: 10_000 });
      for (let seat = 1; seat < bank; seat++) bed.command({ kind: "wager", spot: `${seat}/ante`, stake: 10 });
      bed.command({ kind: "close" });
    },
    codes: () => facts.flatMap((fact) => (fact.kind === "irregularity" ? [fact.irregularity.code] : [])),
    openings: () => expected(table, whole, highCardFlush),
  };
  for (const device of whole.devices) bed.link(device.id, "up");
  bed.light("mains", "on");
  bed.light("green", "on");
  bed.command({ kind: "confirm", code: "openTable" });
  return bed;
}
