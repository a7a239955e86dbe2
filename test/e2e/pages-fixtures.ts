// Views as the core makes them: a round of High Card Flush at a table of seven places, played event by event. Nothing here is
// written by hand that a table could not show.

import type { About } from "#contract/console";
import type { Card } from "#core/card";
import { deck52 } from "#core/card";
import { opens } from "#core/derive";
import type { Command, Event } from "#core/event";
import type { AnyGame } from "#core/game";
import type { Role } from "#core/operator";
import { step } from "#core/step";
import { emptyTable, type Setup, type Table } from "#core/table";
import { type Audience, type View, view } from "#core/view";
import { highCardFlush } from "#games/high-card-flush/game";
import { type Rules, schema } from "#games/high-card-flush/rules";

export const scenes = [
  "closed",
  "idle",
  "again",
  "bank",
  "bets",
  "betsWaiting",
  "deal",
  "dealWaiting",
  "decide",
  "reveal",
  "revealed",
  "settle",
  "settleLast",
  "after",
  "scan",
  "red",
  "redPaidBack",
  "redBetween",
  "check",
  "floor",
  "void",
] as const;
export type Scene = (typeof scenes)[number];

const rules: Rules = schema.parse({
  ante: { min: 500, max: 10_000, step: 500 },
  straightFlush: { min: 500, max: 2_500, step: 500 },
  flush: { min: 500, max: 2_500, step: 500 },
  raiseStep: 500,
  funds: { min: 10_000, max: 10_000_000, step: 500 },
  rake: { method: "players", charge: { perSeat: 100 } },
});

const setup: Setup<Rules> = {
  table: "C7",
  places: [1, 2, 3, 4, 5, 6, 7],
  dealtBy: "shoe",
  devices: [
    { id: "shoe", roles: ["shoe"], required: true, holds: "thisDeck" },
    { id: "reader-1", roles: ["antennas"], required: true, holds: "thisDeck" },
    { id: "shuffler-lamps", roles: ["shuffler"], required: false, holds: "thisDeck" },
  ],
  decks: ["red-14", "blue-3"],
  rules,
  astrayAfterMs: 1_500,
  darkAfterMs: 3_000,
};

const game: AnyGame = highCardFlush;

export const about: About = {
  site: "riva",
  table: "C7",
  game: "high-card-flush",
  title: "High Card Flush",
  pack: { id: "HCF-RO 3", hash: "9c2e41a7d0f35b6698e1c24f7ab0d5533e9c2e41a7d0f35b6698e1c24f7ab0d5" },
  software: "0.1.0",
  language: "en",
  currency: { code: "EUR", minorDigits: 2 },
  timeZone: "UTC",
  meters: [],
  chips: [100, 500, 2_500, 10_000, 50_000],
  notice: game.notice(rules),
  decks: setup.decks,
  upcards: game.upcards ?? [],
  demo: false,
  training: false,
};

/** Hands in the order of the deal: 4, 5, 6, 7, 1, 2, and the designated player at 3. */
const hands: Readonly<Record<number, readonly Card[]>> = {
  4: ["Kh", "Jh", "9h", "6h", "3h", "2c", "5s"],
  6: ["9s", "8s", "7s", "Ks", "2d", "4h", "Jc"],
  7: ["Ac", "Tc", "8c", "6c", "5c", "4c", "7d"],
  1: ["Td", "8d", "4d", "As", "6s", "2h", "9c"],
  2: ["Qs", "Ts", "3s", "5h", "7h", "Kc", "Jd"],
  3: ["Qd", "9d", "5d", "3d", "Ah", "8h", "7c"],
};

/** One table, driven by events; time is a number that grows by a second with each. */
function seatTable() {
  let table: Table = emptyTable;
  let now = Date.UTC(2026, 10, 29, 20, 47, 8);
  let commands = 0;
  const faces = new Map<number, Card>();

  function happen(event: Event): void {
    table = step(game, setup, table, event).table;
  }
  const at = (): number => {
    now += 1_000;
    return now;
  };
  return {
    at,
    happen,
    see: (audience: Audience): View => view(table, setup, game, audience),
    link: (device: string, status: "up" | "down", why?: string): void =>
      happen({ kind: "link", at: at(), device, status, ...(why && { why }) }),
    lamp: (lamp: "red" | "green" | "mains", state: "on" | "off" | "flashing"): void =>
      happen({ kind: "reading", at: at(), device: "shuffler-lamps", reading: { kind: "light", lamp, state } }),
    tell: (command: Command, role: Role = "dealer"): void => {
      commands += 1;
      const before = table.n;
      happen({ kind: "command", at: at(), id: `fixture-${commands}`, by: { name: "A. Rossi", role }, command });
      if (table.n === before) throw new Error(`the table refused ${JSON.stringify(command)}`);
    },
    /** Deals so many cards from the shoe. */
    deal: (count: number): void => {
      for (let i = 0; i < count; i++) {
        const next = view(table, setup, game, "dealer").next;
        if (next === null) return;
        const seat = Number.parseInt(next.card, 10);
        const lying = (table.felt.piles[next.card] ?? []).length;
        const held = faces.size + 1;
        faces.set(held, cardFor(seat, lying, faces));
        happen({ kind: "held", at: at(), device: "shoe", held, present: true });
      }
    },
    /** The vault brings the faces that the rules have turned up. */
    open: (): void => {
      const wanted = opens(table);
      if (wanted.length > 0)
        happen({ kind: "opened", at: at(), faces: wanted.map((held) => [held, faces.get(held) as Card, "salt"] as const) });
    },
  };
}

function cardFor(seat: number, lying: number, given: ReadonlyMap<number, Card>): Card {
  const named = hands[seat]?.[lying];
  if (named !== undefined) return named;
  const used = new Set([...given.values(), ...Object.values(hands).flat()]);
  return deck52.find((card) => !used.has(card)) as Card;
}

type Seat = ReturnType<typeof seatTable>;

const wagers: readonly (readonly [string, number])[] = [
  ["4/ante", 2_500],
  ["4/straightFlush", 500],
  ["4/flush", 500],
  ["5/ante", 1_000],
  ["6/ante", 5_000],
  ["6/straightFlush", 2_500],
  ["7/ante", 2_500],
  ["7/flush", 1_000],
  ["1/ante", 500],
  ["2/ante", 10_000],
];

/** Plays on until the scene is on the table; the same beginning for all. */
function playTo(scene: Scene, seat: Seat): void {
  const reached = (...names: Scene[]): boolean => names.includes(scene);
  for (const device of ["shoe", "reader-1", "shuffler-lamps"]) seat.link(device, "up");
  seat.lamp("mains", "on");
  seat.lamp("red", "off");
  seat.lamp("green", "on");
  if (reached("closed")) return;
  if (reached("scan")) {
    seat.tell({ kind: "confirm", code: "scan" });
    for (let held = 1; held <= 17; held++) seat.happen({ kind: "held", at: seat.at(), device: "shoe", held, present: true });
    return;
  }
  seat.tell({ kind: "confirm", code: "openTable" });
  for (const number of setup.places) seat.tell({ kind: "seat", seat: number, sitting: true });
  seat.tell({ kind: "deck", deck: "red-14" });
  if (reached("idle")) return seat.tell({ kind: "seat", seat: 5, sitting: false });
  if (reached("redBetween")) return seat.lamp("red", "flashing");
  seat.tell({ kind: "confirm", code: "openRound" });
  for (const by of ["1/seat", "2/seat"]) seat.tell({ kind: "decision", by, code: "waive" });
  if (reached("bank")) return;
  seat.tell({ kind: "decision", by: "3/seat", code: "bank", amount: 100_000 });
  for (const [spot, stake] of wagers.slice(0, reached("bets", "betsWaiting") ? 6 : wagers.length))
    seat.tell({ kind: "wager", spot, stake });
  if (reached("bets")) return;
  if (reached("betsWaiting")) return seat.link("reader-1", "down", "missing");
  seat.tell({ kind: "close" });
  playDeal(scene, seat, reached);
}

function playDeal(scene: Scene, seat: Seat, reached: (...names: Scene[]) => boolean): void {
  seat.deal(17);
  if (reached("deal")) return;
  if (reached("dealWaiting")) return seat.link("reader-1", "down", "silent");
  if (reached("red")) return seat.lamp("red", "on");
  if (reached("redPaidBack")) {
    seat.lamp("red", "on");
    return payAll(seat);
  }
  if (reached("again")) {
    seat.tell({ kind: "confirm", code: "misdeal", reason: "Card on the floor" }, "floor");
    return payAll(seat);
  }
  if (reached("void")) return seat.tell({ kind: "confirm", code: "misdeal", reason: "Card on the floor" }, "floor");
  if (reached("check")) return seat.happen({ kind: "started", at: seat.at(), cause: "crash", away: 4_000 });
  if (reached("floor")) {
    seat.happen({ kind: "held", at: seat.at(), device: "reader-1", held: 5, place: "6/hand", present: true });
    for (let i = 0; i < 3; i++) seat.happen({ kind: "deadline", at: seat.at() });
    return;
  }
  seat.deal(49);
  playHands(scene, seat, reached);
}

function payAll(seat: Seat): void {
  for (;;) {
    const paid = seat.see("dealer").expected.find((opening) => opening.kind === "confirm" && opening.code === "paid");
    if (paid?.kind !== "confirm" || paid.seat === undefined) return;
    seat.tell({ kind: "confirm", code: "paid", seat: paid.seat });
  }
}

function playHands(scene: Scene, seat: Seat, reached: (...names: Scene[]) => boolean): void {
  seat.tell({ kind: "decision", by: "4/hand", code: "raise", amount: 5_000 });
  seat.tell({ kind: "decision", by: "5/hand", code: "fold" });
  if (reached("decide")) return;
  seat.tell({ kind: "decision", by: "6/hand", code: "raise", amount: 15_000 });
  seat.tell({ kind: "decision", by: "7/hand", code: "raise", amount: 7_500 });
  seat.tell({ kind: "decision", by: "1/hand", code: "fold" });
  seat.tell({ kind: "decision", by: "2/hand", code: "raise", amount: 10_000 });
  if (reached("reveal")) return;
  seat.tell({ kind: "reveal", place: "3/hand" });
  seat.open();
  seat.tell({ kind: "reveal", place: "2/hand" });
  seat.open();
  seat.tell({ kind: "reveal", place: "7/hand" });
  seat.open();
  if (reached("revealed")) return;
  for (const place of ["6/hand", "4/hand"]) {
    seat.tell({ kind: "reveal", place });
    seat.open();
  }
  if (scene === "after") return payAll(seat);
  const until = reached("settleLast") ? 4 : 2;
  for (let i = 0; i < until; i++) {
    const paid = seat.see("dealer").expected.find((opening) => opening.kind === "confirm" && opening.code === "paid");
    if (paid?.kind === "confirm" && paid.seat !== undefined) seat.tell({ kind: "confirm", code: "paid", seat: paid.seat });
  }
}

/** What a screen of this audience is shown in a scene. */
export function viewOf(scene: Scene, audience: Audience): View {
  const seat = seatTable();
  playTo(scene, seat);
  return seat.see(audience);
}
