// A sign that has frozen, shows something old, or never came: an alarm for the floor within 15 seconds, which ends when the sign lives again.

import { describe, expect, it } from "vitest";
import { alarmMessage } from "#contract/message";
import type { SignReport } from "#contract/sign";
import { type Alarm, alarms } from "#core/derive";
import { setupFor, stage } from "#core/rehearse";
import { caribbeanStud } from "#games/caribbean-stud/game";
import { createSignWatch } from "#table/sign-watch";
import { realTime } from "#table/time";
import { rulesWith } from "../games/caribbean-stud-bed.ts";

const devices = [{ id: "wall", roles: ["sign"], required: false, holds: "thisDeck" }] as const;
const script = { game: caribbeanStud, rules: rulesWith(), seats: [1, 2], carry: null, devices } as const;
const setup = setupFor(script);

/** A table with one sign on its wall, and a clock that a test moves. */
function bed() {
  const on = stage(script);
  let now = 1_000_000;
  const watch = createSignWatch({
    names: ["wall"],
    clock: () => now,
    time: { ...realTime, now: () => now },
    emit: (inputs) => {
      for (const input of inputs) if (input.kind === "link") on.event(input);
    },
  });
  watch.stop();
  return {
    watch,
    hear: (state: SignReport["state"] = "live") => watch.hear({ name: "wall", shown: 1, pack: "ab", scene: "bets", state }),
    /** A second at a time, as the watch looks by itself. */
    wait: (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        now += 1000;
        watch.look();
      }
    },
    alarms: (): readonly Alarm[] => alarms(on.table, setup),
  };
}

describe("a sign on the wall", () => {
  it("that falls silent is an alarm within 15 seconds, in the form that the site reads; it ends when the sign speaks", () => {
    const on = bed();
    on.hear();
    for (let i = 0; i < 10; i++) {
      on.wait(4);
      on.hear();
    }
    expect(on.alarms()).toEqual([]);
    on.wait(11);
    expect(on.alarms()).toEqual([]);
    on.wait(4);
    const [alarm] = on.alarms();
    expect(alarm).toMatchObject({ id: "link-wall", code: "signLost", device: "wall" });
    const message = { schema: 1, journal: "j", n: 1, at: 1, ttl: null, alarm };
    expect(alarmMessage.safeParse(message).success).toBe(true);
    on.hear();
    expect(on.alarms()).toEqual([]);
  });

  it("that says itself that it shows something old is one too, once it has had its moment to follow", () => {
    const on = bed();
    on.hear();
    for (let i = 0; i < 2; i++) {
      on.wait(4);
      on.hear("stale");
    }
    expect(on.alarms()).toEqual([]);
    on.wait(4);
    on.hear("notValid");
    expect(on.alarms()).toMatchObject([{ code: "signLost", device: "wall" }]);
    on.hear();
    expect(on.alarms()).toEqual([]);
  });

  it("that never came is one after a minute: its machine may start after the table", () => {
    const on = bed();
    on.wait(59);
    expect(on.alarms()).toEqual([]);
    on.wait(2);
    expect(on.alarms()).toMatchObject([{ code: "signLost", device: "wall" }]);
  });

  it("that nobody has named is heard, and missed by nobody", () => {
    const on = bed();
    on.hear();
    on.watch.hear({ name: "other", shown: 1, pack: null, scene: "bets", state: "live" });
    on.wait(5);
    on.hear();
    on.wait(10);
    expect(on.watch.health().map(({ name, silentMs }) => [name, silentMs])).toEqual([
      ["wall", 10_000],
      ["other", 15_000],
    ]);
    expect(on.alarms()).toEqual([]);
  });
});
