// What the bench must know of a system under test.

import type { Command } from "./processes.ts";

/** Where one run of a system takes place. */
export interface Bed {
  /** An empty directory on the project's disk, removed after the run. */
  readonly dir: string;
  /** The serial device the frames come from. */
  readonly pty: string;
  readonly mqttPort: number;
}

export interface System {
  readonly name: string;
  /** `own`: it brings its broker and listens at the bed's port; `mosquitto`: the bench starts one there. */
  readonly broker: "own" | "mosquitto";
  /** A frame in Python's format language; feeder.py knows {seq}, {card} and {uid}. */
  readonly frame: string;
  readonly topic: string;
  /** Finds the frame's sequence number in a message: its first group. */
  readonly seqPattern: RegExp;
  /** Time it needs after its first message before it is itself. */
  readonly settleMs: number;
  /** Once, before the first round: looks for what the system needs or installs it; throws an error that names the remedy. */
  equip(): void;
  /** Before each run: puts what the system reads into the bed and says how to start it. */
  prepare(bed: Bed): Command | Promise<Command>;
}
