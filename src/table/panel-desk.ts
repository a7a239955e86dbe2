// Panels and lights of one table: shows on each what the table wants, and turns a pressed key into the command that it stood for. A panel
// that is lost changes nothing for anybody else.

import type { Wanted } from "#core/device";
import type { Fact } from "#core/fact";
import type { NextAction } from "#core/next-action";
import type { Operator } from "#core/operator";
import type { Setup, Table } from "#core/table";
import type { View } from "#core/view";
import { lightWanted } from "#core/wanted";
import type { Language, Money } from "#i18n/format";
import type { RunningDevice } from "./device-loop.ts";
import { panelFace, type Refused } from "./panel-keys.ts";
import type { Committed, LoopListener, TableLoop } from "./table-loop.ts";

export interface PanelDeskOptions {
  readonly setup: Setup<unknown>;
  readonly view: () => View;
  readonly language: (table: Table) => Language;
  readonly money: (language: Language) => Money;
  readonly command: TableLoop["command"];
  /** Who acts where nobody shows a PIN or a badge. */
  readonly dealer: () => Operator;
  readonly clock: () => number;
  /** Whether the journal takes commands now. */
  readonly isOpen: () => boolean;
  readonly devices: readonly Pick<RunningDevice, "drive">[];
  /** For how long a key is held before it acts; 2 s where nothing is said. */
  readonly holdMs?: number;
  /** For how long a key that was pressed in vain says why; 3 s where nothing is said. */
  readonly refusedMs?: number;
}

/** A key that has just come to mean something else does nothing for so long: the finger was meant for what stood there before. */
export const restsMs = 300;
const holdsMs = 2000;
const saysWhyMs = 3000;

interface Meaning {
  readonly action: NextAction;
  readonly since: number;
}

export function createPanelDesk(options: PanelDeskOptions): Required<Pick<LoopListener, "committed" | "stopped">> & { stop(): void } {
  let meanings: ReadonlyMap<number, Meaning> = new Map();
  let shown = "";
  const holds = new Map<string, NodeJS.Timeout>();
  /** What was refused just now, by the action's id, and what ends that. */
  const refused = new Map<string, Refused & { readonly over: NodeJS.Timeout }>();
  let last: Table | null = null;
  /** The fact with which the table stopped: what the disk brings before it is older than the red light, and puts out none. */
  let stoppedAt = 0;

  function show(table: Table): void {
    last = table;
    if (table.n < stoppedAt) return;
    const language = options.language(table);
    const { keys, actions } = panelFace(options.view(), language, options.money(language), refused);
    const at = options.clock();
    meanings = new Map([...actions].map(([key, action]) => [key, meaningOf(key, action, at)]));
    drive({ light: lightWanted(table, options.setup), keys });
  }

  function meaningOf(key: number, action: NextAction, at: number): Meaning {
    const before = meanings.get(key);
    const isSame = before?.action.id === action.id && JSON.stringify(before.action.command) === JSON.stringify(action.command);
    return { action, since: isSame ? before.since : at };
  }

  function drive(wanted: Wanted): void {
    const now = JSON.stringify(wanted);
    if (now === shown) return;
    shown = now;
    for (const device of options.devices) device.drive(wanted);
  }

  function pressed(fact: Extract<Fact, { kind: "button" }>): void {
    const held = `${fact.device} ${fact.key}`;
    clearTimeout(holds.get(held));
    holds.delete(held);
    const meaning = meanings.get(fact.key);
    if (!fact.down || meaning === undefined || fact.at < meaning.since + restsMs) return;
    const { action } = meaning;
    if (action.blocked !== null) return refuse(action, { ok: false, why: action.blocked });
    // The number of a fact is given once, so that whatever happens the same press never acts twice.
    const id = `key-${fact.n}`;
    if (!action.hold) return send(id, action);
    const act = (): void => {
      holds.delete(held);
      if (meanings.get(fact.key)?.action.id === action.id) send(id, action);
    };
    holds.set(held, setTimeout(act, options.holdMs ?? holdsMs));
  }

  function send(id: string, action: NextAction): void {
    if (!options.isOpen()) return refuse(action, { ok: false, why: "journal" });
    void options.command(id, options.dealer(), action.command).then((reply) => {
      if (reply.ok) return;
      refuse(action, reply);
      if (last !== null) show(last);
    });
  }

  /** The key says why for a while, wherever what it does is still on a key. */
  function refuse({ id }: NextAction, reply: Refused): void {
    clearTimeout(refused.get(id)?.over);
    const over = setTimeout(() => {
      refused.delete(id);
      if (last !== null) show(last);
    }, options.refusedMs ?? saysWhyMs);
    refused.set(id, { ...reply, over });
  }

  /** Nobody knows whether a key of a lost panel is still held. */
  function release(device: string): void {
    for (const [held, timer] of holds) {
      if (!held.startsWith(`${device} `)) continue;
      clearTimeout(timer);
      holds.delete(held);
    }
  }

  return {
    committed(records: readonly Committed[], table: Table) {
      for (const fact of records.flatMap(({ record }) => record.facts)) {
        if (fact.kind === "button") pressed(fact);
        else if (fact.kind === "link" && fact.status !== "up") release(fact.device);
      }
      show(table);
    },
    // Red lamps may overtake the disk, and nothing else may.
    stopped(_code, _since, n) {
      stoppedAt = n;
      drive({ light: "stop", keys: [] });
    },
    stop() {
      for (const timer of holds.values()) clearTimeout(timer);
      for (const { over } of refused.values()) clearTimeout(over);
      holds.clear();
      refused.clear();
    },
  };
}
