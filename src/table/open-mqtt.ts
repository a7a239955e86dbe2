// A table's MQTT: its own broker or one elsewhere, what others may send it, and the answers.

import { repeatRequest } from "#contract/message";
import { signReport } from "#contract/sign";
import { meterTopic, signTopics, type Topics } from "#contract/topics";
import { envelopeOf, willOf } from "./announcer.ts";
import { type EmbeddedBroker, type Inbox, openBroker } from "./broker.ts";
import type { TableConfig } from "./config.ts";
import type { Journal } from "./journal.ts";
import { factPayload } from "./outbox.ts";
import type { PoolWatch } from "./pool-watch.ts";
import { readSecret } from "./problems.ts";
import { embeddedPublisher, externalPublisher, type Publisher } from "./publisher.ts";
import type { ReadDesk } from "./read-desk.ts";
import type { SignWatch } from "./sign-watch.ts";

export interface MqttNeeds {
  readonly config: TableConfig;
  readonly topics: Topics;
  readonly journal: Journal;
  readonly clock: () => number;
  readonly log: (line: string) => void;
  readonly facts: ReadDesk["facts"];
  readonly signs: SignWatch;
  readonly pool: PoolWatch | null;
}

const factsAtOnce = 1000;

/** @throws Error naming the address when the embedded broker can't have its port */
export async function openMqtt(needs: MqttNeeds): Promise<{ readonly broker: EmbeddedBroker | null; readonly publisher: Publisher }> {
  const { config, topics, journal, clock, log, facts, signs, pool } = needs;
  const repeat = (payload: Buffer): void => {
    answerRepeat(payload, { journal, topics, publisher: () => publisher, facts, clock }).catch((error: Error) =>
      log(`Facts that were asked for can't be read: ${error.message}`),
    );
  };
  const inbox: Inbox = {
    topics: [topics.command, topics.sign("+")],
    siteTopics: pool === null ? [] : [meterTopic(config.site, pool.name)],
    take: (topic, payload) => {
      if (topic === topics.command) repeat(payload);
      else if (pool !== null && topic === meterTopic(config.site, pool.name)) pool.hear(payload);
      else hearSign(topic, payload, topics, signs);
    },
  };
  const broker = await openOwnBroker(config, inbox);
  const publisher = await openPublisher(needs, broker, inbox);
  return { broker, publisher };
}

async function openOwnBroker(config: TableConfig, inbox: Inbox): Promise<EmbeddedBroker | null> {
  if (!("embedded" in config.mqtt)) return null;
  const { sitePasswordFile, ...address } = config.mqtt.embedded;
  const site =
    sitePasswordFile === undefined
      ? null
      : {
          password: readSecret(config.path, "mqtt.embedded.sitePasswordFile", sitePasswordFile).toString().trim(),
          topics: [meterTopic(config.site, "+")],
        };
  return openBroker({ ...address, inbox, signTopics: signTopics(config.site, config.table), site });
}

/** A sign that speaks under another's name, or not as it should, is not heard. */
function hearSign(topic: string, payload: Buffer, topics: Topics, signs: SignWatch): void {
  let said: unknown;
  try {
    said = JSON.parse(payload.toString());
  } catch {
    return;
  }
  const report = signReport.safeParse(said);
  if (report.success && topic === topics.sign(report.data.name)) signs.hear(report.data);
}

async function openPublisher(
  { config, topics, journal, clock, log }: MqttNeeds,
  broker: EmbeddedBroker | null,
  inbox: Inbox,
): Promise<Publisher> {
  if (broker !== null) return embeddedPublisher(broker);
  const { mqtt } = config;
  if ("embedded" in mqtt) throw new Error("the embedded broker is not open");
  const { url, username, passwordFile, caFile } = mqtt;
  let last = "";
  return externalPublisher(
    {
      url,
      clientId: `pitwire-${config.site}-${config.table}`,
      will: willOf(topics, journal.id, clock()),
      inbox,
      ...(username !== undefined && { username }),
      ...(passwordFile !== undefined && { password: readSecret(config.path, "mqtt.passwordFile", passwordFile).toString().trim() }),
      ...(caFile !== undefined && { ca: readSecret(config.path, "mqtt.caFile", caFile) }),
    },
    (trouble) => {
      const line =
        trouble === null ? `broker ${url}: connected` : `broker ${url}: ${trouble.message}. The table plays on; facts wait in the journal.`;
      if (line !== last) log(line);
      last = line;
    },
  );
}

interface RepeatDesk {
  readonly journal: Journal;
  readonly topics: Topics;
  readonly publisher: () => Publisher;
  readonly facts: ReadDesk["facts"];
  readonly clock: () => number;
}

/** Answers `{id, facts: {from, limit}}` on reply/{id}; what is not understood is not answered: there is no id to answer to. */
async function answerRepeat(payload: Buffer, desk: RepeatDesk): Promise<void> {
  let asked: unknown;
  try {
    asked = JSON.parse(payload.toString());
  } catch {
    return;
  }
  const request = repeatRequest.safeParse(asked);
  if (!request.success) return;
  const { id, facts: range } = request.data;
  const { journal, topics } = desk;
  const found = await desk.facts(range.from, Math.min(range.limit, factsAtOnce));
  const messages = found.map(({ n, at, fact }) => factPayload(journal.id, n, at, JSON.stringify(fact)));
  const last = found.at(-1)?.n ?? null;
  const head = JSON.stringify({
    ...envelopeOf(journal.id, last ?? 0, desk.clock(), null),
    next: found.length === range.limit && last !== null ? last + 1 : null,
  });
  desk.publisher().publish(topics.reply(id), `${head.slice(0, -1)},"facts":[${messages.join(",")}]}`, () => {});
}
