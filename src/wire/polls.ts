// Questions to a device that only answers: one at a time, in rounds, each waited for no longer than its time.

import type { Profile, RuleSpec } from "./profile.ts";
import { fault, type ProfileState, type Turn } from "./profile-state.ts";
import type { Seal } from "./seal.ts";
import { type MakeBytes, makeSend, type Parameters } from "./send.ts";
import { sweepEnded } from "./sightings.ts";

export interface Polls {
  /** The question that waits for its answer: its place, and its antenna where it has one. */
  asked(state: ProfileState): { readonly ask: number; readonly antenna: number | null };
  /** The link came up: the first round begins at once. */
  restart(turn: Turn): void;
  /** When something is due; null: nothing is asked. */
  nextAt(state: ProfileState): number | null;
  askIfDue(turn: Turn): void;
  timeOut(turn: Turn): void;
  /** Whether a rule is for answers to a question that nobody has asked, or not any more. */
  isLate(state: ProfileState, rule: RuleSpec): boolean;
  answered(turn: Turn, rule: RuleSpec): void;
  /** Something could not be read while an answer was waited for. */
  spoil(turn: Turn): void;
}

interface Ask {
  readonly name: string;
  readonly send: MakeBytes;
  readonly more: MakeBytes | null;
  readonly sweep: boolean;
  readonly once: boolean;
}

const nothing = (): void => {};
const noPolls: Polls = {
  asked: () => ({ ask: 0, antenna: null }),
  restart: nothing,
  nextAt: () => null,
  askIfDue: nothing,
  timeOut: nothing,
  isLate: () => false,
  answered: nothing,
  spoil: nothing,
};

export function makePolls(profile: Profile, seal: Seal | null): Polls {
  const { poll, presence, frame } = profile;
  if (poll === undefined) return noPolls;
  const { everyMs, timeoutMs, each } = poll;
  const asks: readonly Ask[] = poll.asks.map(({ name, send, more, sweep, once }) => ({
    name,
    send: makeSend(send, frame, seal),
    more: more === undefined ? null : remembering(makeSend(more, frame, seal)),
    sweep,
    once,
  }));

  const timesOf = ({ options }: ProfileState): number => (each === undefined ? 1 : (options.numbers[each.option] ?? 1));

  function parametersOf({ options }: ProfileState, place: number): Parameters {
    return each === undefined ? options.numbers : { ...options.numbers, [each.name]: Math.floor(place / asks.length) };
  }

  function askIfDue(turn: Turn): void {
    const { state, at } = turn;
    if (!state.options.sending || state.asked !== null || at < state.nextAt) return;
    const index = state.next % asks.length;
    const ask = asks[index] as Ask;
    if (state.next === 0) state.roundAt = at;
    if (ask.once && state.rounds > 0) {
      goOn(turn);
      return askIfDue(turn);
    }
    const parameters = parametersOf(state, state.next);
    state.asked = { ask: index, parameters, untilAt: at + timeoutMs, spoilt: false };
    turn.replies.push(ask.send(parameters));
  }

  /** To the next question: at once, or when the next round is due. */
  function goOn(turn: Turn): void {
    const { state, at } = turn;
    state.asked = null;
    state.next++;
    state.nextAt = at;
    if (state.next < asks.length * timesOf(state)) return;
    state.next = 0;
    state.rounds++;
    state.nextAt = Math.max(at, state.roundAt + everyMs);
    turn.sweepMs = at - state.roundAt;
  }

  function antennaOf({ asked }: ProfileState): number | null {
    return each === undefined ? null : (asked?.parameters[each.name] ?? null);
  }

  function countMiss(turn: Turn): void {
    const antenna = antennaOf(turn.state) ?? 0;
    turn.missed[antenna] = (turn.missed[antenna] ?? 0) + 1;
  }

  function sweptBy(turn: Turn, spoilt: boolean): void {
    const { asked } = turn.state;
    if (asked !== null && presence !== undefined && asks[asked.ask]?.sweep === true)
      sweepEnded(turn, presence, antennaOf(turn.state), spoilt || asked.spoilt);
  }

  function asked(state: ProfileState): { ask: number; antenna: number | null } {
    return { ask: state.asked?.ask ?? 0, antenna: antennaOf(state) };
  }

  /** A good answer ends what stood of this question, at this antenna, and nothing else. */
  function failuresEnd(turn: Turn): void {
    const { ask, antenna } = asked(turn.state);
    const isOver = (one: ProfileState["failing"][number]): boolean => one.ask === ask && one.antenna === antenna;
    for (const one of turn.state.failing.filter(isOver)) fault(turn, one.code, true, 1);
    turn.state.failing = turn.state.failing.filter((one) => !isOver(one));
  }

  return {
    asked,
    restart(turn) {
      Object.assign(turn.state, { asked: null, next: 0, nextAt: turn.at, roundAt: turn.at, rounds: 0 });
      askIfDue(turn);
    },
    nextAt: ({ options, asked, nextAt }) => (options.sending ? (asked?.untilAt ?? nextAt) : null),
    askIfDue,
    timeOut(turn) {
      const { state, at } = turn;
      if (state.asked === null || at < state.asked.untilAt) return;
      countMiss(turn);
      sweptBy(turn, true);
      goOn(turn);
    },
    isLate({ asked }, { answers, continues, fails }) {
      // Without a parameter an answer says the same whenever it comes.
      const to = each === undefined ? undefined : (answers ?? continues ?? fails);
      return to !== undefined && (asked === null || asks[asked.ask]?.name !== to);
    },
    answered(turn, { answers, continues, fails }) {
      const { state, at } = turn;
      if (state.asked === null) return;
      const ask = asks[state.asked.ask] as Ask;
      if (continues === ask.name) {
        if (state.asked.untilAt !== at + timeoutMs) state.asked = { ...state.asked, untilAt: at + timeoutMs };
        if (ask.more !== null) turn.replies.push(ask.more(state.asked.parameters));
      } else if (fails === ask.name) {
        countMiss(turn);
        sweptBy(turn, true);
        goOn(turn);
        askIfDue(turn);
      } else if (answers === ask.name) {
        if (state.failing.length > 0) failuresEnd(turn);
        sweptBy(turn, false);
        goOn(turn);
        askIfDue(turn);
      }
    },
    spoil(turn) {
      const { asked } = turn.state;
      if (asked !== null && !asked.spoilt) turn.state.asked = { ...asked, spoilt: true };
    },
  };
}

/** The rest of an answer is asked for many times with the same parameters. */
function remembering(make: MakeBytes): MakeBytes {
  let last: { readonly parameters: Parameters; readonly bytes: Uint8Array } | null = null;
  return (parameters) => {
    if (last?.parameters !== parameters) last = { parameters, bytes: make(parameters) };
    return last.bytes;
  };
}
