// A line between an emulated device and the table: real bytes over no cable. It can be pulled, and what runs over it can be changed, cut,
// doubled and lost.

import type { DeviceEmulator } from "#devices/index";
import type { LineSource } from "#table/driver-port";
import { LinkError, type LinkListener, type OpenLink } from "#table/open-link";
import type { Chance } from "./chance.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What befalls the next chunk of bytes. */
export const strikes = ["flip", "cut", "double", "lose", "garbage"] as const;
export type Strike = (typeof strikes)[number];

export interface Wire<Action> extends LineSource {
  act(action: Action): void;
  strike(how: Strike): void;
  pull(): void;
  plug(): void;
  readonly isPulled: boolean;
  /** When bytes last fell victim to a strike: they may have waited for it. */
  readonly struckAt: number;
  /** The process at the other end has died. */
  abandon(): void;
}

export interface WireOptions<State, Action, Options> {
  readonly emulator: DeviceEmulator<State, Action, Options>;
  readonly options: Options;
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** Called whenever somebody waits for this line: promises have to be seen to. */
  readonly stir: () => void;
}

/** The host's end: who listens, and what waits in the system while he does not. */
interface Host {
  readonly listener: LinkListener;
  waiting: Uint8Array[] | null;
}

/** Until a reader's counts have shown what went missing: two beats of a device, and the time to ask. */
export const blindMs = 3_500;
const tickEveryMs = 1000;
const answerMs = 1;

export function createWire<State, Action, Options>(options: WireOptions<State, Action, Options>): Wire<Action> {
  const { emulator, time, chance, stir } = options;
  let state = emulator.start(options.options);
  let host: Host | null = null;
  let isPulled = false;
  let coming: Strike[] = [];
  let struckAt = Number.NEGATIVE_INFINITY;

  function say(said: { readonly state: State; readonly bytes: Uint8Array }): void {
    state = said.state;
    const { bytes } = said;
    if (bytes.length === 0 || host === null) return;
    const how = coming.shift();
    if (how === undefined) return hear(bytes);
    struckAt = time.now();
    for (const chunk of struck(bytes, how, chance)) hear(chunk);
  }

  function hear(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (host?.waiting) host.waiting.push(bytes);
    else host?.listener.onBytes(bytes);
  }

  const at = (): number => Math.floor(time.now());
  time.every(tickEveryMs, () => say(emulator.tick(state, at())));

  function linkOf(mine: Host): OpenLink {
    return {
      write: (bytes) => {
        time.after(answerMs, () => {
          if (host === mine) say(emulator.receive(state, bytes, at()));
        });
      },
      pause: () => {
        mine.waiting ??= [];
      },
      resume: () => {
        const waited = mine.waiting ?? [];
        mine.waiting = null;
        for (const bytes of waited) if (host === mine) hear(bytes);
      },
      check: () => null,
      close: async () => {
        stir();
        if (host === mine) host = null;
      },
    };
  }

  return {
    get isPulled() {
      return isPulled;
    },
    get struckAt() {
      return struckAt;
    },
    act: (action) => say(emulator.act(state, action, at())),
    strike: (how) => {
      coming = [...coming, how];
    },
    pull: () => {
      isPulled = true;
      const before = host;
      host = null;
      before?.listener.onDown({ code: "closed", detail: "the cable was pulled" });
      stir();
    },
    plug: () => {
      isPulled = false;
      stir();
    },
    abandon: () => {
      host = null;
    },
    hasAppeared: async () => {
      stir();
      return !isPulled;
    },
    open: async (listener) => {
      stir();
      if (isPulled) throw new LinkError("missing", "no such port");
      host = { listener, waiting: null };
      return linkOf(host);
    },
  };
}

function struck(bytes: Uint8Array, how: Strike, chance: Chance): readonly Uint8Array[] {
  const at = chance.between(0, bytes.length - 1);
  switch (how) {
    case "flip":
      return [bytes.map((byte, i) => (i === at ? byte ^ (1 << chance.between(0, 7)) : byte))];
    case "cut":
      return [bytes.slice(0, at)];
    case "double":
      return [bytes, bytes.slice()];
    case "lose":
      return [];
    case "garbage":
      return [chance.bytes(chance.between(1, 40)), bytes];
  }
}
