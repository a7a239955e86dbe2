// Time that passes when nothing else happens: a heap of what is due, run in the order of its times and, at one time, in the order in which it
// was asked for.

import type { Time, Timer } from "#table/time";

interface Due {
  at: number;
  order: number;
  readonly run: () => void;
  /** Milliseconds between two runs; null: it runs once. */
  readonly every: number | null;
  readonly life: Life;
  isCleared: boolean;
}

interface Life {
  isOver: boolean;
}

/** The time of one process: when it dies, all that it wanted to do dies with it. */
export interface Lifetime extends Time {
  readonly isOver: boolean;
  end(): void;
}

export interface VirtualTime extends Time {
  /** Runs the next thing; false when there is none. */
  step(): boolean;
  lifetime(): Lifetime;
}

export function createVirtualTime(): VirtualTime {
  const heap: Due[] = [];
  let now = 0;
  let orders = 0;

  function add(due: Due): Due {
    due.order = orders++;
    heap.push(due);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(due, heap[parent] as Due)) break;
      heap[at] = heap[parent] as Due;
      heap[parent] = due;
      at = parent;
    }
    return due;
  }

  function takeFirst(): Due | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const child = left + 1 < heap.length && isBefore(heap[left + 1] as Due, heap[left] as Due) ? left + 1 : left;
      if (!isBefore(heap[child] as Due, last)) break;
      heap[at] = heap[child] as Due;
      at = child;
    }
    heap[at] = last;
    return first;
  }

  function timeOf(life: Life): Time {
    const plan = (ms: number, run: () => void, every: number | null): Timer =>
      add({ at: now + Math.max(0, ms), order: 0, run, every, life, isCleared: life.isOver });
    return {
      now: () => now,
      after: (ms, run) => plan(ms, run, null),
      every: (ms, run) => plan(ms, run, ms),
      clear: (timer) => {
        if (timer !== null) (timer as Due).isCleared = true;
      },
    };
  }

  function step(): boolean {
    for (let due = takeFirst(); due !== undefined; due = takeFirst()) {
      if (due.isCleared || due.life.isOver) continue;
      now = due.at;
      if (due.every !== null) add(Object.assign(due, { at: now + due.every }));
      due.run();
      return true;
    }
    return false;
  }

  return {
    ...timeOf({ isOver: false }),
    step,
    lifetime: () => {
      const life: Life = { isOver: false };
      return {
        ...timeOf(life),
        get isOver() {
          return life.isOver;
        },
        end: () => {
          life.isOver = true;
        },
      };
    },
  };
}

function isBefore(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
