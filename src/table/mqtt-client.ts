// A client of an outside broker that comes back for ever. Each connection is a new client, so that nothing old is sent twice behind
// our back.

import type { IClientOptions, MqttClient } from "mqtt";
import "./packet-numbers.ts";

export interface BrokerAddress {
  readonly url: string;
  readonly clientId: string;
  readonly username?: string;
  readonly password?: string;
  readonly ca?: Buffer;
  readonly will?: { readonly topic: string; readonly payload: string };
}

export type BrokerTrouble = { readonly code: string; readonly message: string };

export interface ClientListener {
  /** Each time a connection stands. */
  connected(client: MqttClient): void;
  message(topic: string, payload: Buffer, packet: { readonly retain: boolean }): void;
  trouble(trouble: BrokerTrouble | null): void;
}

export interface RevivingClient {
  /** The client whose connection stands, or null. */
  readonly now: MqttClient | null;
  close(): Promise<void>;
}

const firstRetryMs = 250;
const lastRetryMs = 10_000;
const closeWithinMs = 2_000;

export async function openClient(address: BrokerAddress, listener: ClientListener): Promise<RevivingClient> {
  // Loaded only here: a table with its own broker starts without it.
  const { connect } = await import("mqtt");
  const { url } = address;
  const options = optionsOf(address);
  let client: MqttClient | null = null;
  let stands = false;
  let closed = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | null = null;

  function open(): void {
    timer = null;
    const mine = connect(url, options);
    client = mine;
    mine.on("connect", () => {
      stands = true;
      retryMs = firstRetryMs;
      listener.trouble(null);
      listener.connected(mine);
    });
    mine.on("message", listener.message);
    mine.on("error", (error) => listener.trouble({ code: (error as NodeJS.ErrnoException).code ?? "refused", message: error.message }));
    mine.on("close", () => {
      if (client !== mine) return;
      stands = false;
      client = null;
      mine.end(true);
      if (closed) return;
      listener.trouble({ code: "closed", message: `no connection to the broker ${url}` });
      timer = setTimeout(open, retryMs * (0.5 + Math.random() / 2));
      retryMs = Math.min(retryMs * 2, lastRetryMs);
    });
  }

  open();
  return {
    get now() {
      return stands ? client : null;
    },
    close: async () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      if (client === null) return;
      await Promise.race([client.endAsync(), new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())]);
    },
  };
}

function optionsOf({ clientId, username, password, ca, will }: BrokerAddress): IClientOptions {
  return {
    clientId,
    reconnectPeriod: 0,
    clean: true,
    keepalive: 10,
    queueQoSZero: false,
    ...(will !== undefined && { will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true } }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { ca }),
  };
}
