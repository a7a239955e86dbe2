// Every topic and payload as an AsyncAPI 3 document, made from the schemas that the program itself uses.

import { z } from "zod";
import {
  aboutMessage,
  alarmMessage,
  beatMessage,
  factMessage,
  headMessage,
  paytableMessage,
  repeatReply,
  repeatRequest,
  stateMessage,
  statusMessage,
} from "./message.ts";
import { meterMessage } from "./meter.ts";
import { signReport } from "./sign.ts";
import { meterTopic, topicsOf } from "./topics.ts";

interface Channel {
  readonly address: string;
  readonly payload: z.ZodType;
  readonly summary: string;
  /** `table`: what the program sends; `client`: what it takes. */
  readonly from: "table" | "client";
  readonly qos: 0 | 1;
  readonly retain: boolean;
}

const topics = topicsOf("{site}", "{table}");
const state = (address: string, payload: z.ZodType, summary: string): Channel => ({
  address,
  payload,
  summary,
  from: "table",
  qos: 1,
  retain: true,
});

/** Every topic there is; a test compares them with what crosses a broker. */
export const channels: Readonly<Record<string, Channel>> = {
  status: state(topics.status, statusMessage, "Whether the table lives; its last will says offline"),
  beat: { ...state(topics.beat, beatMessage, "Once a second: a reader that misses two shows nothing as live"), qos: 0, retain: false },
  about: state(topics.about, aboutMessage, "What stays the same while the table runs"),
  state: state(topics.state, stateMessage, "The whole public view, at each change and at a third of its ttl"),
  paytable: state(topics.paytable, paytableMessage, "Limits, paytables and rules, from the active rule pack"),
  head: state(topics.head, headMessage, "The signed head of the journal's hash chain"),
  fact: { ...state(topics.fact, factMessage, "What happened, numbered without gaps; at least once, in order"), retain: false },
  alarm: state(topics.alarm("{id}"), alarmMessage, "Stands as long as its cause does; an empty payload clears it"),
  reply: { ...state(topics.reply("{id}"), repeatReply, "Facts that were asked for again"), retain: false },
  meter: state(meterTopic("{site}", "{pool}"), meterMessage, "A progressive: its levels, and awards that are pending or just won"),
  command: { ...state(topics.command, repeatRequest, "Asks for facts again"), from: "client", retain: false },
  sign: {
    ...state(topics.sign("{name}"), signReport, "A sign says that it lives, and what it shows"),
    from: "client",
    qos: 0,
    retain: false,
  },
};

const parameters: Readonly<Record<string, string>> = {
  site: "Name of the casino",
  table: "Name of the table",
  id: "Of the alarm, or of the question",
  pool: "Name of the progressive",
  name: "Name of the sign",
};

/** The document, as JSON. `version`: of the program. */
export function asyncApi(version: string): Readonly<Record<string, unknown>> {
  const each = <T>(make: (name: string, channel: Channel) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(channels).map(([name, channel]) => [name, make(name, channel)]));
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Pitwire",
      version,
      description:
        "A card table on MQTT. Every payload of the table carries `schema`, `journal`, `n`, `at` and `ttl`: past `at + ttl` it may not be shown as live. The same `journal` and `n` are the same thing, however often it is sent. Signs may read status, beat, about, state, paytable and meter, and write only that they live.",
      license: { name: "Apache-2.0" },
    },
    defaultContentType: "application/json",
    channels: each((name, { address, summary }) => ({
      address,
      description: summary,
      messages: { [name]: { $ref: `#/components/messages/${name}` } },
      parameters: Object.fromEntries(
        [...address.matchAll(/\{(\w+)\}/g)].map(([, one = ""]) => [one, { $ref: `#/components/parameters/${one}` }]),
      ),
    })),
    operations: each((name, { from, qos, retain }) => ({
      action: from === "table" ? "send" : "receive",
      channel: { $ref: `#/channels/${name}` },
      messages: [{ $ref: `#/channels/${name}/messages/${name}` }],
      bindings: { mqtt: { qos, retain, bindingVersion: "0.2.0" } },
    })),
    components: {
      messages: each((name, { payload, summary }) => ({ name, summary, payload: schemaOf(payload) })),
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, description]) => [name, { description }])),
    },
  };
}

/** JSON Schema of draft 7, which AsyncAPI takes as it is; a payload may have fields that a reader does not know yet. */
function schemaOf(payload: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _draft, ...schema } = z.toJSONSchema(payload, { target: "draft-7", io: "input", reused: "inline" });
  return schema;
}
