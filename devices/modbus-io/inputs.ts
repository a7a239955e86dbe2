// From the levels of a module's inputs to lamps, and from there to readings. Pure.

import type { Lamp, OpenReading } from "#core/device";
import { freshLampWatch, type LampWatch, sampleLamps } from "#wire/lamps";
import type { ModbusIoOptions } from "./options.ts";

/** Which inputs are read: the first, and how many from there. */
export function span({ inputs }: ModbusIoOptions): { readonly first: number; readonly count: number } {
  const ports = Object.keys(inputs).map(Number);
  const first = Math.min(...ports);
  return { first, count: Math.max(...ports) - first + 1 };
}

export interface InputWatch {
  readonly lamps: LampWatch;
}

export const freshInputWatch: InputWatch = { lamps: freshLampWatch };

/** One look at the module. Every good answer proves that it lives. */
export function readInputs(
  watch: InputWatch,
  options: ModbusIoOptions,
  levels: readonly boolean[],
  at: number,
): { readonly watch: InputWatch; readonly readings: readonly OpenReading[] } {
  const { first } = span(options);
  const sample: Partial<Record<Lamp, boolean>> = {};
  for (const [port, { lamp, active }] of Object.entries(options.inputs)) {
    sample[lamp] = (levels[Number(port) - first] ?? false) === (active === "high");
  }
  const { watch: lamps, readings } = sampleLamps(watch.lamps, sample, at);
  return { watch: { lamps }, readings: readings.some(({ kind }) => kind !== "fault") ? readings : [{ kind: "alive" }, ...readings] };
}
