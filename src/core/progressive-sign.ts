// What two people decide about a progressive: whether an award stands, and how the meter is corrected.

import type { Operator } from "./operator.ts";
import {
  type Entry,
  type MeterCommand,
  type MeterEvent,
  type MeterRefusal,
  type MeterReply,
  type Micro,
  microsInMinor,
  returnedBy,
  returning,
  type Signature,
} from "./progressive.ts";
import { addEntry, type Draft, levelOf, replace, setLevel, takeBack, tell } from "./progressive-draft.ts";

const repliesKept = 64;

/** What a person asks. The same id sent again gets the same answer and does nothing. */
export function command(draft: Draft, { id, by, command: asked }: Extract<MeterEvent, { kind: "command" }>): void {
  const earlier = draft.meter.replies.find(([known]) => known === id);
  draft.reply = earlier?.[1] ?? answer(draft, by, asked);
  if (earlier !== undefined) return;
  draft.meter = { ...draft.meter, replies: [...draft.meter.replies, [id, draft.reply] as const].slice(-repliesKept) };
}

const no = (why: MeterRefusal): MeterReply => ({ ok: false, why });

function answer(draft: Draft, by: Operator, asked: MeterCommand): MeterReply {
  if (asked.kind === "adjust") return propose(draft, by, asked);
  const entry = draft.meter.entries.find((one) => one.id === asked.entry);
  if (entry === undefined) return no("noEntry");
  if (entry.status !== "pending") return no("decided");
  if (asked.kind === "refuse" && asked.reason.trim() === "") return no("reason");
  const refusal = whyNotSigned(draft, entry, by, asked.kind);
  return refusal === null ? sign(draft, entry, by, asked) : no(refusal);
}

function whyNotSigned({ setup }: Draft, entry: Entry, by: Operator, verdict: Signature["verdict"]): MeterRefusal | null {
  const roles = entry.kind === "award" ? setup.awardRoles : setup.adjustRoles;
  if (!roles.includes(by.role)) return "role";
  const before = entry.signed.filter((one) => one.verdict === verdict);
  if (before.some(({ name }) => name === by.name)) return "samePerson";
  return before.some(({ role }) => role === by.role) ? "sameRole" : null;
}

/** Two who agree decide. Where the second sees it otherwise, the first has to be convinced: only the last word stands. */
function sign(draft: Draft, entry: Entry, by: Operator, asked: Extract<MeterCommand, { kind: "confirm" | "refuse" }>): MeterReply {
  const signature = { name: by.name, role: by.role, at: draft.meter.at, verdict: asked.kind };
  const agreeing = entry.signed.filter(({ verdict, name }) => verdict === asked.kind && name !== by.name);
  const signed = { ...entry, signed: [...agreeing, signature] };
  const isDecided = signed.signed.length === 2;
  if (isDecided && levelOf(draft, entry.level).value + changeOf(draft, entry, asked.kind) < 0) return no("belowZero");
  replace(draft, signed);
  tell(draft, { kind: "signed", entry: entry.id, by: signature });
  if (!isDecided) return { ok: true };
  return asked.kind === "confirm" ? decide(draft, signed, "confirmed") : decide(draft, signed, "refused", asked.reason);
}

/** What the decision does to the level's value. */
function changeOf(draft: Draft, entry: Entry, verdict: Signature["verdict"]): Micro {
  const micros = entry.amount * microsInMinor;
  if (entry.kind === "adjustment") return verdict === "confirm" ? micros : 0;
  return verdict === "refuse" ? micros - returnedBy(keepingBase(draft, entry)).reseed : 0;
}

/**
 * An award as it is refused: where others of its round had their shares, what goes back may be less than what the level began anew with;
 * then so much of that stays in it that it stands at its base.
 */
function keepingBase(draft: Draft, entry: Entry): Entry {
  const base = (draft.setup.levels.find(({ id }) => id === entry.level)?.base ?? 0) * microsInMinor;
  return returning(entry, Math.max(0, levelOf(draft, entry.level).value + entry.amount * microsInMinor - base));
}

function decide(draft: Draft, signed: Entry, status: "confirmed" | "refused", reason?: string): MeterReply {
  const entry = status === "refused" ? keepingBase(draft, signed) : signed;
  const level = levelOf(draft, entry.level);
  const micros = entry.amount * microsInMinor;
  if (entry.kind === "award" && status === "refused") takeBack(draft, entry);
  if (entry.kind === "adjustment" && status === "confirmed")
    setLevel(draft, entry.level, { value: level.value + micros, adjusted: level.adjusted + micros });
  const decided: Entry = { ...entry, status };
  replace(draft, decided);
  tell(draft, { kind: "decided", entry: decided, value: levelOf(draft, entry.level).value, ...(reason !== undefined && { reason }) });
  return { ok: true };
}

function propose(draft: Draft, by: Operator, { level, amount, reason }: Extract<MeterCommand, { kind: "adjust" }>): MeterReply {
  if (!draft.setup.adjustRoles.includes(by.role)) return no("role");
  if (draft.meter.levels[level] === undefined) return no("level");
  if (!Number.isSafeInteger(amount) || amount === 0) return no("amount");
  if (reason.trim() === "") return no("reason");
  const signed = [{ name: by.name, role: by.role, at: draft.meter.at, verdict: "confirm" }] as const;
  const entry = addEntry(draft, { kind: "adjustment", level, amount, reason, signed });
  tell(draft, { kind: "proposed", entry });
  return { ok: true };
}
