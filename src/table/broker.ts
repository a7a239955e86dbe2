// The embedded broker (aedes): for one machine. Its clients only read; the one thing they may send is a request to repeat facts, and a
// sign's word that it lives. The site, which shows a password, may tell its meters besides. Over WebSocket come signs, which read what is for every guest and nothing else.

import { createHash, timingSafeEqual } from "node:crypto";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { Aedes, type Client, type PublishPacket } from "aedes";
import { createWebSocketStream, WebSocketServer } from "ws";
import "./packet-numbers.ts";

export interface EmbeddedBroker {
  readonly port: number;
  /** Where signs connect by WebSocket; null: nowhere. */
  readonly websocketPort: number | null;
  publish(packet: { topic: string; payload: string; qos: 0 | 1; retain: boolean }, done: () => void): void;
  close(): Promise<void>;
}

/** What clients may send to the table, and who takes it. */
export interface Inbox {
  /** Patterns; the last level may be "+". */
  readonly topics: readonly string[];
  /** What the site alone may send: its meters. */
  readonly siteTopics: readonly string[];
  take(topic: string, payload: Buffer): void;
}

export interface BrokerOptions {
  readonly address: string;
  readonly port: number;
  readonly websocketPort: number | null;
  /** Most clients at a time. */
  readonly clientsMax: number;
  readonly inbox: Inbox;
  /** What a client that came by WebSocket may read. */
  readonly signTopics: readonly string[];
  /** Who shows this password under the name "site" may send these topics, retained too; null: nobody. */
  readonly site: { readonly password: string; readonly topics: readonly string[] } | null;
}

/** The name under which a site's server comes. */
export const siteUser = "site";

export const payloadMaxBytes = 4096;
/** A meter carries its last awards. */
export const siteMaxBytes = 65_536;
/** What a sign may send in one frame; it has little to say. */
const frameMaxBytes = 16_384;

/** Whether a topic is one of these patterns. */
export function matches(patterns: readonly string[], topic: string): boolean {
  const levels = topic.split("/");
  return patterns.some((pattern) => {
    const wanted = pattern.split("/");
    return wanted.length === levels.length && wanted.every((level, i) => level === levels[i] || (level === "+" && levels[i] !== "#"));
  });
}

/**
 * A client that does not read holds up what all others are sent, and a sign that hears nothing for two seconds shows nothing: whoever takes
 * nothing for so long is cut off.
 */
const readsWithinMs = 1_000;

/** @throws Error naming the address when a port cannot be had */
export async function openBroker(options: BrokerOptions): Promise<EmbeddedBroker> {
  const { address, port, websocketPort, inbox, clientsMax, signTopics, site } = options;
  const signs = new WeakSet<object>();
  const sites = new WeakSet<Client>();
  const isSign = (client: Client | null): boolean => client !== null && signs.has(client.conn);
  const aedes = await Aedes.createBroker({
    drainTimeout: readsWithinMs,
    authenticate: (client, user, password, done) => {
      if (user !== siteUser) return done(null, true);
      const isSite = site !== null && !isSign(client) && isSame(password ?? Buffer.alloc(0), site.password);
      if (isSite) sites.add(client);
      // Said as a refusal by name, not as a lost connection: whoever set it up wrongly can see what is wrong.
      done(isSite ? null : Object.assign(new Error("wrong password"), { returnCode: 4 as const }), isSite);
    },
    authorizePublish: (client, packet, done) => {
      if (site !== null && client !== null && sites.has(client) && matches(site.topics, packet.topic)) return done(null);
      const sent = inbox.topics.find((pattern) => matches([pattern], packet.topic));
      const mine = !isSign(client) || sent?.includes("/sign/") === true;
      const allowed = sent !== undefined && mine && !packet.retain && packet.payload.length <= payloadMaxBytes;
      // An Error closes the connection: a client that tries to write is told at once.
      done(allowed ? null : new Error("this broker is read only; requests go to the command topic, not retained"));
    },
    authorizeSubscribe: (client, subscription, done) => {
      // Refused without a word of closing: null answers the subscription with a failure.
      done(
        null,
        isSign(client) && !signTopics.includes(subscription.topic) && !matches(signTopics, subscription.topic) ? null : subscription,
      );
    },
    preConnect: (_client, _packet, done) => done(null, aedes.connectedClients < clientsMax),
  });
  aedes.on("publish", (packet, client) => {
    if (client === null) return;
    const heard = sites.has(client) ? [...inbox.topics, ...inbox.siteTopics] : inbox.topics;
    if (matches(heard, packet.topic)) inbox.take(packet.topic, Buffer.from(packet.payload));
  });
  const server = createServer({ noDelay: true }, aedes.handle);
  const web = websocketPort === null ? null : createHttpServer((_request, response) => void response.writeHead(426).end());
  const sockets = web === null ? null : takeSockets(web, aedes, signs);
  try {
    await listen(server, address, port);
    if (web !== null) await listen(web, address, websocketPort ?? 0);
  } catch (error) {
    server.close();
    aedes.close();
    throw error;
  }
  return {
    port: portOf(server) ?? port,
    websocketPort: web === null ? null : portOf(web),
    publish: ({ topic, payload, qos, retain }, done) => {
      const packet: PublishPacket = { cmd: "publish", topic, payload: Buffer.from(payload), qos, retain, dup: false };
      const tell = (): void =>
        aedes.publish(packet, (error) => {
          // A broker that is closing takes nothing more.
          if (!error) done();
        });
      // Told in the same turn it would overtake what goes by way of the store, and aedes keeps from a client what comes after a later one.
      if (qos === 0) setImmediate(tell);
      else tell();
    },
    close: async () => {
      const closed = [server, web].map((one) => new Promise<void>((resolve) => (one === null ? resolve() : one.close(() => resolve()))));
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      for (const socket of sockets?.clients ?? []) socket.terminate();
      web?.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

function isSame(given: Buffer, wanted: string): boolean {
  const digest = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function takeSockets(web: ReturnType<typeof createHttpServer>, aedes: Aedes, signs: WeakSet<object>): WebSocketServer {
  const sockets = new WebSocketServer({
    server: web,
    maxPayload: frameMaxBytes,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has("mqtt") ? "mqtt" : false),
  });
  sockets.on("connection", (socket, request) => {
    const stream = createWebSocketStream(socket);
    // Whoever breaks off tells nobody; the broker hears of the end of the stream.
    stream.on("error", () => stream.destroy());
    signs.add(stream);
    aedes.handle(stream, request);
  });
  sockets.on("error", () => {});
  return sockets;
}

async function listen(server: Server, address: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(listenTrouble(error, address, port));
  });
}

function portOf(server: Server): number | null {
  const bound = server.address();
  return typeof bound === "object" && bound !== null ? bound.port : null;
}

/** Why a port cannot be listened on, for the person who starts the table. */
export function listenTrouble(error: NodeJS.ErrnoException, address: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${address} is taken by another program. Stop it, or give another port in the configuration.`;
  if (error.code === "EACCES") return `Port ${port} on ${address} may not be used by this user. Use a port above 1023.`;
  if (error.code === "EADDRNOTAVAIL") return `This machine has no address ${address}. Use 127.0.0.1, or one of its own addresses.`;
  return `Cannot listen on ${address}:${port}: ${error.message}`;
}
