// A device as a table runs it, and waiting for what it says.

import assert from "node:assert/strict";
import { deviceOf } from "#devices/index";
import { type DeviceInput, type RunningDevice, runDevice } from "#table/device-loop";

export interface Watched {
  readonly model: string;
  readonly device: RunningDevice;
  readonly inputs: readonly DeviceInput[];
  /** The newest word on its link. */
  link(): Extract<DeviceInput, { kind: "link" }> | undefined;
  /** What it said, without the links. */
  readings(): readonly object[];
  up(): Promise<void>;
  down(): Promise<void>;
}

/** What a test that failed has left running or plugged in. */
export const toClean = new Set<() => unknown>();

export async function cleanUp(): Promise<void> {
  for (const clean of toClean) await clean();
  toClean.clear();
}

export function watch(model: string, link: string, options: object = {}): Watched {
  const known = deviceOf(model);
  assert(known !== undefined, `there is no ${model}`);
  const inputs: DeviceInput[] = [];
  const readings: object[] = [];
  const device = runDevice({
    id: model,
    ...known,
    options: known.readOptions(options),
    link,
    clock: Date.now,
    random: () => 0.5,
    emit(more) {
      inputs.push(...more);
      for (const one of more) if (one.kind === "reading") readings.push(one.reading);
    },
  });
  toClean.add(() => device.stop());
  const newest = () => inputs.findLast((one) => one.kind === "link");
  return {
    model,
    device,
    inputs,
    link: newest,
    readings: () => readings,
    up: () =>
      until(
        () => newest()?.status === "up",
        `${model} is up`,
        () => JSON.stringify(newest()),
      ),
    down: () =>
      until(
        () => newest()?.status === "down",
        `${model} is down`,
        () => JSON.stringify(newest()),
      ),
  };
}

/** Nothing here takes so long, unless the machine has much else to do. */
const waitsMs = 120_000;

/** Ten devices are waited for at once. */
const looksEveryMs = 50;

/** Waits for a condition, and says what there was instead when it never comes. */
export async function until(
  is: () => boolean | Promise<boolean>,
  what: string,
  found: () => string = () => "",
  withinMs = waitsMs,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await is())) {
    if (performance.now() > end) assert.fail(`waited in vain until ${what}: ${found()}`);
    await new Promise((resolve) => setTimeout(resolve, looksEveryMs));
  }
}
