// A link over TCP: a serial device server, or an emulated device.

import { connect, type Socket } from "node:net";
import { orGiveUp } from "./give-up.ts";
import { type LinkDown, LinkError, type LinkFailure, type LinkListener, type OpenLink } from "./open-link.ts";

const connectWithinMs = 5000;
/** Asks a peer that says nothing whether it is there; a silent device is found earlier by its missing heartbeat. */
const keepAliveAfterMs = 10_000;
/** So much may wait to be sent; a device that takes no more does not read. */
const maxWaitingBytes = 65_536;

const failures: Readonly<Record<string, LinkFailure>> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  ECONNRESET: "hungUp",
  EPIPE: "hungUp",
};

/** Opens a connection. @throws LinkError */
export async function openTcpLink(host: string, port: number, listener: LinkListener, signal: AbortSignal): Promise<OpenLink> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveAfterMs });
  const place = `${host}:${port}`;
  await orGiveUp(connected(socket, place), signal, () => socket.destroy(new Error("given up")));
  return makeLink(socket, place, listener);
}

function connected(socket: Socket, place: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new LinkError("unreachable", `${place} does not answer: check its power and its network cable`));
    }, connectWithinMs);
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(explainFailure(place, error));
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      resolve();
    });
  });
}

function explainFailure(place: string, error: NodeJS.ErrnoException): LinkError {
  const code = failures[error.code ?? ""] ?? "failed";
  if (code === "refused") return new LinkError(code, `${place} refuses the connection: is the device server on, and is the port right?`);
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return new LinkError(code, `${place}: nobody knows this name`);
  if (code === "unreachable") return new LinkError(code, `${place} can't be reached: check the network cable and the address`);
  return new LinkError(code, `${place}: ${error.message}`);
}

function makeLink(socket: Socket, place: string, listener: LinkListener): OpenLink {
  let isOver = false;
  const end = (why: LinkDown): void => {
    if (isOver) return;
    isOver = true;
    listener.onDown(why);
  };
  socket.on("data", (bytes) => listener.onBytes(bytes));
  socket.on("error", ({ code = "", message }: NodeJS.ErrnoException) =>
    end({ code: failures[code] ?? "failed", detail: `${place}: ${message}` }),
  );
  // A peer that closes its half has nothing more to say, whatever it may still hear.
  socket.on("end", () => end({ code: "closed", detail: `${place} closed the connection` }));
  socket.on("close", () => end({ code: "closed", detail: `${place} closed the connection` }));
  return {
    write(bytes) {
      if (isOver) return;
      socket.write(bytes);
      if (socket.writableLength > maxWaitingBytes) socket.destroy(new Error(`the device has not taken ${socket.writableLength} bytes`));
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    check: () => null,
    close() {
      isOver = true;
      if (socket.destroyed) return Promise.resolve();
      return new Promise((resolve) => {
        socket.once("close", () => resolve());
        socket.destroy();
      });
    },
  };
}
