// The connection machine of one device: when to open, when to call it up, stale or down, when to try again. Pure: the shell
// tells it what happened and does what it says. A link that drops comes back by itself, for ever.

import type { LinkStatus, Millis } from "./event.ts";

/** Why a link is not up: a code that texts hang on, and the words of the place where it happened. */
export interface LinkWhy {
  readonly code: string;
  readonly detail: string;
}

/** What every device's link has in common. */
export interface LinkRules {
  /** Without anything valid for so long the device is stale, for three times as long it is down; null: it may be silent for ever. */
  readonly silentAfterMs: Millis | null;
}

/**
 * opening: the shell is at it · opened: bytes may come, nothing valid has · up · stale: up, but silent · waiting: closed,
 * opens again at `retryAt`.
 */
export type LinkPhase = "opening" | "opened" | "up" | "stale" | "waiting";

export interface LinkMachine {
  readonly phase: LinkPhase;
  /** Last proof of life; while nothing valid has come: since when it is waited for. */
  readonly heardAt: Millis;
  readonly openedAt: Millis;
  readonly retryAt: Millis;
  /** Attempts in a row that came to nothing. */
  readonly failures: number;
  /** What was told last. */
  readonly told: LinkStatus | null;
  readonly why: LinkWhy | null;
}

/** `at` on a clock that never jumps. `jitter`: 0..1, drawn anew each time. */
export type LinkInput = { readonly at: Millis } & (
  | { readonly kind: "opened" }
  | { readonly kind: "failed"; readonly why: LinkWhy; readonly jitter: number }
  /** Something valid came: recent proof that the device lives. Garbage is none. */
  | { readonly kind: "heard" }
  | { readonly kind: "closed"; readonly why: LinkWhy; readonly jitter: number }
  | { readonly kind: "tick"; readonly jitter: number }
  /** We did not listen until now, so the silence before proves nothing. */
  | { readonly kind: "deaf" }
  /** There is reason to believe that opening will work now. */
  | { readonly kind: "appeared" }
);

export type LinkEffect =
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  | { readonly kind: "tell"; readonly status: LinkStatus; readonly why?: LinkWhy };

export interface LinkStepped {
  readonly link: LinkMachine;
  readonly effects: readonly LinkEffect[];
}

const firstRetryMs = 250;
const lastRetryMs = 10_000;
/** A link that held for so long starts over with the first wait when it drops. */
const steadyAfterMs = 10_000;
const closeAfterSilences = 3;

export function startLink(at: Millis): LinkStepped {
  const link: LinkMachine = { phase: "opening", heardAt: at, openedAt: at, retryAt: at, failures: 0, told: null, why: null };
  return { link, effects: [{ kind: "open" }] };
}

/** When the machine wants its next tick; null: not before something happens. */
export function linkWakesAt(link: LinkMachine, { silentAfterMs }: LinkRules): Millis | null {
  if (link.phase === "waiting") return link.retryAt;
  if (link.phase === "opening" || silentAfterMs === null) return null;
  return link.heardAt + silentAfterMs * (link.phase === "up" ? 1 : closeAfterSilences);
}

/** One step. Total: an input that makes no sense in a phase changes nothing. */
export function stepLink(link: LinkMachine, input: LinkInput, rules: LinkRules): LinkStepped {
  switch (input.kind) {
    case "opened":
      return opened(link, input.at, rules);
    case "failed":
      return link.phase === "opening" ? dropped(link, input, []) : same(link);
    case "closed":
      return isOpen(link) ? dropped(link, input, []) : same(link);
    case "heard":
      return heard(link, input.at);
    case "tick":
      return ticked(link, input, rules);
    case "deaf":
      return same(isOpen(link) ? { ...link, heardAt: input.at } : link);
    case "appeared":
      return link.phase === "waiting" ? reopen(link) : same(link);
  }
}

function same(link: LinkMachine): LinkStepped {
  return { link, effects: [] };
}

function isOpen({ phase }: LinkMachine): boolean {
  return phase === "opened" || phase === "up" || phase === "stale";
}

/** A device that may be silent for ever has nothing to prove: it is up once its port is open. */
function opened(link: LinkMachine, at: Millis, { silentAfterMs }: LinkRules): LinkStepped {
  if (link.phase !== "opening") return { link, effects: isOpen(link) ? [] : [{ kind: "close" }] };
  const open: LinkMachine = { ...link, phase: "opened", heardAt: at, openedAt: at };
  return silentAfterMs === null ? tell({ ...open, phase: "up" }, "up", null, []) : same(open);
}

function heard(link: LinkMachine, at: Millis): LinkStepped {
  if (!isOpen(link)) return same(link);
  const alive: LinkMachine = { ...link, phase: "up", heardAt: at, failures: 0 };
  return tell(alive, "up", null, []);
}

function ticked(link: LinkMachine, input: Extract<LinkInput, { kind: "tick" }>, rules: LinkRules): LinkStepped {
  const wakesAt = linkWakesAt(link, rules);
  if (wakesAt === null || input.at < wakesAt) return same(link);
  if (link.phase === "waiting") return reopen(link);
  const silentMs = Math.round(input.at - link.heardAt);
  if (link.phase === "up") {
    const why = { code: "silent", detail: `nothing valid for ${silentMs} ms` };
    const stale = tell({ ...link, phase: "stale" }, "stale", why, []);
    // A late tick may find it silent for long enough to close as well.
    const further = ticked(stale.link, input, rules);
    return { link: further.link, effects: [...stale.effects, ...further.effects] };
  }
  const code = link.phase === "stale" ? "silent" : "noAnswer";
  const why = { code, detail: `open, but nothing valid for ${silentMs} ms` };
  return dropped(link, { ...input, why }, [{ kind: "close" }]);
}

function reopen(link: LinkMachine): LinkStepped {
  return { link: { ...link, phase: "opening" }, effects: [{ kind: "open" }] };
}

function dropped(link: LinkMachine, end: { at: Millis; why: LinkWhy; jitter: number }, effects: readonly LinkEffect[]): LinkStepped {
  const wasSteady = link.phase !== "opening" && end.at - link.openedAt >= steadyAfterMs && link.told === "up";
  const failures = wasSteady ? 0 : link.failures;
  const retryAt = end.at + waitMs(failures, end.jitter);
  return tell({ ...link, phase: "waiting", retryAt, failures: failures + 1 }, "down", end.why, effects);
}

/** 250 ms, twice as long each time, 10 s at most; up to a quarter of it is cut off so that not all devices try at once. */
function waitMs(failures: number, jitter: number): Millis {
  return Math.min(firstRetryMs * 2 ** Math.min(failures, 16), lastRetryMs) * (1 - jitter / 4);
}

/** Tells a status once, and again only when the reason is another. */
function tell(link: LinkMachine, status: LinkStatus, why: LinkWhy | null, before: readonly LinkEffect[]): LinkStepped {
  const next: LinkMachine = { ...link, told: status, why };
  if (link.told === status && link.why?.code === why?.code) return { link: next, effects: before };
  return { link: next, effects: [...before, { kind: "tell", status, ...(why && { why }) }] };
}
