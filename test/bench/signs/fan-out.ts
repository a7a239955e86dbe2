// 500 signs on 50 tables: a broker in a process of its own that tells each table's state in turn, and subscribers that only look at the time.

import type net from "node:net";
import { createServer } from "node:net";
import { Aedes } from "aedes";
import { signTopics, topicsOf } from "#contract/topics";
import { openBroker } from "#table/broker";

export type BrokerName = "plain" | "pitwire";

const signs = 500;
const tables = 50;
const perSecond = 100;
const payloadBytes = 300;
const warmUpS = 1;
const site = "bench";
const stateOf = (i: number): string => topicsOf(site, `t${i % tables}`).state;

/** Monotonic, the same for every process of the machine. */
const nowNs = (): bigint => process.hrtime.bigint();

/** Runs a broker: says its port, and tells states once a number of seconds comes in. Never ends by itself. */
export async function serveBroker(name: BrokerName): Promise<never> {
  const { port, publish } = name === "plain" ? await plainBroker() : await ownBroker();
  console.log(port);
  const [chunk] = await new Promise<[Buffer]>((resolve) => process.stdin.once("data", (bytes: Buffer) => resolve([bytes])));
  const total = (Number(chunk.toString()) + warmUpS) * perSecond;
  let sent = 0;
  const began = performance.now();
  setInterval(() => {
    for (; sent < total && performance.now() - began >= (sent * 1000) / perSecond; sent++)
      publish(stateOf(sent), String(nowNs()).padEnd(payloadBytes, " "));
  }, 1);
  return new Promise(() => {});
}

async function plainBroker() {
  const aedes = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, aedes.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    publish: (topic: string, payload: string) =>
      aedes.publish({ cmd: "publish", topic, payload: Buffer.from(payload), qos: 1, retain: true, dup: false }, () => {}),
  };
}

async function ownBroker() {
  const broker = await openBroker({
    ...{ address: "127.0.0.1", port: 0, websocketPort: null, clientsMax: 2 * signs, site: null },
    inbox: { topics: [topicsOf(site, "t0").command], siteTopics: [], take: () => {} },
    signTopics: signTopics(site, "t0"),
  });
  return {
    port: broker.port,
    publish: (topic: string, payload: string) => broker.publish({ topic, payload, qos: 1, retain: true }, () => {}),
  };
}

export interface Load {
  readonly port: number;
  readonly seconds: number;
  readonly begin: () => void;
  readonly connect: () => net.Socket;
}

/** Connects every sign, lets the tables tell their states and takes the time of each delivery after the warm-up. */
export async function fanLoad({ seconds, begin, connect }: Load): Promise<{ readonly took: readonly number[]; readonly missed: number }> {
  const took: number[] = [];
  let got = 0;
  let isWarm = false;
  const sockets = await Promise.all(
    Array.from({ length: signs }, (_, i) => {
      const socket = connect();
      return new Promise<net.Socket>((resolve, reject) => {
        socket.on("error", reject);
        let rest = Buffer.alloc(0);
        socket.on("connect", () => socket.write(connectPacket(`s${i}`)));
        socket.on("data", (chunk) => {
          rest = Buffer.concat([rest, chunk]);
          for (let packet = cutPacket(rest); packet !== null; packet = cutPacket(rest)) {
            rest = rest.subarray(packet.length);
            if (packet.kind === 2) socket.write(subscribePacket(stateOf(i)));
            else if (packet.kind === 9) resolve(socket);
            else if (packet.kind === 3) {
              got += 1;
              if (isWarm) took.push(Number(nowNs() - BigInt(packet.payload.toString().trim())) / 1e6);
            }
          }
        });
      });
    }),
  );
  begin();
  await new Promise((resolve) => setTimeout(resolve, warmUpS * 1000));
  isWarm = true;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 500));
  for (const socket of sockets) socket.destroy();
  const wanted = (seconds + warmUpS) * perSecond * (signs / tables);
  return { took: took.sort((a, b) => a - b), missed: wanted - got };
}

function connectPacket(id: string): Buffer {
  const head = Buffer.from([0x10, 12 + id.length, 0, 4, ...Buffer.from("MQTT"), 4, 2, 0, 0, 0, id.length]);
  return Buffer.concat([head, Buffer.from(id)]);
}

function subscribePacket(topic: string): Buffer {
  const head = Buffer.from([0x82, 5 + topic.length, 0, 1, 0, topic.length]);
  return Buffer.concat([head, Buffer.from(topic), Buffer.from([0])]);
}

/** The first whole packet of what has come: its kind (3: a message), its length with the head, and a message's payload at QoS 0. */
function cutPacket(bytes: Buffer): { readonly kind: number; readonly length: number; readonly payload: Buffer } | null {
  let length = 0;
  for (let at = 1, shift = 1; at < bytes.length; at++, shift *= 128) {
    const byte = bytes[at] ?? 0;
    length += (byte & 127) * shift;
    if (byte > 127) continue;
    const begin = at + 1;
    if (bytes.length < begin + length) return null;
    const kind = (bytes[0] ?? 0) >> 4;
    const topic = kind === 3 ? 2 + bytes.readUInt16BE(begin) : 0;
    return { kind, length: begin + length, payload: bytes.subarray(begin + topic, begin + length) };
  }
  return null;
}
