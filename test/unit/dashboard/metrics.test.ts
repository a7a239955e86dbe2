import { describe, expect, it } from "vitest";
import type { DeviceRow } from "#contract/devices";
import { metricsText } from "#dashboard/metrics";

const row: DeviceRow = {
  id: "seats",
  driver: "profiles/own.yaml",
  link: "tcp://10.0.0.1:4001",
  required: true,
  bearsCards: true,
  status: "stale",
  since: 0,
  why: null,
  bytes: 1234,
  frames: 40,
  badFrames: 2,
  reconnects: 1,
  lastSeenAt: 1_700_000_000_500,
  misses: 7,
  missed: { 0: 3, 5: 4 },
  sweepMs: 480,
  lamps: null,
};

describe("metrics", () => {
  it("tell of each device what its row tells, each antenna apart, in Prometheus' text", () => {
    const text = metricsText({ table: 'a"7', now: 0, devices: [row] });
    const of = 'table="a\\"7",device="seats",driver="profiles/own.yaml"';
    expect(text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([
      `pitwire_device_up{${of}} 0`,
      `pitwire_device_bytes_total{${of}} 1234`,
      `pitwire_device_frames_total{${of}} 40`,
      `pitwire_device_bad_frames_total{${of}} 2`,
      `pitwire_device_misses_total{${of}} 7`,
      `pitwire_device_antenna_misses_total{${of},antenna="0"} 3`,
      `pitwire_device_antenna_misses_total{${of},antenna="5"} 4`,
      `pitwire_device_sweep_seconds{${of}} 0.48`,
      `pitwire_device_last_seen_timestamp_seconds{${of}} 1700000000.5`,
      `pitwire_device_reconnects_total{${of}} 1`,
    ]);
    for (const name of text.matchAll(/^(pitwire_device_\w+)\{/gm)) expect(text).toContain(`# TYPE ${name[1]} `);
  });

  it("leave out what a device has not", () => {
    const text = metricsText({ table: "t", now: 0, devices: [{ ...row, lastSeenAt: null, sweepMs: null, missed: {} }] });
    expect(text).not.toMatch(/^pitwire_device_(sweep|last_seen|antenna)\w+\{/m);
  });
});
