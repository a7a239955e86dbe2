import specs from "@asyncapi/specs";
import { Ajv, type AnySchema } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { asyncApi, channels } from "#contract/asyncapi";
import { signTopics } from "#contract/topics";

const document = asyncApi("1.2.3");

test("the document is AsyncAPI 3, by its own schema", () => {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const valid = ajv.compile(specs.schemas["3.0.0"] as AnySchema);
  expect(valid(document) ? [] : valid.errors).toEqual([]);
  // The schema refuses what is no document: a channel without a reference, an action that is none.
  expect(valid({ ...document, operations: { a: { action: "shout", channel: { $ref: "#/channels/status" } } } })).toBe(false);
});

test("every payload schema compiles, and every reference leads somewhere", () => {
  const ajv = new Ajv({ strict: false });
  for (const [name, { payload }] of Object.entries(
    (document as { components: { messages: Record<string, { payload: AnySchema }> } }).components.messages,
  ))
    expect([name, typeof ajv.compile(payload)]).toEqual([name, "function"]);
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(refs.length).toBeGreaterThan(20);
  for (const path of refs)
    expect([
      path,
      path.split("/").reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document),
    ]).not.toEqual([path, undefined]);
});

test("what a sign may read is retained or beats, and comes from the table", () => {
  const readable = signTopics("{site}", "{table}").map((topic) => topic.replace("+", "{pool}"));
  const found = Object.values(channels).filter(({ address }) => readable.includes(address));
  expect(found.length).toBe(readable.length);
  for (const { from, retain, qos, address } of found) expect([address, from, retain || qos === 0]).toEqual([address, "table", true]);
});
