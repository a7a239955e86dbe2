// What can happen to a frame on its way.

/** `at` is a place in the frame, taken round its length. */
export type LineFault =
  | { readonly kind: "drop" }
  | { readonly kind: "repeat" }
  | { readonly kind: "corrupt"; readonly at: number; readonly xor: number }
  /** Only the first bytes arrive. */
  | { readonly kind: "truncate"; readonly at: number };

/** A frame as it arrives. */
export function strike(frame: Uint8Array, fault: LineFault | undefined): Uint8Array {
  switch (fault?.kind) {
    case undefined:
      return frame;
    case "drop":
      return new Uint8Array(0);
    case "repeat":
      return Uint8Array.from([...frame, ...frame]);
    case "truncate":
      return frame.slice(0, fault.at % frame.length);
    case "corrupt": {
      const struck = frame.slice();
      const at = fault.at % frame.length;
      struck[at] = (struck[at] as number) ^ fault.xor;
      return struck;
    }
  }
}
