// What goes wrong with machines: lines, devices, the broker, the disk, the process, the clock. Each fault passes after a while.

import type { Trouble } from "#table/journal";
import type { Broker } from "./broker.ts";
import type { Chance } from "./chance.ts";
import { deviceNames, type TableTop } from "./table-top.ts";
import type { VirtualTime } from "./virtual-time.ts";
import { blindMs, strikes, type Wire } from "./wire.ts";

/** The machine that the program runs on. */
export interface Machine {
  /** How far its clock has been set from the time that passes. */
  wallOffset: number;
  /** Milliseconds that a commit takes; 0: as usual. */
  slowMs: number;
  trouble: Trouble | null;
  /** A commit takes only some of what waits. */
  splits: boolean;
}

export interface DirectorOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly top: TableTop;
  readonly broker: Broker;
  readonly machine: Machine;
  /** The process dies now. */
  readonly kill: () => void;
  /** Starts it where none runs. */
  readonly start: () => void;
  /** Stops it in order and calls back. */
  readonly close: (done: () => void) => void;
  readonly struck: (fault: string) => void;
}

export interface Director {
  strike(): void;
  /** Everything works again. */
  mend(): void;
}

type Faults = Readonly<Record<string, () => void>>;

const troubles: readonly Trouble[] = [
  { code: "SQLITE_FULL", message: "The disk is full." },
  { code: "SQLITE_READONLY", message: "The disk is read-only." },
  { code: "SQLITE_IOERR_WRITE", message: "The disk can't be written." },
];

export function createDirector(options: DirectorOptions): Director {
  const { time, chance, top, broker, machine } = options;
  const faults: Faults = { ...faultsOfLines(options), ...faultsOfDisk(options), ...faultsOfProcess(options) };
  const names = Object.keys(faults);
  return {
    strike: () => {
      const name = chance.pick(names);
      options.struck(name);
      top.blindUntil = Math.max(top.blindUntil, time.now() + blindMs);
      faults[name]?.();
    },
    mend: () => {
      Object.assign(machine, { slowMs: 0, trouble: null, splits: false });
      broker.setUp(true);
      for (const id of deviceNames) {
        top.wires[id].plug();
        top.wires[id].act({ kind: "silent", on: false });
      }
      restartLater(options);
    },
  };
}

function later({ time, chance }: DirectorOptions, least: number, most: number, run: () => void): void {
  time.after(chance.between(least, most), run);
}

function restartLater(options: DirectorOptions): void {
  later(options, 20, 1500, options.start);
}

function faultsOfLines(options: DirectorOptions): Faults {
  const { time, chance, top, broker } = options;
  const wire = (): Wire<Parameters<TableTop["wires"]["shoe"]["act"]>[0]> => top.wires[chance.pick(deviceNames)];
  const blindUntil = (at: number): void => {
    top.blindUntil = at;
  };
  return {
    "cable pulled": () => {
      const mine = wire();
      mine.pull();
      later(options, 50, 9000, () => {
        mine.plug();
        blindUntil(Math.max(top.blindUntil, time.now() + blindMs));
      });
    },
    "cable loose": () => {
      const mine = wire();
      mine.pull();
      mine.plug();
    },
    "bytes changed": () => wire().strike("flip"),
    "bytes cut": () => wire().strike("cut"),
    "bytes doubled": () => wire().strike("double"),
    "bytes lost": () => wire().strike("lose"),
    "bytes added": () => wire().strike("garbage"),
    "a burst of bad bytes": () => {
      const mine = wire();
      for (let i = chance.between(2, 6); i > 0; i--) mine.strike(chance.pick(strikes));
    },
    "device restarted": () => wire().act({ kind: "reboot" }),
    "device silent": () => {
      const mine = wire();
      mine.act({ kind: "silent", on: true });
      blindUntil(Number.POSITIVE_INFINITY);
      later(options, 500, 12_000, () => {
        mine.act({ kind: "silent", on: false });
        blindUntil(time.now() + blindMs);
      });
    },
    "broker line dropped": () => broker.drop(),
    "broker gone": () => {
      broker.setUp(false);
      later(options, 100, 20_000, () => broker.setUp(true));
    },
  };
}

function faultsOfDisk(options: DirectorOptions): Faults {
  const { chance, machine } = options;
  const slow = (ms: number, least: number, most: number): void => {
    machine.slowMs = ms;
    later(options, least, most, () => {
      machine.slowMs = 0;
    });
  };
  return {
    "disk slow": () => slow(chance.between(5, 80), 200, 3000),
    "disk stalled": () => slow(chance.between(1000, 6000), 10, 500),
    "disk full or refusing": () => {
      machine.trouble = chance.pick(troubles);
      later(options, 100, 15_000, () => {
        machine.trouble = null;
      });
    },
    "small commits": () => {
      machine.splits = true;
      later(options, 100, 3000, () => {
        machine.splits = false;
      });
    },
  };
}

function faultsOfProcess(options: DirectorOptions): Faults {
  const { time, chance, machine, kill } = options;
  return {
    "process killed": () => {
      time.after(chance() * 4, () => {
        kill();
        restartLater(options);
      });
    },
    "process killed between two rows": () => {
      Object.assign(machine, { splits: true, slowMs: 3 });
      later(options, 1, 60, () => {
        Object.assign(machine, { splits: false, slowMs: 0 });
        kill();
        restartLater(options);
      });
    },
    "stopped and started": () => options.close(() => restartLater(options)),
    "clock set": () => {
      machine.wallOffset += chance.pick([-1, 1]) * chance.pick([600, 5_000, 3_600_000, 86_400_000]);
    },
  };
}
