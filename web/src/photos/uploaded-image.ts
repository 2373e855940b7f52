/** docs/product.md, Validation. */
export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type AcceptedType = (typeof acceptedTypes)[number];

/** The fault of a file; `heic` if this browser cannot convert it. */
export type UploadError = 'type' | 'pretends' | 'heic' | 'size' | 'unreadable';

/** Larger files are not even opened: a phone has to hold all of its pixels at once. */
export const fileMaxMegabytes = 40;
export const fileMaxBytes = fileMaxMegabytes * 1024 * 1024;

/** The longest side of what is sent; the server keeps no more. */
const sideMaxPixels = 2048;

/** What is small enough to be sent over a phone's connection. */
export const sentMaxBytes = 4 * 1024 * 1024;

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
