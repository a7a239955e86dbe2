// What a panel's keys say and do: the same next actions as the console's, with numbers that never move. Panels lay them out as they can.

import type { PanelKey } from "#core/device";
import { type NextAction, nextActions } from "#core/next-action";
import type { Reply } from "#core/table";
import type { View } from "#core/view";
import { blockedLabel, find, type Language, type Money, refusal, say } from "#i18n/format";

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

/** Why a key that was pressed did nothing, as the table's reply says it. */
export type Refused = Extract<Reply, { readonly ok: false }>;

/** The face of every panel of a table. `refused`: what was refused just now, by the action's id. */
export function panelFace(view: View, language: Language, money: Money, refused: ReadonlyMap<string, Refused> = new Map()): PanelFace {
  const actions = new Map(nextActions(view).map((action, i, all) => [keyOf(action, i, all), action]));
  const keys = [...actions].map(([key, action]): PanelKey => {
    const { id, rank, blocked, hold } = action;
    const why = refused.get(id);
    const words = why === undefined ? wordsOf(action, language, money) : { label: whyOf(why, language, money), notes: [] };
    return { key, ...words, rank, blocked: blocked !== null, hold, ...(why !== undefined && { refused: true }) };
  });
  return { keys, actions };
}

/** So many letters go into a line of a key. */
const lettersInLine = 12;

/** In a few words, where the catalogues have them; a sentence is broken into lines. */
function whyOf({ why, params }: Refused, language: Language, money: Money): readonly string[] {
  const short = find(language, `blocked.${why}`);
  if (short !== null) return short.split("\n");
  const lines: string[] = [];
  for (const word of refusal(language, why, params, money).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= lettersInLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
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
      ...(label.count === undefined ? [] : [String(label.count)]),
      ...(label.amount === undefined ? [] : [money(label.amount)]),
      ...(label.seat === undefined ? [] : [say(language, "key.seat", { seat: label.seat })]),
      ...(hold ? [say(language, "key.hold")] : []),
    ],
  };
}
