import mqtt from "mqtt";
import { expect, test, vi } from "vitest";
import { signTopics, topicsOf } from "#contract/topics";
import { openBroker } from "#table/broker";

test("a beat takes no message from a client that was told just before it", async () => {
  const topics = topicsOf("s", "t");
  const broker = await openBroker({
    ...{ address: "127.0.0.1", port: 0, websocketPort: 0, clientsMax: 4, site: null },
    inbox: { topics: [topics.command], siteTopics: [], take: () => {} },
    signTopics: signTopics("s", "t"),
  });
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${broker.websocketPort}`);
  const heard: string[] = [];
  client.on("message", (_topic, payload) => heard.push(payload.toString()));
  await client.subscribeAsync([topics.state, topics.beat], { qos: 0 });
  const told: string[] = [];
  const tell = (topic: string, payload: string, qos: 0 | 1): void => {
    told.push(payload);
    broker.publish({ topic, payload, qos, retain: qos === 1 }, () => {});
  };
  for (let i = 0; i < 3; i++) {
    tell(topics.state, `state ${i}`, 1);
    tell(topics.beat, `beat ${i}`, 0);
  }
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(told.toSorted()), { timeout: 20_000 });
  client.end(true);
  await broker.close();
});
