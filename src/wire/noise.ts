// Bytes that made no frame. Garbage is told, in one piece where it came in one.

import type { Polls } from "./polls.ts";
import type { Profile } from "./profile.ts";
import { fault, type Turn, tell } from "./profile-state.ts";

export interface Noise {
  add(turn: Turn, bytes: number): void;
  /** A good frame or a silence follows: what there was is told. */
  end(turn: Turn): void;
}

/** So many bytes of noise are told at once: a stream without frames must not look like silence. */
const noiseAtOnce = 4096;

export function makeNoise(profile: Profile, polls: Polls): Noise {
  const losesEvents = tellsEventsOnce(profile);
  return {
    add(turn, bytes) {
      const { state } = turn;
      if (state.noise === 0) state.noiseAt = turn.at;
      state.noise += bytes;
      state.isNoisy = true;
      polls.spoil(turn);
      while (state.noise >= noiseAtOnce) {
        tell(turn, { kind: "noise", bytes: noiseAtOnce });
        state.noise -= noiseAtOnce;
      }
    },
    end(turn) {
      const { state } = turn;
      if (!state.isNoisy) return;
      if (state.noise > 0) tell(turn, { kind: "noise", bytes: state.noise });
      // What was lost in it may have been a card, from a device that says each thing once.
      if (losesEvents) fault(turn, "lostEvents", false, 1);
      state.noise = 0;
      state.isNoisy = false;
    },
  };
}

/** Whether a frame that is lost is never made good: nothing is asked for, repeated or numbered. */
function tellsEventsOnce({ rules, poll, sequence, presence }: Profile): boolean {
  if (poll !== undefined || presence !== undefined || sequence?.modulo !== undefined) return false;
  return rules.some(({ emit }) => emit.some(({ kind }) => kind !== "fault" && kind !== "hello"));
}
