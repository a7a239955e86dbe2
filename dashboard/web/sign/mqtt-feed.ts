// A sign that knows only the broker: MQTT over WebSocket, read only but for its own word that it lives.

import mqtt from "mqtt";
import type { AboutMessage, PaytableMessage, StateMessage, StatusMessage, TableBeat } from "#contract/message";
import type { MeterMessage } from "#contract/meter";
import type { SignReport } from "#contract/sign";
import { signTopics, topicsOf } from "#contract/topics";
import { startClock } from "../shared/table-clock.ts";
import type { Address } from "./address.ts";
import type { Hear } from "./state.ts";

const reconnectMs = 500;
const keepaliveS = 5;

/** Listens to a table's public topics; says its own on `…/sign/{name}`. */
export function openMqttFeed(broker: NonNullable<Address["broker"]>, hear: Hear): (report: SignReport) => void {
  const { url, site, table } = broker;
  const topics = topicsOf(site, table);
  let about: AboutMessage | null = null;
  let paytable: PaytableMessage | null = null;

  /** Both halves, once they are of the same rules. */
  function tellAbout(): void {
    if (about !== null && paytable !== null && about.pack.hash === paytable.pack.hash) hear.about({ ...about, notice: paytable.notice });
  }

  function take(topic: string, text: string, retained: boolean): void {
    // A retained message that was cleared is empty.
    if (text === "") return;
    const body: unknown = JSON.parse(text);
    if (topic === topics.beat) {
      const { at, pack } = body as TableBeat;
      hear.beat(at, pack);
    } else if (topic === topics.state) hear.state(body as StateMessage);
    else if (topic === topics.status) {
      if ((body as StatusMessage).status === "offline") hear.link(false);
    } else if (topic === topics.about) {
      about = body as AboutMessage;
      tellAbout();
    } else if (topic === topics.paytable) {
      paytable = body as PaytableMessage;
      tellAbout();
      // A figure that stood at the broker may be of yesterday; whoever counts it says it again within two seconds.
    } else if (!retained) hear.meter(body as MeterMessage);
  }

  const client = mqtt.connect(url, {
    clientId: `sign-${Math.random().toString(36).slice(2, 12)}`,
    clean: true,
    keepalive: keepaliveS,
    reconnectPeriod: reconnectMs,
    connectTimeout: 4_000,
    queueQoSZero: false,
    resubscribe: false,
    // Its own choice is a worker from a blob, which our pages may not load: its clock would stand still, and no ping would be sent.
    timerVariant: "native",
  });
  client.on("connect", () => void client.subscribe([...signTopics(site, table)], { qos: 0 }));
  client.on("message", (topic, payload, { retain }) => take(topic, payload.toString(), retain));
  client.on("close", () => hear.link(false));
  client.on("error", () => {});
  startClock(() => {});
  return (report) => {
    if (client.connected) client.publish(topics.sign(report.name), JSON.stringify(report), { qos: 0 });
  };
}
