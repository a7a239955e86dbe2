// What runs at a table, as a person may ask for it: GET /api/program, and `pitwire about`.

export interface ProgramMessage {
  readonly version: string;
  /** SHA-256 over the digests of all files, in hex; "" where the list of them is missing. */
  readonly build: string;
  /** SHA-256 in hex, by path from the program's folder, as installed. */
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  /** Where what lies there now is something else. */
  readonly faults: readonly Fault[];
  /** The last ten changes of what runs here, the newest first, as the journal holds them. */
  readonly changes: readonly ChangeEntry[];
}

export interface Fault {
  /** Path from the program's folder. */
  readonly file: string;
  readonly what: "changed" | "missing" | "added";
}

export interface ChangeEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The first record that was written so. */
  readonly seq: number;
  readonly changes: readonly Change[];
}

/** What is another thing than before; `before` and `after` are versions, names or hashes, null where there is none. */
export interface Change {
  readonly part: "journal" | "software" | "build" | "rules" | "device" | "table";
  /** Of a device. */
  readonly name?: string;
  readonly before: string | null;
  readonly after: string | null;
}
