// What a panel's keys say and do: the same next actions as the console's, with numbers that never move. Panels lay them out as they can.

import type { PanelKey } from "#core/device";
import { type NextAction, nextActions } from "#core/next-action";
import type { View } from "#core/view";
import { blockedLabel, find, type Language, type Money, say } from "#i18n/format";

/** What the table waits for; a foot switch is this key. */
export const nextKey = 0;
/** One of several ways on: this one and those after it, in the order that the rules give. */
export const firstChoiceKey = 1;
export const undoKey = 50;
export const callKey = 51;

export interface PanelFace {
  readonly keys: readonly PanelKey[];
  readonly actions: ReadonlyMap<number, NextAction>;
}

/** The face of every panel of a table. */
export function panelFace(view: View, language: Language, money: Money): PanelFace {
  const actions = new Map(nextActions(view).map((action, i, all) => [keyOf(action, i, all), action]));
  const keys = [...actions].map(([key, action]): PanelKey => {
    const { rank, blocked, hold } = action;
    return { key, ...wordsOf(action, language, money), rank, blocked: blocked !== null, hold };
  });
  return { keys, actions };
}

function keyOf({ rank, id }: NextAction, index: number, all: readonly NextAction[]): number {
  if (rank === "next") return nextKey;
  if (rank === "aside") return id === "undo" ? undoKey : callKey;
  return firstChoiceKey + all.slice(0, index).filter((one) => one.rank === "choice").length;
}

function wordsOf({ label, blocked, hold }: NextAction, language: Language, money: Money): Pick<PanelKey, "label" | "notes"> {
  if (blocked !== null) return { label: blockedLabel(language, blocked).split("\n"), notes: [] };
  return {
    label: (find(language, label.key) ?? label.key).split("\n"),
    notes: [
      ...(label.amount === undefined ? [] : [money(label.amount)]),
      ...(label.seat === undefined ? [] : [say(language, "key.seat", { seat: label.seat })]),
      ...(hold ? [say(language, "key.hold")] : []),
    ],
  };
}
