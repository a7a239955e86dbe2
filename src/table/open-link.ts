// An open link to a device, whatever it runs over, and the ways in which it ends.

import type { LinkWhy } from "#core/link";

/**
 * Why a link did not open, or broke: missing (no such port) · denied (no right) · busy (held by another) · ambiguous (more than one
 * fits) · refused · unreachable · hungUp (the other end is gone) · closed (the other end ended it) · replaced (the port is another one now) ·
 * failed (anything else).
 */
export type LinkFailure =
  | "missing"
  | "denied"
  | "busy"
  | "ambiguous"
  | "refused"
  | "unreachable"
  | "hungUp"
  | "closed"
  | "replaced"
  | "failed";

export interface LinkDown extends LinkWhy {
  readonly code: LinkFailure;
}

/** A link that could not be opened. The message is made for people: what is wrong and what helps. */
export class LinkError extends Error {
  readonly code: LinkFailure;
  constructor(code: LinkFailure, message: string) {
    super(message);
    this.code = code;
  }
}

export interface LinkListener {
  /** A chunk of its own memory: it may be kept. */
  onBytes(bytes: Uint8Array): void;
  /** The link is of no more use. Called once, never after `close`, and never from inside `write`. `close` is still to be called. */
  onDown(why: LinkDown): void;
}

export interface OpenLink {
  write(bytes: Uint8Array): void;
  /** Stops reading: what the device sends waits, first in the system, then in the device. */
  pause(): void;
  resume(): void;
  /** Looks whether this is still the device's port, without trusting the port itself. Null: it is. */
  check(): LinkDown | null;
  close(): Promise<void>;
}
