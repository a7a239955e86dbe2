// Where messages go: the broker in this process, or one elsewhere.

import { type EmbeddedBroker, type Inbox, matches, payloadMaxBytes, siteMaxBytes } from "./broker.ts";
import { type BrokerAddress, type BrokerTrouble, openClient } from "./mqtt-client.ts";

export interface Publisher {
  readonly connected: boolean;
  /** Called each time a connection stands; for the embedded broker once, at the next turn of the event loop. */
  onConnected(listener: () => void): void;
  /** QoS 1; `acknowledged` when the broker has taken it. Never called after the connection it went over is lost. */
  publish(topic: string, payload: string, acknowledged: () => void): void;
  /** A retained message; an empty payload clears it. Lost while there is no connection: it is told again on the next. */
  retain(topic: string, payload: string): void;
  /** QoS 0, gone at once: of a beat only the next one is worth anything. */
  beat(topic: string, payload: string): void;
  close(): Promise<void>;
}

export function embeddedPublisher(broker: EmbeddedBroker): Publisher {
  return {
    connected: true,
    onConnected: (listener) => {
      queueMicrotask(listener);
    },
    publish: (topic, payload, acknowledged) => broker.publish({ topic, payload, qos: 1, retain: false }, acknowledged),
    retain: (topic, payload) => broker.publish({ topic, payload, qos: 1, retain: true }, () => {}),
    beat: (topic, payload) => broker.publish({ topic, payload, qos: 0, retain: false }, () => {}),
    close: async () => {},
  };
}

/** A client of an outside broker: what it takes in comes from the topics of `inbox`. */
export async function externalPublisher(
  address: BrokerAddress & { readonly inbox: Inbox },
  onTrouble: (trouble: BrokerTrouble | null) => void,
): Promise<Publisher> {
  const { inbox } = address;
  const listeners: (() => void)[] = [];
  const client = await openClient(address, {
    connected: (mine) => {
      mine.subscribe([...inbox.topics, ...inbox.siteTopics], { qos: 1 });
      for (const listener of listeners) listener();
    },
    message: (topic, payload, { retain }) => {
      if (matches(inbox.topics, topic) && payload.length <= payloadMaxBytes) inbox.take(topic, payload);
      // What stood retained may be of yesterday; who speaks now says it again within two seconds.
      if (matches(inbox.siteTopics, topic) && payload.length <= siteMaxBytes && !retain) inbox.take(topic, payload);
    },
    trouble: onTrouble,
  });
  return {
    get connected() {
      return client.now !== null;
    },
    onConnected: (listener) => {
      listeners.push(listener);
      if (client.now !== null) listener();
    },
    publish: (topic, payload, acknowledged) => {
      client.now?.publish(topic, payload, { qos: 1 }, (error) => {
        if (!error) acknowledged();
      });
    },
    retain: (topic, payload) => {
      client.now?.publish(topic, payload, { qos: 1, retain: true });
    },
    beat: (topic, payload) => {
      client.now?.publish(topic, payload, { qos: 0 });
    },
    close: () => client.close(),
  };
}
