import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LinkEffect, type LinkInput, type LinkMachine, linkWakesAt, startLink, stepLink } from "#core/link";

const rules = { silentAfterMs: 3000 };
const gone = { code: "hungUp", detail: "the port hung up" };
const missing = { code: "missing", detail: "no such port" };

/** Feeds inputs to a machine that began at 0, and gives what each one caused. */
function play(inputs: readonly LinkInput[], given: { silentAfterMs: number | null } = rules) {
  let link: LinkMachine = startLink(0).link;
  const effects = inputs.map((input) => {
    const stepped = stepLink(link, input, given);
    link = stepped.link;
    return stepped.effects.map(show);
  });
  return { link, effects };
}

function show(effect: LinkEffect): string {
  return effect.kind === "tell" ? `${effect.status}${effect.why ? ` ${effect.why.code}` : ""}` : effect.kind;
}

const tick = (at: number): LinkInput => ({ kind: "tick", at, jitter: 0 });
const failed = (at: number, why = missing): LinkInput => ({ kind: "failed", at, why, jitter: 0 });
const closed = (at: number): LinkInput => ({ kind: "closed", at, why: gone, jitter: 0 });
const opened = (at: number): LinkInput => ({ kind: "opened", at });
const heard = (at: number): LinkInput => ({ kind: "heard", at });

describe("the connection machine", () => {
  it("opens at once and is up with the first proof, not before", () => {
    expect(startLink(0).effects).toEqual([{ kind: "open" }]);
    expect(play([opened(5), heard(40), heard(50)]).effects).toEqual([[], ["up"], []]);
  });

  it("waits 250 ms, twice as long each time, 10 s at most, for ever", () => {
    let { link } = startLink(0);
    const waits: number[] = [];
    let at = 0;
    for (let attempt = 0; attempt < 200; attempt++) {
      link = stepLink(link, failed(at), rules).link;
      waits.push(link.retryAt - at);
      at = link.retryAt;
      const early = stepLink(link, tick(at - 1), rules);
      expect(early.effects).toEqual([]);
      const stepped = stepLink(link, tick(at), rules);
      expect(stepped.effects).toEqual([{ kind: "open" }]);
      link = stepped.link;
    }
    expect(waits.slice(0, 8)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(new Set(waits.slice(6))).toEqual(new Set([10_000]));
  });

  it("shortens each wait by up to a quarter", () => {
    const retryAt = (jitter: number): number =>
      stepLink(startLink(0).link, { kind: "failed", at: 0, why: missing, jitter }, rules).link.retryAt;
    expect([retryAt(0), retryAt(0.5), retryAt(1)]).toEqual([250, 218.75, 187.5]);
  });

  it("tells why it can't open once, and again when the reason is another", () => {
    const denied = { code: "denied", detail: "no right" };
    const { effects } = play([failed(0), tick(250), failed(250), tick(750), failed(750, denied)]);
    expect(effects).toEqual([["down missing"], ["open"], [], ["open"], ["down denied"]]);
  });

  it("goes stale when silent, is up again by the next proof", () => {
    const { effects } = play([opened(0), heard(100), tick(3099), tick(3100), tick(3500), heard(4000)]);
    expect(effects).toEqual([[], ["up"], [], ["stale silent"], [], ["up"]]);
  });

  it("closes and opens anew when three times as long silent", () => {
    const { effects, link } = play([opened(0), heard(0), tick(3000), tick(8999), tick(9000), tick(9249), tick(9250)]);
    expect(effects).toEqual([[], ["up"], ["stale silent"], [], ["close", "down silent"], [], ["open"]]);
    expect(link.phase).toBe("opening");
  });

  it("does both in one late tick", () => {
    expect(play([opened(0), heard(0), tick(60_000)]).effects[2]).toEqual(["stale silent", "close", "down silent"]);
  });

  it("gives up a port that opens and says nothing valid", () => {
    expect(play([opened(0), tick(8999), tick(9000)]).effects).toEqual([[], [], ["close", "down noAnswer"]]);
  });

  it("starts over with the shortest wait after a proof, not after a mere opening", () => {
    const flapping = play([failed(0), tick(250), opened(250), closed(260)]).link;
    expect(flapping.retryAt - 260).toBe(500);
    const proven = play([failed(0), tick(250), opened(250), heard(255), closed(260)]).link;
    expect(proven.retryAt - 260).toBe(250);
  });

  it("is told at once when it drops", () => {
    expect(play([opened(0), heard(10), closed(20), closed(21)]).effects).toEqual([[], ["up"], ["down hungUp"], []]);
  });

  it("does not take its own deafness for the device's silence", () => {
    const { effects } = play([opened(0), heard(0), { kind: "deaf", at: 20_000 }, tick(20_001), tick(22_999), tick(23_000)]);
    expect(effects).toEqual([[], ["up"], [], [], [], ["stale silent"]]);
  });

  it("opens at once when the port has appeared", () => {
    const { effects } = play([failed(0), { kind: "appeared", at: 20 }, { kind: "appeared", at: 21 }]);
    expect(effects).toEqual([["down missing"], ["open"], []]);
  });

  it("lets a device be silent for ever where its driver says so, and still slows down when its port keeps failing", () => {
    const quiet = { silentAfterMs: null };
    const { link, effects } = play([opened(0), tick(1e9)], quiet);
    expect(effects).toEqual([["up"], []]);
    expect(linkWakesAt(link, quiet)).toBeNull();
    const flapping = play([opened(0), closed(10), tick(260), opened(260), closed(270)], quiet).link;
    expect(flapping.retryAt - 270).toBe(500);
    const steady = play([opened(0), closed(10), tick(260), opened(260), closed(60_000)], quiet).link;
    expect(steady.retryAt - 60_000).toBe(250);
  });

  it("asks to be woken exactly when something is due", () => {
    expect(linkWakesAt(startLink(0).link, rules)).toBeNull();
    expect(linkWakesAt(play([failed(0)]).link, rules)).toBe(250);
    expect(linkWakesAt(play([opened(7)]).link, rules)).toBe(9007);
    expect(linkWakesAt(play([opened(0), heard(100)]).link, rules)).toBe(3100);
    expect(linkWakesAt(play([opened(0), heard(100), tick(3100)]).link, rules)).toBe(9100);
  });

  it("never sticks, never opens twice, never tells the same twice, whatever happens in whatever order", () => {
    const kinds = ["opened", "failed", "heard", "closed", "tick", "deaf", "appeared"] as const;
    const inputs = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(12_000)), { maxLength: 60 });
    fc.assert(
      fc.property(inputs, fc.constantFrom(3000, null), (steps, silentAfterMs) => {
        let at = 0;
        let { link } = startLink(at);
        let isOpening = true;
        let told = "";
        for (const [kind, waitMs] of steps) {
          at += waitMs;
          const stepped = stepLink(link, { kind, at, why: gone, jitter: 0.5 } as LinkInput, { silentAfterMs });
          link = stepped.link;
          if (kind === "failed" || kind === "opened") isOpening = false;
          for (const effect of stepped.effects) {
            if (effect.kind === "open") {
              expect(isOpening).toBe(false);
              isOpening = true;
            }
            if (effect.kind === "tell") {
              expect(show(effect)).not.toBe(told);
              told = show(effect);
            }
          }
          // Either the shell has something to report sooner or later, or the machine wants to be woken.
          if (link.phase !== "opening" && silentAfterMs !== null) expect(linkWakesAt(link, { silentAfterMs })).not.toBeNull();
        }
      }),
    );
  });
});
