// A broker in memory, and a subscriber who keeps what the facts say. The line to it drops, messages and acknowledgements are on their way
// when it does, and the broker itself may be gone for a while.

import type { Publisher } from "#table/publisher";
import type { Lifetime, VirtualTime } from "./virtual-time.ts";

export interface Broker {
  /** A client whose process lives as long as `time` does. */
  connect(time: Lifetime, will: { readonly topic: string; readonly payload: string }): Publisher;
  /** Every line drops; clients come back once it is there again. */
  setUp(isUp: boolean): void;
  /** Drops the client's line; it comes back by itself. */
  drop(): void;
  readonly isUp: boolean;
}

export interface BrokerOptions {
  readonly time: VirtualTime;
  /** Milliseconds that a message or an acknowledgement takes. */
  readonly travelMs: () => number;
  /** Whether what was on its way when the line dropped still arrives. */
  readonly arrives: () => boolean;
  /** Called for each message that the broker has taken. */
  readonly taken: (topic: string, payload: string, retain: boolean) => void;
}

const reconnectMs = 400;

export function createBroker({ time, travelMs, arrives, taken }: BrokerOptions): Broker {
  let isUp = true;
  let client: Client | null = null;

  class Client implements Publisher {
    connected = false;
    readonly #listeners: (() => void)[] = [];
    readonly #life: Lifetime;
    readonly #will: { readonly topic: string; readonly payload: string };
    #connection = 0;
    /** The connection on which something did not arrive: nothing that was sent after it does. */
    #cutOff = -1;
    #isConnecting = false;

    constructor(life: Lifetime, will: { readonly topic: string; readonly payload: string }) {
      this.#life = life;
      this.#will = will;
    }

    begin(): void {
      if (this.#isConnecting || this.connected) return;
      this.#isConnecting = true;
      this.#life.after(reconnectMs, () => {
        this.#isConnecting = false;
        if (!isUp) return this.begin();
        this.connected = true;
        this.#connection++;
        for (const listener of this.#listeners) listener();
      });
    }

    lose(): void {
      if (!this.connected) return;
      this.connected = false;
      this.#connection++;
      if (isUp) taken(this.#will.topic, this.#will.payload, true);
      this.begin();
    }

    onConnected(listener: () => void): void {
      this.#listeners.push(listener);
      if (this.connected) listener();
    }

    publish(topic: string, payload: string, acknowledged: () => void): void {
      const mine = this.#connection;
      time.after(travelMs(), () => {
        if (mine === this.#cutOff) return;
        if (mine !== this.#connection && !arrives()) {
          this.#cutOff = mine;
          return;
        }
        taken(topic, payload, false);
        this.#life.after(travelMs(), () => {
          if (mine === this.#connection) acknowledged();
        });
      });
    }

    retain(topic: string, payload: string): void {
      if (this.connected) taken(topic, payload, true);
    }

    beat(topic: string, payload: string): void {
      if (this.connected) taken(topic, payload, false);
    }

    async close(): Promise<void> {
      this.connected = false;
      this.#connection++;
    }
  }

  return {
    connect: (life, will) => {
      client = new Client(life, will);
      client.begin();
      return client;
    },
    setUp: (up) => {
      isUp = up;
      if (!up) client?.lose();
    },
    drop: () => client?.lose(),
    get isUp() {
      return isUp;
    },
  };
}
