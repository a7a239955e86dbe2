// An X-keys panel, through its library. What is on the wire, and what the keys show: README.md beside this file.

import type { XKeys } from "xkeys";
import type { AdapterListener, DeviceAdapter, OpenAdapter, PanelKey, Wanted } from "#core/device";
import { layKeys } from "#wire/panel-grid";

const green = 1;
const red = 2;

export const xkeys: DeviceAdapter<null> = {
  model: "xkeys",
  // Of its interfaces only the first speaks to programs; the others are a keyboard, a mouse and a joystick.
  link: { kind: "hid", usage: [0x0c, 1], known: [0x0403, 0x0405, 0x0438, 0x043a, 0x04cb, 0x04ce].map((id) => [0x05f3, id] as const) },
  silentAfterMs: null,
  spare: true,
  tells: ["keys"],
  async open(port, _, listener) {
    if (port.kind !== "hid") throw new Error("an X-keys panel is a USB device");
    const { setupXkeysPanel } = await import("xkeys");
    // Opened by the table: the library would hold a panel that does not answer it for ever. It takes node-hid's device.
    const panel = await setupXkeysPanel((await port.open()) as never);
    panel.on("error", (error) => listener.onDown(String(error)));
    panel.on("disconnected", () => listener.onDown("it was unplugged"));
    return runPanel(panel, listener);
  },
};

function runPanel(panel: XKeys, listener: AdapterListener): OpenAdapter {
  const { colCount, rowCount } = panel.info;
  /** Pedals: nobody sees what they are, so that all they can be is *next*. */
  const blind = rowCount === 1 && colCount <= 3;
  let cells: readonly (PanelKey | null)[] = [];
  const lit = new Map<number, string>();
  const held = new Map<number, number>();

  panel.on("down", (index, { row, col }) => {
    const key = keyAt(row, col)?.key;
    if (key === undefined) return;
    held.set(index, key);
    listener.onReadings([{ kind: "button", key, down: true }]);
  });
  panel.on("up", (index) => {
    const key = held.get(index);
    held.delete(index);
    if (key !== undefined) listener.onReadings([{ kind: "button", key, down: false }]);
  });

  /** The library counts rows and columns from 1, and calls the program switch 0. */
  function keyAt(row: number, column: number): PanelKey | null {
    if (row < 1 || column < 1) return null;
    return cells[blind ? cells.length - 1 : (row - 1) * colCount + column - 1] ?? null;
  }

  /** Blue: it can be pressed. Red: not now. Flashing red: it was pressed, and refused. */
  function light(index: number, key: PanelKey | null): void {
    const colour = key === null ? "000000" : key.blocked || key.refused ? "ff0000" : "0000ff";
    const flashes = key?.refused === true;
    const look = `${colour} ${flashes}`;
    // Some products have places without a key.
    if (lit.get(index) === look || index >= panel.getButtons().size) return;
    lit.set(index, look);
    panel.setBacklight(index, colour, flashes);
  }

  panel.setAllBacklights(false);
  return {
    drive({ keys, light: sign }: Wanted) {
      cells = layKeys(keys, colCount, rowCount);
      // Its keys are numbered down the columns.
      for (const [cell, key] of cells.entries()) light((cell % colCount) * rowCount + Math.floor(cell / colCount) + 1, key);
      panel.setIndicatorLED(red, sign === "stop");
      panel.setIndicatorLED(green, sign === "ready");
    },
    close: () => panel.close(),
  };
}
