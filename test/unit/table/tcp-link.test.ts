import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { openTcpLink } from "#table/tcp-link";

describe("a TCP link", () => {
  it("leaves nothing behind at the signal that ends a device, however often nobody answers", async () => {
    const { signal } = new AbortController();
    // Port 1 of this machine: nobody listens there.
    for (let time = 0; time < 3; time++)
      await expect(openTcpLink("127.0.0.1", 1, { onBytes: () => {}, onDown: () => {} }, signal)).rejects.toThrow(/refuses the connection/);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
