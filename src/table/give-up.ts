// A wait that can be given up.

/**
 * Waits for `work`, and calls `giveUp`, which is to end it, as soon as `signal` aborts. Leaves nothing behind at the signal, which
 * outlives the wait: a device is opened again for as long as the table runs.
 */
export async function orGiveUp<Value>(work: Promise<Value>, signal: AbortSignal, giveUp: () => void): Promise<Value> {
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  return work.finally(() => signal.removeEventListener("abort", giveUp));
}
