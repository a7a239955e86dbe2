// What the technician's page knows: the devices, asked for each second, and the frames of the one that is looked at.

import { signal } from "@preact/signals";
import type { DeviceRow, DevicesMessage, FrameRow, FramesMessage } from "#contract/devices";

export const listed = signal<DevicesMessage | null>(null);
export const gone = signal(false);
export const chosen = signal<string | null>(null);
export const frames = signal<readonly FrameRow[]>([]);
/** False: a library owns the port. */
export const visible = signal(true);
export const paused = signal(false);
export const onlyBad = signal(false);

const devicesEveryMs = 1000;
const framesEveryMs = 400;
const askWithinMs = 3000;
const keptFrames = 200;
let after = 0;

const weight: Readonly<Record<DeviceRow["status"], number>> = { down: 0, stale: 1, up: 2 };

/** The worst first; those that are alike stay in the configuration's order. */
export function worstFirst(devices: readonly DeviceRow[]): readonly DeviceRow[] {
  return [...devices].sort((a, b) => weight[a.status] - weight[b.status]);
}

export function choose(id: string): void {
  chosen.value = id;
  frames.value = [];
  visible.value = true;
  after = 0;
}

export function follow(): void {
  repeat(devicesEveryMs, async () => {
    const message = await ask<DevicesMessage>("/api/devices");
    gone.value = message === null;
    if (message === null) return;
    listed.value = message;
    const first = worstFirst(message.devices)[0];
    if (chosen.value === null && first !== undefined) choose(first.id);
  });
  repeat(framesEveryMs, async () => {
    const id = chosen.value;
    if (id === null || paused.value) return;
    const message = await ask<FramesMessage>(`/api/devices/${encodeURIComponent(id)}/frames?after=${after}`);
    if (message === null || chosen.value !== id) return;
    // A table that has started again counts anew.
    if (message.next < after) choose(id);
    after = message.next;
    visible.value = message.visible;
    if (message.frames.length > 0) frames.value = [...frames.value, ...message.frames].slice(-keptFrames);
  });
}

function repeat(everyMs: number, work: () => Promise<void>): void {
  void work().finally(() => setTimeout(() => repeat(everyMs, work), everyMs));
}

/** What the table answers, or null. */
export async function ask<Message>(path: string): Promise<Message | null> {
  try {
    const reply = await fetch(path, { signal: AbortSignal.timeout(askWithinMs) });
    return reply.ok ? ((await reply.json()) as Message) : null;
  } catch {
    return null;
  }
}
