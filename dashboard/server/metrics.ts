// How the devices of a table are, for whatever watches a house's machines: Prometheus' text format, version 0.0.4.

import type { DeviceRow, DevicesMessage } from "#contract/devices";

export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  /** One a device; several where it is told apart further; none where the device has no such thing. */
  of(device: DeviceRow): readonly Sample[];
}

const one = (value: number | null): readonly Sample[] => (value === null ? [] : [[{}, value]]);
const secondMs = 1000;

const metrics: readonly Metric[] = [
  {
    name: "up",
    type: "gauge",
    help: "1 when the device answers, 0 when it is silent or gone",
    of: ({ status }) => one(Number(status === "up")),
  },
  { name: "bytes_total", type: "counter", help: "Bytes received", of: ({ bytes }) => one(bytes) },
  { name: "frames_total", type: "counter", help: "Good frames", of: ({ frames }) => one(frames) },
  { name: "bad_frames_total", type: "counter", help: "Runs of bytes that made no frame", of: ({ badFrames }) => one(badFrames) },
  { name: "misses_total", type: "counter", help: "Events lost on the way and reads that were repeated", of: ({ misses }) => one(misses) },
  {
    name: "antenna_misses_total",
    type: "counter",
    help: "Reads that failed, by antenna",
    of: ({ missed }) => Object.entries(missed).map(([antenna, count]) => [{ antenna }, count]),
  },
  {
    name: "sweep_seconds",
    type: "gauge",
    help: "How long the last look at all antennas took",
    of: ({ sweepMs }) => one(inSeconds(sweepMs)),
  },
  {
    name: "last_seen_timestamp_seconds",
    type: "gauge",
    help: "When the last good frame came, in seconds since 1970",
    of: ({ lastSeenAt }) => one(inSeconds(lastSeenAt)),
  },
  { name: "reconnects_total", type: "counter", help: "How often the port was opened again", of: ({ reconnects }) => one(reconnects) },
];

/** GET /metrics. */
export function metricsText({ table, devices }: DevicesMessage): string {
  const lines = metrics.flatMap(({ name, type, help, of }) => [
    `# HELP pitwire_device_${name} ${help}.`,
    `# TYPE pitwire_device_${name} ${type}`,
    ...devices.flatMap((device) =>
      of(device).map(([labels, value]) => {
        const all: Labels = { table, device: device.id, driver: device.driver, ...labels };
        return `pitwire_device_${name}{${Object.entries(all).map(([key, text]) => `${key}="${escaped(text)}"`)}} ${value}`;
      }),
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / secondMs;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
