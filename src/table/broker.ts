// The embedded broker (aedes): for one machine. Its clients only read; the one thing they may send is a request to repeat facts.

import { createServer, type Server } from "node:net";
import { Aedes, type PublishPacket } from "aedes";

export interface EmbeddedBroker {
  readonly port: number;
  publish(packet: { topic: string; payload: string; qos: 0 | 1; retain: boolean }, done: () => void): void;
  close(): Promise<void>;
}

export interface BrokerOptions {
  readonly address: string;
  readonly port: number;
  /** Most clients at a time. */
  readonly clientsMax: number;
  /** The topic that clients may send to, and who answers. */
  readonly command: string;
  readonly onCommand: (payload: Buffer) => void;
}

const payloadMaxBytes = 4096;

/** @throws Error naming the address when the port cannot be had */
export async function openBroker(options: BrokerOptions): Promise<EmbeddedBroker> {
  const { address, port, command, onCommand, clientsMax } = options;
  const aedes = await Aedes.createBroker({
    authorizePublish: (_client, packet, done) => {
      const allowed = packet.topic === command && !packet.retain && packet.payload.length <= payloadMaxBytes;
      // An Error closes the connection: a client that tries to write is told at once.
      done(allowed ? null : new Error("this broker is read only; requests go to the command topic, not retained"));
    },
    preConnect: (_client, _packet, done) => done(null, aedes.connectedClients < clientsMax),
  });
  aedes.on("publish", (packet, client) => {
    if (client !== null && packet.topic === command) onCommand(Buffer.from(packet.payload));
  });
  const server: Server = createServer({ noDelay: true }, aedes.handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    aedes.close();
    throw new Error(listenTrouble(error, address, port));
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : port,
    publish: ({ topic, payload, qos, retain }, done) => {
      const packet: PublishPacket = { cmd: "publish", topic, payload: Buffer.from(payload), qos, retain, dup: false };
      aedes.publish(packet, () => done());
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await closed;
    },
  };
}

/** Why a port cannot be listened on, for the person who starts the table. */
export function listenTrouble(error: NodeJS.ErrnoException, address: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${address} is taken by another program. Stop it, or give another port in the configuration.`;
  if (error.code === "EACCES") return `Port ${port} on ${address} may not be used by this user. Use a port above 1023.`;
  if (error.code === "EADDRNOTAVAIL") return `This machine has no address ${address}. Use 127.0.0.1, or one of its own addresses.`;
  return `Cannot listen on ${address}:${port}: ${error.message}`;
}
