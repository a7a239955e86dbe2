import { describe, expect, it } from "vitest";
import { modbusIoEmulator } from "#devices/modbus-io/emulator";
import { freshInputWatch, readInputs, span } from "#devices/modbus-io/inputs";
import { readOptions } from "#devices/modbus-io/options";
import { hexOf } from "#wire/session";

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.split(" "), (pair) => Number.parseInt(pair, 16));

describe("modbus-io", () => {
  it("the emulated module answers as the protocol's notes say", () => {
    let module = modbusIoEmulator.start({ over: "rtu" });
    for (const port of [0, 1]) module = modbusIoEmulator.act(module, { kind: "input", port, level: 1 }).state;
    expect(hexOf(modbusIoEmulator.receive(module, bytesOf("01 02 00 00 00 08 79 CC")).bytes)).toBe("01 02 01 03 E1 89");
    const tcp = modbusIoEmulator.start({ over: "tcp" });
    const asked = bytesOf("00 05 00 00 00 06 01 02 00 00 00 08");
    const first = modbusIoEmulator.receive(tcp, asked.subarray(0, 7));
    expect(first.bytes).toHaveLength(0);
    expect(hexOf(modbusIoEmulator.receive(first.state, asked.subarray(7)).bytes)).toBe("00 05 00 00 00 04 01 02 01 00");
  });

  it("reads only the inputs that are wired, by their own numbers and levels", () => {
    const options = readOptions({ inputs: { 5: { lamp: "red", active: "low" }, 3: { lamp: "green" } } });
    expect(span(options)).toEqual({ first: 3, count: 3 });
    const { watch, readings } = readInputs(freshInputWatch, options, [true, false, true], 10);
    expect(readings).toEqual([
      { kind: "light", lamp: "green", state: "on" },
      { kind: "light", lamp: "red", state: "off" },
    ]);
    expect(readInputs(watch, options, [true, false, true], 60).readings).toEqual([{ kind: "alive" }]);
  });

  it.each([
    [{}, "inputs: name at least one, for example inputs: { 0: { lamp: red } }"],
    [{ inputs: { 64: { lamp: "red" } } }, "inputs.64: an input is a number from 0 to 63"],
    [{ inputs: { 1: { lamp: "blue" } } }, "inputs.1: write lamp: red, lamp: green or lamp: mains"],
    [{ unit: 0, inputs: { 1: { lamp: "red" } } }, "unit is 0: write a number from 1 to 247"],
    [{ table: "registers", inputs: {} }, 'table is "registers": write inputs or coils'],
    [{ baud: 1 }, "there is no baud; known are unit, table, everyMs, answerWithinMs, inputs"],
  ])("refuses %j", (options, message) => expect(() => readOptions(options)).toThrow(message));
});
