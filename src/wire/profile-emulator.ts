// A device made of its profile: it says what happens to it in the profile's bytes, answers the profile's questions, and can fail in
// every way in which a line does.

import type { LightSign, Reading } from "#core/device";
import { makeFrameWriter, type TagHere } from "./frame-writer.ts";
import { type LineFault, strike } from "./line-fault.ts";
import type { Profile } from "./profile.ts";
import { joined } from "./profile-state.ts";
import { makeSeal } from "./seal.ts";
import { type MakeBytes, makeSend, type Parameters } from "./send.ts";

export type ProfileAction =
  /** A tag is laid on an antenna, or taken away. */
  | { readonly kind: "tag"; readonly antenna: number; readonly uid: string; readonly present: boolean }
  /** The device says something at once. */
  | { readonly kind: "say"; readonly reading: Reading }
  /** Strikes the next frame. */
  | { readonly kind: "fault"; readonly fault: LineFault }
  | { readonly kind: "garbage"; readonly bytes: Uint8Array }
  /** Says nothing, but goes on living. */
  | { readonly kind: "silent"; readonly on: boolean };

export interface ProfileEmulatorState {
  readonly numbers: Parameters;
  readonly tags: readonly TagHere[];
  /** Number of the next frame, where frames have one. */
  readonly number: number;
  readonly faults: readonly LineFault[];
  readonly silent: boolean;
  /** What the host has sent and is no question yet. */
  readonly heard: Uint8Array;
  readonly repeatedAt: number;
  /** Tags still to be told, when the host asks for the rest. */
  readonly rest: readonly TagHere[];
  /** Parameters of the last question. */
  readonly asked: Parameters;
  /** What its lights show; null: nobody has said. */
  readonly shown: LightSign | null;
}

/** Something the host may send. */
interface Question {
  readonly name: string;
  readonly sweep: boolean;
  readonly isMore: boolean;
  /** It is no question: the device is to show a sign. */
  readonly shows: LightSign | null;
  readonly bytes: MakeBytes;
}

export interface EmulatedProfile {
  readonly state: ProfileEmulatorState;
  readonly bytes: Uint8Array;
}

interface Sending {
  readonly at: number;
  readonly state: { -readonly [Field in keyof ProfileEmulatorState]: ProfileEmulatorState[Field] };
  readonly sent: Uint8Array[];
}

const heardMost = 512;

/** Options of the profile that are not its defaults. */
export type ProfileEmulatorOptions = Readonly<Record<string, number>>;

export function makeProfileEmulator(profile: Profile) {
  const writer = makeFrameWriter(profile);
  const { poll, presence, sequence } = profile;
  const asks = makeQuestions(profile);
  const asksFor = makeAsks(profile, asks);
  const repeatMs = presence !== undefined && "absentAfterMs" in presence ? Math.floor(presence.absentAfterMs / 4) : null;
  /** It tells of tags without being asked. */
  const isUnasked = asks.every(({ name, sweep }) => !writer.tells(name, sweep));
  const modulo = sequence?.modulo ?? 10;

  function say(sending: Sending, reading: Reading): void {
    const { state } = sending;
    const bytes = writer.say(reading, state.number);
    if (bytes === null) return;
    state.number = (state.number + 1) % modulo;
    send(sending, bytes);
  }

  /** A tag that lies there already has not come, and one that is elsewhere has not left. */
  function moveTag(sending: Sending, { antenna, uid, present }: Extract<ProfileAction, { kind: "tag" }>): void {
    const { state } = sending;
    const others = state.tags.filter((tag) => tag.antenna !== antenna || tag.uid !== uid);
    if (present === others.length < state.tags.length) return;
    state.tags = present ? [...others, { antenna, uid }] : others;
    say(sending, { kind: "tag", antenna, uid, present });
    if (present && isUnasked) sight(sending, { antenna, uid });
  }

  function sight(sending: Sending, tag: TagHere): void {
    const bytes = writer.sight(tag);
    if (bytes !== null) send(sending, bytes);
  }

  function happen(sending: Sending, action: ProfileAction): void {
    const { state } = sending;
    switch (action.kind) {
      case "tag":
        return moveTag(sending, action);
      case "say":
        return say(sending, action.reading);
      case "fault":
        state.faults = [...state.faults, action.fault];
        return;
      case "garbage":
        return put(sending, action.bytes);
      case "silent":
        state.silent = action.on;
    }
  }

  /** Answers the question that `heard` begins with; returns how many of its bytes are used up. */
  function hear(sending: Sending): number {
    const { heard, numbers } = sending.state;
    let isBeginning = false;
    for (const { question, parameters = sending.state.asked, bytes } of asksFor(numbers)) {
      const isSame = bytes.every((byte, i) => i >= heard.length || heard[i] === byte);
      if (isSame && heard.length >= bytes.length) {
        sending.state.asked = parameters;
        answer(sending, question, parameters);
        return bytes.length;
      }
      isBeginning ||= isSame;
    }
    return isBeginning ? 0 : 1;
  }

  function answer(sending: Sending, { name, sweep, isMore, shows }: Question, parameters: Parameters): void {
    const { state } = sending;
    if (shows !== null) {
      state.shown = shows;
      return;
    }
    const { each } = poll ?? {};
    const here = each === undefined ? state.tags : state.tags.filter(({ antenna }) => antenna === parameters[each.name]);
    let tags: readonly TagHere[] = isMore ? state.rest : writer.tells(name, sweep) ? here : [];
    const asksForMore = asks.some((ask) => ask.name === name && ask.isMore);
    do {
      const answered = writer.answer(name, tags, parameters);
      if (answered === null) return;
      for (const bytes of answered.frames) send(sending, bytes);
      tags = answered.rest;
    } while (tags.length > 0 && !asksForMore);
    state.rest = tags;
  }

  return {
    start(options: ProfileEmulatorOptions): ProfileEmulatorState {
      const defaults = Object.fromEntries(Object.entries(profile.options).map(([name, option]) => [name, option.default]));
      const fresh = { tags: [], number: 0, faults: [], silent: false, heard: new Uint8Array(0), repeatedAt: 0, rest: [], shown: null };
      const numbers = { ...defaults, ...options };
      return { ...fresh, numbers, asked: numbers };
    },
    /** Something happens to the device, or at it. */
    act(state: ProfileEmulatorState, action: ProfileAction, at: number): EmulatedProfile {
      const sending = begin(state, at);
      happen(sending, action);
      return end(sending);
    },
    /** The host sends something. */
    receive(state: ProfileEmulatorState, bytes: Uint8Array, at: number): EmulatedProfile {
      const sending = begin(state, at);
      sending.state.heard = joined([state.heard, bytes]).slice(-heardMost);
      for (let used = -1; used !== 0 && sending.state.heard.length > 0; ) {
        used = hear(sending);
        sending.state.heard = sending.state.heard.slice(used);
      }
      return end(sending);
    },
    /** Time passes: a device that is asked nothing says again and again what it sees. */
    tick(state: ProfileEmulatorState, at: number): EmulatedProfile {
      const sending = begin(state, at);
      if (repeatMs !== null && isUnasked && at - state.repeatedAt >= repeatMs) {
        sending.state.repeatedAt = at;
        for (const tag of state.tags) sight(sending, tag);
      }
      return end(sending);
    },
  };
}

/** A question as it is asked with some parameters. */
interface AskedWith {
  readonly question: Question;
  /** Undefined: the bytes do not say; it is asked with those of the question before. */
  readonly parameters?: Parameters;
  readonly bytes: Uint8Array;
}

/** All that a host with these options may ask, made once for each set of options. */
function makeAsks({ poll }: Profile, questions: readonly Question[]): (numbers: Parameters) => readonly AskedWith[] {
  const made = new WeakMap<Parameters, readonly AskedWith[]>();
  return (numbers) => {
    const known = made.get(numbers);
    if (known !== undefined) return known;
    const { each } = poll ?? {};
    const times =
      each === undefined ? [numbers] : Array.from({ length: numbers[each.option] ?? 1 }, (_, time) => ({ ...numbers, [each.name]: time }));
    const all = questions.flatMap((question): AskedWith[] => {
      const asked = times.map((parameters) => ({ question, parameters, bytes: question.bytes(parameters) }));
      const isSaid = new Set(asked.map(({ bytes }) => bytes.join())).size === asked.length;
      return isSaid ? asked : [{ question, bytes: question.bytes(numbers) }];
    });
    made.set(numbers, all);
    return all;
  };
}

function makeQuestions({ checksum, poll, frame, lights }: Profile): readonly Question[] {
  const seal = checksum === undefined ? null : makeSeal(checksum);
  const make = (template: string): MakeBytes => makeSend(template, frame, seal);
  const asks = (poll?.asks ?? []).flatMap(({ name, send, more, sweep }): Question[] => [
    { name, sweep, isMore: false, shows: null, bytes: make(send) },
    ...(more === undefined ? [] : [{ name, sweep, isMore: true, shows: null, bytes: make(more) }]),
  ]);
  const signs = Object.entries(lights ?? {}) as [LightSign, string][];
  return [...asks, ...signs.map(([sign, send]) => ({ name: sign, sweep: false, isMore: false, shows: sign, bytes: make(send) }))];
}

function begin(state: ProfileEmulatorState, at: number): Sending {
  return { at, state: { ...state }, sent: [] };
}

function end({ state, sent }: Sending): EmulatedProfile {
  return { state, bytes: sent.length === 0 ? new Uint8Array(0) : joined(sent) };
}

function put(sending: Sending, bytes: Uint8Array): void {
  if (!sending.state.silent) sending.sent.push(bytes);
}

function send(sending: Sending, bytes: Uint8Array): void {
  const [fault, ...later] = sending.state.faults;
  sending.state.faults = later;
  put(sending, strike(bytes, fault));
}
