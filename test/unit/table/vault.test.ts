// The vault: what goes in is a card or a tag, what comes out is a number.

import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { commitmentOf, createVault, type Met, type Vault } from "#table/vault";

const tagOf = (i: number, deck = 0xe0): string => `${deck.toString(16)}0401${i.toString(16).padStart(2, "0")}`.toUpperCase();
const decks = new Map([
  ["red", new Map(deck52.map((card, i) => [tagOf(i), card]))],
  ["blue", new Map(deck52.map((card, i) => [tagOf(i, 0xe1), card]))],
]);
const serviceKey = new Uint8Array(32).fill(1);

/** Bytes that never repeat, so that no two salts or keys are alike. */
function counting(): (bytes: number) => Uint8Array {
  let n = 0;
  return (bytes) => {
    n++;
    return Uint8Array.from({ length: bytes }, (_, i) => (n * 31 + i * 7) & 255);
  };
}

function open(more: Partial<Parameters<typeof createVault>[0]> = {}): Vault {
  return createVault({ decks, serviceKey, journal: "0123456789abcdef", random: counting(), ...more });
}

/** A vault with a deck and a round. */
function inRound(): Vault {
  const vault = open();
  vault.use("red");
  vault.begin(2);
  return vault;
}

let now = 0;
function tag(vault: Vault, uid: string, place: string | null = null, present = true): Met | null {
  return vault.meet({ device: "d1", at: ++now, reading: { kind: "tag", uid, antenna: 0, present }, place });
}

function card(vault: Vault, face: Card): Met | null {
  return vault.meet({ device: "d1", at: ++now, reading: { kind: "card", card: face }, place: null });
}

const index = (face: Card): number => deck52.indexOf(face);
const uidOf = (face: Card): string => tagOf(index(face));

function heldOf(met: Met | null): number {
  if (met?.event.kind !== "held") throw new Error(`no card was met: ${JSON.stringify(met)}`);
  return met.event.held;
}

const strayOf = (met: Met | null): string | null => (met?.event.kind === "stray" ? met.event.why : null);

describe("a handle", () => {
  it("is the number of the card in the order they are met, the same wherever it is seen", () => {
    const vault = inRound();
    expect([heldOf(tag(vault, uidOf("As"))), heldOf(tag(vault, uidOf("2c"))), heldOf(tag(vault, uidOf("As"), "3/hand"))]).toEqual([
      1, 2, 1,
    ]);
    expect(heldOf(tag(vault, uidOf("As").toLowerCase(), "3/hand"))).toBe(1);
    expect(vault.cards([2, 1])).toEqual(["2c", "As"]);
  });

  it("is the same for a card's two tags, and for a shoe that reads the face", () => {
    const twin = new Map([...(decks.get("red") ?? []), ["FFFFFFFF", "As" as Card]]);
    const vault = open({ decks: new Map([["red", twin]]) });
    vault.use("red");
    vault.begin(2);
    expect(heldOf(tag(vault, uidOf("As")))).toBe(1);
    // The other tag of a card that lies there already tells nothing new.
    expect(tag(vault, "FFFFFFFF")).toBeNull();
    expect(heldOf(card(vault, "As"))).toBe(1);
  });

  it("is met with the first of two tags and lost with the last", () => {
    const twin = new Map([...(decks.get("red") ?? []), ["FFFFFFFF", "As" as Card]]);
    const vault = open({ decks: new Map([["red", twin]]) });
    vault.use("red");
    vault.begin(2);
    expect(heldOf(tag(vault, uidOf("As"), "3/hand"))).toBe(1);
    expect(tag(vault, "FFFFFFFF", "3/hand")).toBeNull();
    expect(tag(vault, uidOf("As"), "3/hand", false)).toBeNull();
    expect(tag(vault, "FFFFFFFF", "3/hand", false)?.event).toMatchObject({ kind: "held", held: 1, present: false });
  });

  it("is a new one in a new round and after a shuffle", () => {
    const vault = inRound();
    for (const face of ["As", "Kd", "2c"] as const) tag(vault, uidOf(face));
    vault.forget([1, 3]);
    expect(heldOf(tag(vault, uidOf("2c")))).toBe(4);
    expect(heldOf(tag(vault, uidOf("Kd")))).toBe(2);
    expect(() => vault.cards([1])).toThrow("never met handle 1");
    vault.forget([99]);
    vault.begin(4);
    expect(heldOf(tag(vault, uidOf("Kd")))).toBe(1);
    expect(() => vault.cards([2])).toThrow("never met handle 2 in round 2");
  });

  it("goes with what the device said and when", () => {
    const vault = inRound();
    const reading = { kind: "tag", uid: uidOf("As"), antenna: 3, present: true } as const;
    const met = vault.meet({ device: "seats", at: 42, seq: 7, reading, place: "3/hand" });
    expect(met?.event).toMatchObject({ kind: "held", device: "seats", at: 42, seq: 7, held: 1, place: "3/hand", present: true });
    expect(tag(vault, uidOf("As"), null)?.event).not.toHaveProperty("place");
  });

  it("is told when the card is taken away, and not made up for one that was never met", () => {
    const vault = inRound();
    tag(vault, uidOf("As"), "3/hand");
    expect(tag(vault, uidOf("As"), "3/hand", false)?.event).toMatchObject({ kind: "held", held: 1, present: false });
    expect(tag(vault, uidOf("Kd"), "3/hand", false)).toBeNull();
    expect(heldOf(tag(vault, uidOf("Kd")))).toBe(2);
  });

  it("never carries a face or a tag", () => {
    const vault = inRound();
    const met = [...deck52].map((face) => tag(vault, uidOf(face), "1/hand"));
    const told = JSON.stringify(met.map((one) => one?.event));
    for (const face of deck52) expect(told).not.toContain(`"${face}"`);
    expect(told).not.toMatch(/E00401/i);
  });
});

describe("a stray", () => {
  it("is a tag of no deck, or of a deck that is not in play", () => {
    const vault = inRound();
    expect(strayOf(tag(vault, "DEADBEEF", "3/hand"))).toBe("foreign");
    expect(strayOf(tag(vault, tagOf(5, 0xe1)))).toBe("otherDeck");
    vault.use("blue");
    expect([strayOf(tag(vault, tagOf(5))), heldOf(tag(vault, tagOf(5, 0xe1)))]).toEqual(["otherDeck", 1]);
    expect(strayOf(tag(open(), tagOf(5)))).toBe("otherDeck");
  });

  it("says nothing when it goes", () => {
    const vault = inRound();
    tag(vault, "DEADBEEF", "3/hand");
    expect(tag(vault, "DEADBEEF", "3/hand", false)).toBeNull();
    expect(tag(vault, tagOf(5, 0xe1), "3/hand", false)).toBeNull();
  });

  it("names its place and device, never its tag", () => {
    const met = tag(inRound(), "DEADBEEF", "3/hand");
    expect(met).toEqual({ event: { kind: "stray", why: "foreign", device: "d1", at: now, place: "3/hand" } });
  });

  it("is a card that still lies where an earlier round left it", () => {
    const vault = inRound();
    tag(vault, uidOf("As"), "3/hand");
    tag(vault, uidOf("Kd"), "3/hand");
    tag(vault, uidOf("Kd"), "3/hand", false);
    vault.begin(4);
    expect(strayOf(tag(vault, uidOf("As"), "3/hand"))).toBe("oldRound");
    expect(heldOf(tag(vault, uidOf("Kd"), "3/hand"))).toBe(1);
    vault.begin(6);
    expect(strayOf(tag(vault, uidOf("As"), "3/hand"))).toBe("oldRound");
  });

  it("of an earlier round is none any more once it was taken away, in silence", () => {
    const vault = inRound();
    tag(vault, uidOf("As"), "3/hand");
    vault.begin(4);
    expect(tag(vault, uidOf("As"), "3/hand", false)).toBeNull();
    expect(heldOf(tag(vault, uidOf("As"), "3/hand"))).toBe(1);
  });

  it("of an earlier round is one at its own place only, and never at the shoe", () => {
    const vault = inRound();
    tag(vault, uidOf("As"), "3/hand");
    tag(vault, uidOf("Kd"));
    vault.begin(4);
    expect([heldOf(tag(vault, uidOf("As"), "4/hand")), heldOf(tag(vault, uidOf("Kd")))]).toEqual([1, 2]);
  });
});

describe("a commitment", () => {
  it("is told with the first sight of a card, and opened by the salt that comes with the face", () => {
    const vault = inRound();
    const met = tag(vault, uidOf("Th"));
    const commitment = met?.event.kind === "held" ? met.event.commitment : undefined;
    expect(commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(tag(vault, uidOf("Th"), "1/hand")?.event).not.toHaveProperty("commitment");
    const [held, face, salt] = vault.faces([1])[0] ?? ([0, "2c", ""] as const);
    expect([held, face]).toEqual([1, "Th"]);
    expect(commitmentOf(face, Buffer.from(salt, "hex"))).toBe(commitment);
    for (const other of deck52.filter((one) => one !== "Th")) expect(commitmentOf(other, Buffer.from(salt, "hex"))).not.toBe(commitment);
  });

  it("has another salt for every card and every round", () => {
    const vault = inRound();
    for (const face of ["As", "Kd"] as const) tag(vault, uidOf(face));
    const salts = vault.faces([1, 2]).map(([, , salt]) => salt);
    vault.begin(4);
    tag(vault, uidOf("As"));
    salts.push(...vault.faces([1]).map(([, , salt]) => salt));
    expect(new Set(salts).size).toBe(3);
    for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("a sealed record", () => {
  it("comes with the first sight of a card, always of one length, and shows nothing", () => {
    const vault = inRound();
    const sealed = deck52.map((face) => tag(vault, uidOf(face))?.sealed as Uint8Array);
    expect(new Set(sealed.map(({ length }) => length)).size).toBe(1);
    expect(tag(vault, uidOf("As"))?.sealed).toBeUndefined();
    const all = Buffer.concat(sealed);
    for (const face of ["As", "Kd"]) expect(all.includes(face)).toBe(false);
  });

  it("and its round's key bring every card back", () => {
    const first = open();
    first.use("red");
    const key = first.begin(14);
    const sealed = (["As", "Kd", "2c"] as const).map((face) => tag(first, uidOf(face))?.sealed as Uint8Array);
    const second = open();
    second.use("red");
    second.resume(key);
    for (const record of sealed) second.recall(record);
    expect(second.faces([1, 2, 3])).toEqual(first.faces([1, 2, 3]));
    expect(heldOf(tag(second, uidOf("Kd")))).toBe(2);
    expect(heldOf(tag(second, uidOf("9h")))).toBe(4);
  });

  it("after a shuffle brings back the new handle", () => {
    const first = open();
    first.use("red");
    const key = first.begin(14);
    const before = tag(first, uidOf("As"))?.sealed as Uint8Array;
    first.forget([1]);
    const after = tag(first, uidOf("As"))?.sealed as Uint8Array;
    const second = open();
    second.use("red");
    second.resume(key);
    second.recall(before);
    second.forget([1]);
    second.recall(after);
    expect([heldOf(tag(second, uidOf("As"))), second.cards([2])]).toEqual([2, ["As"]]);
  });

  const written = () => {
    const vault = open();
    vault.use("red");
    const key = vault.begin(14);
    return { key, sealed: tag(vault, uidOf("As"))?.sealed as Uint8Array };
  };

  it("does not open under another service key, in another journal or another round", () => {
    const { key, sealed } = written();
    const sentence = "the key of round 7 does not open: this is another service key, or the record was changed";
    expect(() => open({ serviceKey: new Uint8Array(32).fill(2) }).resume(key)).toThrow(new Error(sentence));
    expect(() => open({ journal: "fedcba9876543210" }).resume(key)).toThrow(new Error(sentence));
    expect(() => open().resume({ ...key, era: 16 })).toThrow(/^the key of round 8 does not open/);
    const random = counting();
    random(1);
    const other = open({ random });
    other.begin(14);
    expect(() => other.recall(sealed)).toThrow(/^a card of round 7 does not open/);
  });

  it("does not open in another round, though the keys were the same", () => {
    const vault = open({ random: (bytes) => new Uint8Array(bytes).fill(3) });
    vault.use("red");
    vault.begin(14);
    const sealed = tag(vault, uidOf("As"))?.sealed as Uint8Array;
    vault.begin(16);
    expect(() => vault.recall(sealed)).toThrow(/^a card of round 8 does not open/);
    vault.begin(14);
    vault.recall(sealed);
    expect(vault.cards([1])).toEqual(["As"]);
  });

  it("does not open when a byte has changed", () => {
    const { key, sealed } = written();
    for (let at = 0; at < sealed.length; at++) {
      const vault = open();
      vault.resume(key);
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.recall(changed)).toThrow();
    }
    const vault = open();
    const wrapped = Uint8Array.from(key.wrapped);
    wrapped[20] = (wrapped[20] ?? 0) ^ 1;
    expect(() => vault.resume({ ...key, wrapped })).toThrow();
  });

  it("is not made before the first round, when there is no key", () => {
    const vault = open();
    vault.use("red");
    expect(tag(vault, uidOf("As"))?.sealed).toBeUndefined();
    expect(vault.cards([1])).toEqual(["As"]);
  });
});

describe("a deck that lies over its antennas before anybody says which it is", () => {
  const lay = (vault: Vault): void => {
    for (let i = 0; i < 52; i++) tag(vault, tagOf(i), "stub");
  };

  it("counts as whole once it is named, and its cards as strangers when another is", () => {
    const vault = open();
    vault.begin(1);
    lay(vault);
    expect(vault.census()).toMatchObject({ cards: 0, twice: 0 });
    vault.use("red");
    expect(vault.census()).toEqual({ cards: 52, twice: 0, strays: [] });
    vault.use("blue");
    expect(vault.census()).toEqual({ cards: 0, twice: 0, strays: Array(52).fill("otherDeck") });
    vault.use("red");
    tag(vault, tagOf(7), "stub", false);
    expect(vault.census()).toEqual({ cards: 51, twice: 0, strays: [] });
  });
});
