/**
 * Returns 32 random hexadecimal digits. `crypto.randomUUID` is missing without HTTPS, for example on a phone
 * that uses a server in its own network.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
