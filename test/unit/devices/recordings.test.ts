// Recorded sessions of every device, played to its driver as they were. The readings beside them are what a driver must make
// of those bytes for ever: a session that once was read right stays read right. A driver's questions, and what a light is told, are
// the recorded ones too. Where a library owns the port, the library is played to; those of USB are, in the guest (test/guest).

import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DeviceAdapter } from "#core/device";
import { adaptedDevices, deviceOf, devices, type KnownDevice } from "#devices/index";
import { adapterPort } from "#table/adapter-port";
import { hexOf, playMoment, readSession, type Session } from "#wire/session";

const folderOf = (model: string): string => join(import.meta.dirname, "../../../devices", model, "recordings");
const textOf = (model: string, name: string): string => readFileSync(join(folderOf(model), name), "utf8");
const sessionsOf = (model: string): readonly string[] =>
  readdirSync(folderOf(model)).filter((name) => name.endsWith(".txt") && !name.endsWith(".readings.txt"));
const readingsName = (name: string): string => name.replace(/\.txt$/, ".readings.txt");

const sentIn = ({ moments }: Session): readonly string[] => moments.flatMap(({ what, bytes }) => (what === "out" ? [hexOf(bytes)] : []));

/** Plays a session; gives the readings as they are written down, and what the driver sent. */
function play({ driver }: KnownDevice, { options, moments }: Session, readOptions: (value: unknown) => unknown) {
  let state: unknown = driver.start(readOptions(options));
  const readings: string[] = [];
  const sent: string[] = [];
  for (const moment of moments) {
    const got = playMoment(driver, state, moment);
    if (got === null) continue;
    state = got.state;
    for (const reading of got.readings) readings.push(`${String(moment.at).padStart(6)} ${JSON.stringify(reading)}`);
    if (got.reply !== undefined) sent.push(hexOf(got.reply));
  }
  return { readings, sent };
}

describe.each([...Object.keys(devices), ...Object.keys(adaptedDevices)])("recorded sessions of %s", (model) => {
  it("are there", () => {
    expect(sessionsOf(model).length).toBeGreaterThanOrEqual(2);
  });
});

describe.each(Object.keys(devices))("recorded sessions of %s", (model) => {
  it.each(sessionsOf(model))("%s", (name) => {
    const session = readSession(textOf(model, name));
    const known = devices[model] as KnownDevice;
    const { readings, sent } = play(known, session, known.readOptions);
    expect(`${readings.join("\n")}\n`).toBe(textOf(model, readingsName(name)));
    expect(sent).toEqual(sentIn(session));
  });
});

/** What a light was told, its emulated self shows: the sign that was wanted last. */
describe.each(Object.keys(devices).filter((model) => devices[model]?.driver.drive !== undefined))("the light %s", (model) => {
  it.each(sessionsOf(model))("shows something else for each sign of %s", (name) => {
    const { emulator, driver } = devices[model] as KnownDevice;
    const size = driver.link.kind === "hid" ? (driver.link.sends?.bytes ?? 1) : 1;
    let light = emulator.start({});
    let wanted = "";
    const shown = new Map<string, string>();
    for (const { at, what, bytes, light: sign } of readSession(textOf(model, name)).moments) {
      if (sign !== undefined) wanted = sign;
      for (let from = 0; what === "out" && from < bytes.length; from += size)
        light = emulator.receive(light, bytes.subarray(from, from + size), at).state;
      if (what === "out" && wanted !== "") shown.set(wanted, JSON.stringify(light.shows ?? light.told));
    }
    expect(shown.size).toBeGreaterThan(0);
    expect(new Set(shown.values()).size).toBe(shown.size);
  });
});

/** A device on a TCP port that says what it said in a session as long as it is asked what it was asked then. */
async function servePlayed({ moments }: Session, isOver: (asked: readonly string[]) => void): Promise<Server> {
  const asked: string[] = [];
  let next = moments.findIndex(({ what }) => what === "out");
  const server = createServer((client) => {
    client.on("data", (bytes) => {
      asked.push(hexOf(bytes));
      next++;
      for (; moments[next]?.what === "in"; next++) client.write(moments[next]?.bytes ?? "");
      if (next >= moments.length) isOver([...asked]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe("recorded sessions of modbus-io, played to its library", () => {
  const { adapter, readOptions } = deviceOf("modbus-io") as unknown as {
    readonly adapter: DeviceAdapter<unknown>;
    readOptions(value: unknown): unknown;
  };

  it.concurrent.for(sessionsOf("modbus-io"))("%s", async (name, { expect }) => {
    const session = readSession(textOf("modbus-io", name));
    let tell: (asked: readonly string[]) => void = () => {};
    const over = new Promise<readonly string[]>((resolve) => {
      tell = resolve;
    });
    const server = await servePlayed(session, tell);
    const { port } = server.address() as { readonly port: number };
    const readings: string[] = [];
    const listener = {
      onReceived: (received: { readonly readings: readonly { readonly kind: string }[] }) =>
        readings.push(...received.readings.filter(({ kind }) => kind !== "alive").map((one) => JSON.stringify(one))),
      onDown: () => {},
    };
    const open = await adapterPort(adapter, readOptions(session.options), `tcp://127.0.0.1:${port}`).open(
      listener,
      new AbortController().signal,
    );
    open.begin();
    const asked = await over;
    const recorded = [...textOf("modbus-io", readingsName(name)).matchAll(/\{.*\}/g)].map(([words]) => words);
    await expect.poll(() => readings.slice(0, recorded.length), { timeout: 60_000 }).toEqual(recorded);
    expect(asked).toEqual(sentIn(session));
    await open.close();
    server.close();
  });
});

describe.each(["streamdeck", "xkeys"])("recorded sessions of %s", (model) => {
  /** How long it has been plugged in, in an X-keys' reports. */
  const still = (bytes: Uint8Array): Uint8Array => (model === "xkeys" ? bytes.map((byte, i) => (i >= 6 && i < 10 ? 0 : byte)) : bytes);

  it.each(sessionsOf(model))("%s: its emulated self answers as it is recorded", (name) => {
    const { emulator } = adaptedDevices[model] as Required<(typeof adaptedDevices)[string]>;
    const { moments } = readSession(textOf(model, name));
    let state = emulator.start({});
    for (const [i, { at, what, bytes }] of moments.entries()) {
      if (what !== "out") continue;
      const isAsked = model === "streamdeck" && bytes.length === 1;
      const got = isAsked ? { state, bytes: emulator.feature?.(state, bytes[0] as number) ?? null } : emulator.receive(state, bytes, at);
      state = got.state;
      if (got.bytes === null || got.bytes.length === 0) continue;
      expect(hexOf(still(got.bytes))).toBe(hexOf(still(moments[i + 1]?.bytes ?? new Uint8Array(0))));
    }
  });
});
