// The driver of a profile: cuts what comes into frames, checks them, makes readings of them by the profile's rules, and asks what
// the profile says is to be asked. Everything that can be worked out once is worked out when it is made.

import type { DeviceDriver, LightSign, Received } from "#core/device";
import { makeNoise } from "./noise.ts";
import { makePolls } from "./polls.ts";
import type { Profile } from "./profile.ts";
import { makeReader } from "./profile-reader.ts";
import { beginTurn, joined, noBytes, type ProfileOptions, type ProfileState, startProfile, type Turn } from "./profile-state.ts";
import { makeReadFrames } from "./read-frames.ts";
import type { Seal } from "./seal.ts";
import { makeSend } from "./send.ts";
import { nextAgeAt, restartAges, tagsAged } from "./sightings.ts";

export type ProfileDriver = DeviceDriver<ProfileState, ProfileOptions>;

/** Makes the driver of a profile that has no flaws. */
export function makeProfileDriver(profile: Profile): ProfileDriver {
  const { line, gapMs, presence } = profile;
  const reader = makeReader(profile);
  const polls = makePolls(profile, reader.seal);
  const noise = makeNoise(profile, polls);
  const readFrames = makeReadFrames(profile, reader, polls, noise);

  const lights = profile.lights && makeLights(profile, reader.seal, profile.lights);

  return {
    model: profile.profile,
    link: { kind: "serial", baudRate: line.baud, dataBits: line.bits, parity: line.parity, stopBits: line.stop },
    silentAfterMs: profile.silentAfterMs,
    ...traitsOf(profile),
    ...(lights !== undefined && {
      spare: true as const,
      drive: (_, last, wanted) => (last?.light === wanted.light ? null : lights[wanted.light]),
    }),
    start: startProfile,
    connected(state, at) {
      const turn = beginTurn(state, at);
      if (state.held.length > 0) noise.add(turn, state.held.length);
      noise.end(turn);
      Object.assign(turn.state, { held: noBytes, skipping: false, greeted: false, badSums: 0, lastNumber: null });
      restartAges(turn);
      polls.restart(turn);
      return end(turn);
    },
    receive(state, bytes, at) {
      const turn = beginTurn(state, at);
      if (isGap(state, at)) gapPassed(turn);
      readFrames(turn, turn.state.held.length === 0 ? bytes : joined([turn.state.held, bytes]), false);
      return end(turn);
    },
    pollsAt(state) {
      const waits = state.held.length > 0 || state.skipping ? state.heldAt + gapMs : state.isNoisy ? state.noiseAt + gapMs : null;
      return earliest(waits, presence === undefined ? null : nextAgeAt(state.present, presence), polls.nextAt(state));
    },
    poll(state, at) {
      const turn = beginTurn(state, at);
      if (isGap(state, at)) gapPassed(turn);
      if (turn.state.isNoisy && at - turn.state.noiseAt >= gapMs) noise.end(turn);
      if (presence !== undefined) tagsAged(turn, presence);
      polls.timeOut(turn);
      polls.askIfDue(turn);
      return end(turn);
    },
  };

  /** A pause inside a frame is its end, and so is the end of the time for an answer: a struck length must not swallow the next one. */
  function isGap({ held, heldAt, skipping, asked }: ProfileState, at: number): boolean {
    return (held.length > 0 || skipping) && (at - heldAt >= gapMs || (asked !== null && at >= asked.untilAt));
  }

  /** Nothing came for so long that what was held is no frame's beginning. Whole frames may still lie in it, behind a false start. */
  function gapPassed(turn: Turn): void {
    readFrames(turn, turn.state.held, true);
    noise.end(turn);
  }
}

function earliest(...times: readonly (number | null)[]): number | null {
  let first: number | null = null;
  for (const time of times) if (time !== null && (first === null || time < first)) first = time;
  return first;
}

function end(turn: Turn): Received<ProfileState> {
  const { state, readings, replies, missed, sweepMs, forgot, last } = turn;
  if (last.bytes !== state.lastFrame) state.lastFrame = last.bytes.slice(last.start, last.end);
  const hasMissed = Object.keys(missed).length > 0;
  return {
    state,
    readings,
    ...(replies.length > 0 && { reply: joined(replies) }),
    ...(forgot && { forgot }),
    ...((hasMissed || sweepMs !== null) && { figures: { ...(hasMissed && { missed }), ...(sweepMs !== null && { sweepMs }) } }),
  };
}

type Lights = Readonly<Record<LightSign, Uint8Array>>;

function makeLights({ frame }: Profile, seal: Seal | null, lights: NonNullable<Profile["lights"]>): Lights {
  const bytesOf = (template: string): Uint8Array => makeSend(template, frame, seal)({});
  return { stop: bytesOf(lights.stop), check: bytesOf(lights.check), ready: bytesOf(lights.ready), closed: bytesOf(lights.closed) };
}

/** What it always tells, by the readings of its rules. */
function traitsOf({ rules }: Profile): Pick<ProfileDriver, "bearsCards" | "tells"> {
  const kinds = rules.flatMap(({ emit }) => emit.map(({ kind }) => kind));
  const tells = [...(kinds.includes("light") ? (["lamps"] as const) : []), ...(kinds.includes("button") ? (["keys"] as const) : [])];
  return { ...(kinds.includes("card") && { bearsCards: true as const }), ...(tells.length > 0 && { tells }) };
}
