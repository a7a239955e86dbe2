// Where messages go: the broker in this process, or one elsewhere.

import type { IClientOptions, MqttClient } from "mqtt";
import { type EmbeddedBroker, type Inbox, matches, payloadMaxBytes } from "./broker.ts";

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

export interface BrokerAddress {
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  readonly ca?: Buffer;
  readonly clientId: string;
  readonly will: { readonly topic: string; readonly payload: string };
  readonly inbox: Inbox;
}

export type BrokerTrouble = { readonly code: string; readonly message: string };

const firstRetryMs = 250;
const lastRetryMs = 10_000;
const closeWithinMs = 2_000;

/** A client of an outside broker. Each connection is a new client, so that nothing old is sent twice behind our back. */
export async function externalPublisher(address: BrokerAddress, onTrouble: (trouble: BrokerTrouble | null) => void): Promise<Publisher> {
  // Loaded only here: a table with its own broker starts without it.
  const { connect } = await import("mqtt");
  const listeners: (() => void)[] = [];
  let client: MqttClient | null = null;
  let connected = false;
  let closed = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | null = null;

  function open(): void {
    timer = null;
    const { url, will, ca, clientId, username, password, inbox } = address;
    const options: IClientOptions = {
      clientId,
      reconnectPeriod: 0,
      clean: true,
      keepalive: 10,
      queueQoSZero: false,
      will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true },
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(ca !== undefined && { ca }),
    };
    const mine = connect(url, options);
    client = mine;
    mine.on("connect", () => {
      connected = true;
      retryMs = firstRetryMs;
      onTrouble(null);
      mine.subscribe([...inbox.topics], { qos: 1 });
      for (const listener of listeners) listener();
    });
    mine.on("message", (topic, payload) => {
      if (matches(inbox.topics, topic) && payload.length <= payloadMaxBytes) inbox.take(topic, payload);
    });
    mine.on("error", (error) => onTrouble({ code: (error as NodeJS.ErrnoException).code ?? "refused", message: error.message }));
    mine.on("close", () => {
      if (client !== mine) return;
      connected = false;
      client = null;
      mine.end(true);
      if (closed) return;
      onTrouble({ code: "closed", message: `no connection to the broker ${url}` });
      timer = setTimeout(open, retryMs * (0.5 + Math.random() / 2));
      retryMs = Math.min(retryMs * 2, lastRetryMs);
    });
  }

  open();
  return {
    get connected() {
      return connected;
    },
    onConnected: (listener) => {
      listeners.push(listener);
      if (connected) listener();
    },
    publish: (topic, payload, acknowledged) => {
      client?.publish(topic, payload, { qos: 1 }, (error) => {
        if (!error) acknowledged();
      });
    },
    retain: (topic, payload) => {
      if (connected) client?.publish(topic, payload, { qos: 1, retain: true });
    },
    beat: (topic, payload) => {
      if (connected) client?.publish(topic, payload, { qos: 0 });
    },
    close: async () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      const last = client;
      if (last === null) return;
      await Promise.race([last.endAsync(), new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())]);
    },
  };
}
