/** docs/product.md, Validation. */
export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type AcceptedType = (typeof acceptedTypes)[number];

/** What is wrong with a file. */
export type UploadError = 'type' | 'pretends' | 'size' | 'unreadable';

/** Larger files are not even opened: a phone has to hold all of its pixels at once. */
export const fileMaxMegabytes = 40;
export const fileMaxBytes = fileMaxMegabytes * 1024 * 1024;

/** The longest side of what is sent; the server keeps no more. */
const sideMaxPixels = 2048;

/** What is small enough to be sent over a phone's connection. */
export const sentMaxBytes = 4 * 1024 * 1024;

const signatures: { type: AcceptedType; at: number; bytes: number[] }[] = [
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

/** What a file is by its first 12 bytes, whatever it is called. */
export function detectType(head: Uint8Array): AcceptedType | null {
  const found = signatures.find(({ at, bytes }) =>
    bytes.every((byte, index) => head[at + index] === byte),
  );
  return found?.type ?? null;
}

/** Width and height in pixels, made to fit `sideMax`; never enlarged. */
export function fitted(
  { width, height }: { width: number; height: number },
  sideMax = sideMaxPixels,
): { width: number; height: number } {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
