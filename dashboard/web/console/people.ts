// Signing on at this screen. A badge reader types like a keyboard, faster than any hand, and ends with Enter.

import { ofKind } from "#core/next-action";
import type { View } from "#core/view";
import { type Secret, send } from "../shared/commands.ts";
import { silent } from "../shared/stream.ts";
import { notice, panel } from "./state.ts";

/** Keys of one badge come within this time of each other. */
export const burstMs = 80;
const shortest = 4;
const longest = 64;

/** What has been typed of a badge so far. */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

export const nothingTyped: Typed = { text: "", at: 0 };

/** One more key of a keyboard: what is typed now, and the badge where Enter has ended one. */
export function typeKey({ text, at }: Typed, key: string, now: number): { readonly typed: Typed; readonly badge: string | null } {
  const before = now - at <= burstMs ? text : "";
  if (key === "Enter") return { typed: nothingTyped, badge: before.length >= shortest ? before : null };
  if (key.length !== 1) return { typed: { text: before, at: now }, badge: null };
  return { typed: { text: `${before}${key}`.slice(0, longest), at: now }, badge: null };
}

/** Who shows a badge at any time deals from then on; an approval that is open takes it in place of the PIN. */
export function listenForBadges(taken: (badge: string) => boolean): void {
  let typed = nothingTyped;
  addEventListener("keydown", (event) => {
    const { typed: next, badge } = typeKey(typed, event.key, event.timeStamp);
    typed = next;
    if (badge === null || silent.value) return;
    event.preventDefault();
    if (!taken(badge)) void signOn({ badge });
  });
}

export async function signOn(secret: Secret): Promise<void> {
  const answer = await send({ kind: "signOn" }, secret);
  notice.value = answer.ok ? null : answer.text;
  if (answer.ok && panel.value?.kind === "people") panel.value = null;
}

/** Nothing else may happen before somebody deals. */
export function needsDealer(view: View): boolean {
  return view.dealer === null && ofKind(view, "signOn").length > 0;
}
