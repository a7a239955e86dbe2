// What crosses HTTP between a table and a technician's page or terminal.

/** GET /api/devices. */
export interface DevicesMessage {
  readonly table: string;
  readonly now: number;
  readonly devices: readonly DeviceRow[];
}

export interface DeviceRow {
  readonly id: string;
  readonly driver: string;
  /** Where it hangs, as configured. */
  readonly link: string;
  readonly required: boolean;
  /** Its bytes give faces away: frames of cards that were not turned up are never shown. */
  readonly bearsCards: boolean;
  readonly status: "up" | "stale" | "down";
  readonly since: number;
  /** A code that texts hang on, and the words of the place where it happened. */
  readonly why: { readonly code: string; readonly detail: string } | null;
  readonly bytes: number;
  readonly frames: number;
  readonly badFrames: number;
  readonly reconnects: number;
  readonly lastSeenAt: number | null;
  readonly misses: number;
  readonly missed: Readonly<Record<string, number>>;
  readonly sweepMs: number | null;
  /** Lamps that it sees, as the table knows them. */
  readonly lamps: Readonly<Record<string, string>> | null;
}

/** GET /api/devices/ID/frames?after=N: frames with a number above N, the oldest first. */
export interface FramesMessage {
  readonly frames: readonly FrameRow[];
  /** Ask with `after` of this next. */
  readonly next: number;
  /** False: a library owns the port, and nobody sees its bytes. */
  readonly visible: boolean;
}

export interface FrameRow {
  readonly n: number;
  readonly at: number;
  readonly direction: "in" | "out";
  readonly bytes: number;
  readonly good: boolean;
  /** The bytes, text as text and the rest in hexadecimal; null: they are not shown. */
  readonly shown: string | null;
  /** What the driver made of them; null: not shown. */
  readonly readings: readonly string[] | null;
}
