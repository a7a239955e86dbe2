// The form of a profile file. What the keys mean: devices/README.md.

import { z } from "zod";
import { type KnownCrc, knownCrcs, sumBits } from "#wire/checksum";
import type { Condition, Emit, Value } from "#wire/profile";

const identifier = /^[a-z][A-Za-z0-9]*$/;
const name = z.string().regex(identifier, "a name begins with a small letter and has letters and digits only");
const hexText = 'bytes in hexadecimal and in quotes, such as "A0 04"';
const hex = z.string(`write ${hexText}`).regex(/^\s*[0-9A-Fa-f]{2}(\s*[0-9A-Fa-f]{2})*\s*$/, `write ${hexText}`);
const twoBytes = z.string().regex(/^[0-9A-Fa-f]{2}\s*[0-9A-Fa-f]{2}$/, 'write two bytes in quotes, such as "7D 5E"');
const oneByte = z.string(`write one byte in quotes, such as "05"`).regex(/^[0-9A-Fa-f]{2}$/, 'write one byte in quotes, such as "05"');
const template = z.string('write what is sent, such as "A0 {len} 01 {sum}"');
const extent = z.union([z.int().min(0), z.string()]);
const value: z.ZodType<Value> = z.union([z.string(), z.number(), z.boolean()]);
const frameMost = 4096;
const size = z.int().min(1).max(frameMost);
const ms = z.int().min(10).max(600_000);
const numbers = z.record(name, z.int());

const frame = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("delimited"),
    start: hex.optional(),
    end: hex,
    trim: hex.optional(),
    escapes: z.record(twoBytes, oneByte).optional(),
    max: size,
  }),
  z.strictObject({ kind: z.literal("fixed"), start: hex.optional(), end: hex.optional(), size }),
  z.strictObject({
    kind: z.literal("length"),
    start: hex.optional(),
    end: hex.optional(),
    at: z.int().min(0).max(64),
    size: z.union([z.literal(1), z.literal(2)]).default(1),
    order: z.enum(["le", "be"]).default("be"),
    plus: z.int().min(-64).max(64),
    min: size.default(1),
    max: size,
  }),
  z.strictObject({
    kind: z.literal("enclosed"),
    start: z.union([oneByte.transform((one) => [one]), z.array(oneByte).min(1)]),
    end: oneByte,
    trailer: z.int().min(0).max(16).default(0),
    single: z.record(oneByte, size).default({}),
    max: size,
  }),
  z.strictObject({
    kind: z.literal("first"),
    sizes: z.record(oneByte, size).refine((sizes) => Object.keys(sizes).length > 0, "name at least one byte"),
  }),
  z.strictObject({ kind: z.literal("report"), size }),
]);

const word = z.int().min(0).max(0xffff_ffff);
const crc = z.union([
  z.enum(Object.keys(knownCrcs) as [KnownCrc, ...KnownCrc[]]).transform((known) => knownCrcs[known]),
  z.strictObject({ poly: word, init: word, refIn: z.boolean(), refOut: z.boolean(), xorOut: word }),
]);
const scope = { from: extent, to: extent };
const checksum = z
  .strictObject({
    kind: z.enum(["sum8", "sumTwos", "sumOnes", "xor8", "crc8", "crc16", "crc32"]),
    crc: crc.default(knownCrcs.ccittFalse),
    as: z.enum(["le", "be", "hex"]).default("be"),
    at: extent.optional(),
    from: extent.default(0),
    to: extent.optional(),
    of: z.enum(["bytes", "hexDigits"]).default("bytes"),
    send: z.strictObject(scope).optional(),
  })
  .transform(({ at, to, ...rest }) => {
    const place = at ?? `length-${sumBits(rest.kind) / (rest.as === "hex" ? 4 : 8)}`;
    return { ...rest, at: place, to: to ?? place };
  });

const field = z.strictObject({
  at: extent,
  type: z.enum(["u8", "i8", "u16le", "u16be", "u32le", "u32be", "char", "text", "hex", "hexDigits", "decimal", "bcd"]).default("u8"),
  size: extent.optional(),
  bits: z
    .union([z.int().min(0).max(31).transform(String), z.string()])
    .pipe(z.string().regex(/^\d{1,2}(-\d{1,2})?$/, 'write the bits as "6-4", the highest first, or as "7"'))
    .optional(),
  map: z.record(z.string(), value).optional(),
});
const fields = z.record(name, field).default({});

const condition: z.ZodType<Condition> = z.union([value, z.array(value).min(1), z.strictObject({ min: z.number(), max: z.number() })]);
const conditions = z.record(name, condition).default({});

const emit: z.ZodType<Emit> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("card"), card: z.string() }),
  z.strictObject({ kind: z.literal("tag"), uid: z.string(), antenna: value, present: value.optional() }),
  z.strictObject({ kind: z.literal("light"), lamp: z.enum(["red", "green", "mains"]), state: z.string() }),
  z.strictObject({ kind: z.literal("count"), cards: value }),
  z.strictObject({ kind: z.literal("button"), key: value, down: value }),
  z.strictObject({ kind: z.literal("unreadable"), code: z.string() }),
  z.strictObject({ kind: z.literal("verdict"), outcome: z.string() }),
  z.strictObject({ kind: z.literal("fault"), code: z.string(), cleared: value }),
  z.strictObject({ kind: z.literal("hello"), restarted: value }),
]) as z.ZodType<Emit>;
const emits = z.union([z.array(emit), emit.transform((one) => [one])]).default([]);

const rule = z.strictObject({
  when: conditions,
  emit: emits,
  records: z
    .strictObject({
      from: extent,
      to: extent,
      count: extent.optional(),
      fields,
      kinds: z.array(z.strictObject({ when: conditions, size: extent, emit: emits })).min(1),
    })
    .optional(),
  answers: name.optional(),
  continues: name.optional(),
  fails: name.optional(),
  forgot: z.boolean().default(false),
});

const poll = z
  .strictObject({
    everyMs: ms,
    timeoutMs: ms,
    each: z.record(name, name).optional(),
    asks: z
      .array(
        z.strictObject({
          name,
          send: template,
          more: template.optional(),
          sweep: z.boolean().default(false),
          once: z.boolean().default(false),
        }),
      )
      .min(1),
  })
  .refine(({ each }) => Object.keys(each ?? {}).length <= 1, { path: ["each"], message: "only one parameter can be gone through" })
  .transform(({ each, ...rest }) => {
    const [pair] = Object.entries(each ?? {});
    return pair === undefined ? rest : { ...rest, each: { name: pair[0], option: pair[1] } };
  });

const reading = z.looseObject({ kind: z.string() });
const test = z.union([
  z.strictObject({ rx: hex, expect: z.array(reading), with: numbers.default({}) }),
  z.strictObject({ send: z.string(), tx: hex, with: numbers.default({}) }),
]);

export const profileSchema = z.strictObject({
  profile: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "use 1 to 32 small letters, digits and hyphens"),
  version: z.int().positive(),
  title: z.string().min(1).max(60),
  status: z.enum(["unverified", "documented", "measured"]),
  source: z.string().min(1),
  line: z.strictObject({
    baud: z.int().min(50).max(4_000_000),
    bits: z.union([z.literal(7), z.literal(8)]).default(8),
    parity: z.enum(["none", "even", "odd"]).default("none"),
    stop: z.union([z.literal(1), z.literal(2)]).default(1),
  }),
  silentAfterMs: ms.nullable().default(null),
  readOnly: z.boolean().default(false),
  options: z.record(name, z.strictObject({ default: z.int(), min: z.int(), max: z.int() })).default({}),
  frame,
  gapMs: ms.default(500),
  checksum: z.union([z.array(checksum).min(1).max(2), checksum.transform((one) => [one])]).optional(),
  fields,
  sequence: z.strictObject({ field: name, modulo: z.int().min(2).optional() }).optional(),
  rules: z.array(rule).min(1),
  presence: z.union([z.strictObject({ misses: z.int().min(1).max(100) }), z.strictObject({ absentAfterMs: ms })]).optional(),
  poll: poll.optional(),
  lights: z.strictObject({ stop: template, check: template, ready: template, closed: template }).optional(),
  commands: z.record(name, template).default({}),
  acknowledge: z.strictObject({ good: template, bad: template.optional() }).optional(),
  tests: z.array(test).min(1, "a profile without vectors proves nothing: give at least one"),
});
