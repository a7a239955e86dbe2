// Which field values make a rule say a reading: templates read backwards.

import type { Reading } from "#core/device";
import { partsOf } from "./emit.ts";
import type { Emit, Value } from "./profile.ts";
import type { Bound, Fields } from "./write-field.ts";

/** The values that make `emit` say `reading`; null when none do. `outside`: names that are no fields, and have their value already. */
export function unify(emit: Emit, reading: Reading, fields: Fields, outside: Readonly<Record<string, number>>): Bound | null {
  if (emit.kind !== reading.kind) return null;
  const bound = new Map<string, Value>();
  const wanted = reading as unknown as Readonly<Record<string, Value>>;
  if (emit.kind === "tag" && emit.present === undefined && wanted.present !== true) return null;
  for (const [key, template] of Object.entries(emit as unknown as Record<string, Value>)) {
    if (key === "kind") continue;
    const value = wanted[key];
    const found = value === undefined ? null : unifyValue(template, value, fields);
    if (found === null) return null;
    for (const [name, one] of found) {
      const known = bound.get(name) ?? outside[name];
      if (known !== undefined && String(known) !== String(one)) return null;
      bound.set(name, one);
    }
  }
  for (const name of bound.keys()) if (fields[name] === undefined && outside[name] === undefined) return null;
  return bound;
}

function unifyValue(template: Value, value: Value, fields: Fields): Bound | null {
  const parts = typeof template === "string" ? partsOf(template) : [];
  if (parts.length <= 1) return String(template) === String(value) ? new Map() : null;
  if (parts.length === 3 && parts[0] === "" && parts[2] === "") return new Map([[parts[1] as string, value]]);
  const names = parts.filter((_, i) => i % 2 === 1);
  const pattern = parts.map((part, i) => (i % 2 === 1 ? `(${choices(part, fields)})` : escaped(part))).join("");
  const match = new RegExp(`^${pattern}$`).exec(String(value));
  return match === null ? null : new Map(names.map((name, i) => [name, match[i + 1] as string]));
}

function choices(name: string, fields: Fields): string {
  const { map } = fields[name] ?? {};
  return map === undefined
    ? ".+"
    : Object.values(map)
        .map((value) => escaped(String(value)))
        .join("|");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
