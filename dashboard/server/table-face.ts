// What a running table shows to its pages. The table is handed in; the server knows neither devices nor games.

import type { About, BeatMessage, DemoRequest, RecalledRound, RecordRequest, RoundLine } from "#contract/console";
import type { DraftMessage } from "#contract/decks";
import type { DeviceRow, FramesMessage } from "#contract/devices";
import type { MeterMessage } from "#contract/meter";
import type { ProgramMessage } from "#contract/program";
import type { SignReport } from "#contract/sign";
import type { Command } from "#core/event";
import type { Operator } from "#core/operator";
import type { Reply } from "#core/table";
import type { Audience, View } from "#core/view";

export interface FaceListener {
  /** Something that may be shown has changed. */
  changed(): void;
  /** The table has stopped, whether or not the disk knows it yet. */
  stopped(code: string, since: number): void;
}

export interface MeterFace {
  now(): readonly MeterMessage[];
  listen(heard: (message: MeterMessage) => void): void;
}

/** What a technician sees of the devices. */
export interface TechnicianFace {
  devices(): readonly DeviceRow[];
  /** Null: there is no such device. */
  frames(id: string, after: number): Promise<FramesMessage | null>;
  dump(id: string): Promise<string | null>;
}

/** Registers a deck, card by card. */
export interface RegistrarFace {
  shown(): DraftMessage | null;
  begin(by: Operator, name: string, perCard: 1 | 2): Reply;
  choose(card: string): void;
  undo(): void;
  cancel(): void;
  register(by: Operator): Promise<Reply>;
  adopt(by: Operator, name: string): Promise<Reply>;
}

export interface TableFace {
  readonly about: About;
  readonly journal: string;
  view(audience: Audience): View;
  listen(listener: FaceListener): void;
  command(id: string, by: Operator, command: Command): Promise<Reply>;
  /** Who acts where nobody shows a PIN or a badge: whoever has signed on. */
  dealer(): Operator;
  /** Whose PIN or badge this is; "locked" after too many wrong ones. */
  signOn(secret: { readonly how: "pin" | "badge"; readonly text: string }): Promise<Operator | null | "locked">;
  facts(from: number, limit: number): Promise<readonly { readonly n: number; readonly at: number; readonly fact: unknown }[]>;
  /** Looks back into the journal. */
  readonly recall: {
    rounds(count: number): Promise<readonly RoundLine[]>;
    round(number: number): Promise<RecalledRound | null>;
    /** What is installed, compared anew, and its newest changes. */
    program(changes: number): Promise<ProgramMessage>;
  };
  /** Puts on record that two people open a round; false when the proof does not hold. */
  record(request: RecordRequest): Promise<boolean>;
  journalState(): BeatMessage["journal"];
  health(): unknown;
  readonly technician: TechnicianFace;
  /** Null: no deck is registered here. */
  readonly registrar: RegistrarFace | null;
  now(): number;
  /** Signs say that they live. */
  readonly signs: { hear(report: SignReport): void };
  /** The progressives of this table, as their service last told them; null: there are none. */
  readonly meters: MeterFace | null;
  /** An emulated table. */
  readonly demo: { state(): NonNullable<BeatMessage["demo"]>; act(request: DemoRequest): void } | null;
}
