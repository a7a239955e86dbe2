// The last bytes of a stream, for a support dump.

export interface ByteRing {
  push(bytes: Uint8Array): void;
  /** A copy, oldest first. */
  read(): Uint8Array;
}

export function makeByteRing(size: number): ByteRing {
  const ring = new Uint8Array(size);
  let written = 0;
  return {
    push(bytes) {
      const kept = bytes.length > size ? bytes.subarray(bytes.length - size) : bytes;
      const at = (written + bytes.length - kept.length) % size;
      const fits = Math.min(kept.length, size - at);
      ring.set(kept.subarray(0, fits), at);
      ring.set(kept.subarray(fits), 0);
      written += bytes.length;
    },
    read() {
      if (written <= size) return ring.slice(0, written);
      const at = written % size;
      return Uint8Array.from([...ring.subarray(at), ...ring.subarray(0, at)]);
    },
  };
}
