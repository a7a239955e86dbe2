/** The name of one deed, for ever: 32 hex digits. Not `crypto.randomUUID`: that needs HTTPS, which the house's own wire may not have. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
