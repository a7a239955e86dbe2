// One way to reach a device, whatever it runs over: a pure driver on one of our links, or an adapter whose library owns the port.

import type { Figures, Sequenced, Wanted } from "#core/device";
import type { Millis } from "#core/event";
import type { LinkWhy } from "#core/link";

/** What one chunk of bytes brought, or a poll that no bytes led to. */
export interface PortReceived {
  /** Absent where nobody sees them. */
  readonly bytes?: Uint8Array;
  readonly readings: readonly Sequenced[];
  readonly figures?: Figures;
}

export interface PortListener {
  onReceived(received: PortReceived): void;
  /** The device is gone. `close` is still to be called. */
  onDown(why: LinkWhy): void;
}

export interface OpenPort {
  /** The listener is ready: from now on the device is asked and told. */
  begin(): void;
  send(bytes: Uint8Array): void;
  drive(wanted: Wanted): void;
  pause(): void;
  resume(): void;
  /** Looks whether this is still the device's port, without trusting the port itself. Null: it is. */
  check(): LinkWhy | null;
  close(): Promise<void>;
}

export interface DevicePort {
  readonly silentAfterMs: Millis | null;
  /** @throws LinkError */
  open(listener: PortListener, signal: AbortSignal): Promise<OpenPort>;
  /** Whether a port that was missing is there now. */
  hasAppeared(): Promise<boolean>;
}
