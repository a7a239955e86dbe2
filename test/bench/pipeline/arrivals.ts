// The subscriber's side: when each frame's message arrived, and which arrived twice.

import mqtt from "mqtt";

export interface Arrivals {
  /** Resolves to the time of the very first arrival, whichever frame it is. */
  readonly first: Promise<bigint>;
  /** When the message of frame `seq` reached the subscriber (CLOCK_MONOTONIC in ns), if it did. */
  at(seq: number): bigint | undefined;
  /** Waits until all of the `n` frames from `first` on have arrived, but no longer than `timeoutMs`; resolves to the number of arrivals. */
  all(first: number, n: number, timeoutMs: number): Promise<number>;
  /** How many messages of frames from `first` on came a second time. */
  doubledFrom(first: number): number;
  stop(): Promise<void>;
}

/** Subscribes as soon as a broker listens at `port`; a message counts as frame `seq` when the pattern's first group says so. */
export function subscribe(port: number, topic: string, seqPattern: RegExp): Arrivals {
  const arrivedAt = new Map<number, bigint>();
  const doubled: number[] = [];
  let onFirst: (at: bigint) => void;
  const first = new Promise<bigint>((resolve) => {
    onFirst = resolve;
  });
  let onArrival: (seq: number) => void = () => {};

  // Retried fast: an embedded broker comes up with the system under test, and the time to its first message is measured.
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 10, connectTimeout: 3000, clientId: "bench-subscriber" });
  client.on("error", () => {}); // refused connections are retried; who waits for the first message reports that it never came
  client.once("connect", () => client.subscribe(topic, { qos: 1 }));
  client.on("message", (_topic, payload) => {
    const at = process.hrtime.bigint();
    const found = seqPattern.exec(payload.toString("latin1"))?.[1];
    if (found === undefined) return;
    const seq = Number(found);
    if (arrivedAt.has(seq)) {
      doubled.push(seq);
      return;
    }
    arrivedAt.set(seq, at);
    onFirst(at);
    onArrival(seq);
  });

  const all = async (from: number, n: number, timeoutMs: number): Promise<number> => {
    const wants = (seq: number): boolean => seq >= from && seq < from + n;
    let left = n - [...arrivedAt.keys()].filter(wants).length;
    if (left > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        onArrival = (seq) => {
          if (!wants(seq) || --left > 0) return;
          clearTimeout(timer);
          resolve();
        };
      });
      onArrival = () => {};
    }
    return n - left;
  };

  return {
    first,
    at: (seq) => arrivedAt.get(seq),
    all,
    doubledFrom: (from) => doubled.filter((seq) => seq >= from).length,
    stop: async () => {
      await client.endAsync(true);
    },
  };
}
