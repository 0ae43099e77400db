// The key of a new entry, by which the server knows one that is sent twice.

/** @returns {string} a random UUID */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Pages on a local network without https have no randomUUID.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x40;
    return at === 8 ? (byte & 0x3f) | 0x80 : byte;
  }).map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
