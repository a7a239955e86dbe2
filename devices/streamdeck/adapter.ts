// A Stream Deck, through its library. What is on the wire, and what the keys show: README.md beside this file.

import type { StreamDeck } from "@elgato-stream-deck/node";
import type { AdapterListener, DeviceAdapter, OpenAdapter, PanelKey, Wanted } from "#core/device";
import { layKeys } from "#wire/panel-grid";
import type { StreamdeckOptions } from "./options.ts";
import { darkKey, keyPicture } from "./picture.ts";

type Button = Extract<StreamDeck["CONTROLS"][number], { type: "button" }>;

export const streamdeck: DeviceAdapter<StreamdeckOptions> = {
  model: "streamdeck",
  link: {
    kind: "hid",
    known: [0x0060, 0x0063, 0x006c, 0x006d, 0x0080, 0x0084, 0x0086, 0x008f, 0x0090, 0x009a, 0x00b3, 0x00b9].map(
      (id) => [0x0fd9, id] as const,
    ),
  },
  silentAfterMs: null,
  spare: true,
  tells: ["keys"],
  async open(port, { brightness }, listener, signal) {
    if (port.kind !== "hid") throw new Error("a Stream Deck is a USB device");
    const { openStreamDeck } = await import("@elgato-stream-deck/node");
    const deck = await openStreamDeck(port.path, { resetToLogoOnClose: true });
    // Before anything is asked: an unplug shows as an error, and without a listener it ends the process.
    deck.on("error", (error) => listener.onDown(String(error)));
    try {
      await deck.clearPanel();
      await deck.setBrightness(brightness);
      signal.throwIfAborted();
      return runDeck(deck, listener);
    } catch (error) {
      await deck.close().catch(() => {});
      throw error;
    }
  },
};

function runDeck(deck: StreamDeck, listener: AdapterListener): OpenAdapter {
  const buttons = deck.CONTROLS.filter((control): control is Button => control.type === "button");
  const columns = 1 + Math.max(...buttons.map(({ column }) => column));
  const rows = 1 + Math.max(...buttons.map(({ row }) => row));
  let laid: ReadonlyMap<number, PanelKey> = new Map();
  const shown = new Map<number, string>();
  /** What a key meant when it went down: it comes up as the same. */
  const held = new Map<number, number>();
  let wanted: Wanted | null = null;
  let painting = false;

  deck.on("down", (control) => {
    const key = laid.get(control.index)?.key;
    if (control.type !== "button" || key === undefined) return;
    held.set(control.index, key);
    listener.onReadings([{ kind: "button", key, down: true }]);
  });
  deck.on("up", (control) => {
    const key = held.get(control.index);
    held.delete(control.index);
    if (key !== undefined) listener.onReadings([{ kind: "button", key, down: false }]);
  });

  /** Paints what has changed, one key after another; what is wanted meanwhile is painted next. */
  async function paint(): Promise<void> {
    painting = true;
    for (let next = wanted; next !== null; next = wanted) {
      wanted = null;
      for (const button of buttons) await paintKey(button, laid.get(button.index) ?? null);
    }
    painting = false;
  }

  async function paintKey({ index, ...button }: Button, key: PanelKey | null): Promise<void> {
    if (button.feedbackType === "none") return;
    const picture = key === null ? darkKey : keyPicture(key);
    if (shown.get(index) === picture) return;
    shown.set(index, picture);
    if (button.feedbackType === "lcd") {
      const { width } = button.pixelSize;
      await deck.fillKeyBuffer(index, listener.draw(picture, width), { format: "rgb" });
    } else if (key === null) await deck.clearKey(index);
    else await deck.fillKeyColor(index, key.refused ? 180 : 0, key.blocked && !key.refused ? 0 : 120, 0);
  }

  return {
    drive(now) {
      const cells = layKeys(now.keys, columns, rows);
      // A pedal shows nothing, so that all it can be is *next*.
      const blind = buttons.every(({ feedbackType }) => feedbackType === "none");
      const keyAt = ({ row, column }: Button): PanelKey | null => cells[blind ? cells.length - 1 : row * columns + column] ?? null;
      laid = new Map(buttons.flatMap((button) => (keyAt(button) === null ? [] : [[button.index, keyAt(button) as PanelKey]])));
      wanted = now;
      if (!painting) paint().catch((error) => listener.onDown(String(error)));
    },
    close: () => deck.close(),
  };
}
