import {
  detectImageFormat,
  formatHeadBytes,
  type ImageFormat,
} from '@sachet/shared/studio/image-format';
import type { Photo } from '../../../browser/photo-store';

const quality = 0.9;

/**
 * Prepares a file for upload: turns it upright and reduces it to the size that the server stores. Converts
 * HEIC to JPEG if the browser can read HEIC (Safari can). The format is read from the bytes, because phones
 * name HEIC files `.jpg` and apps share files without a type. The server repeats all checks; checking here
 * saves the user an upload.
 */
export async function readImage(file: File): Promise<{ photo: Photo } | { error: UploadError }> {
  const format = await detectFormat(file);
  if (format === 'unreadable') return { error: format };
  if (!format) return { error: isAccepted(file.type) ? 'pretends' : 'type' };
  if (file.size > fileMaxBytes) return { error: 'size' };
  const isHeic = format === 'image/heic';
  let picture: ImageBitmap;
  try {
    const typed = file.slice(0, file.size, format);
    picture = await createImageBitmap(typed, { imageOrientation: 'from-image' });
  } catch {
    return { error: isHeic ? 'heic' : 'unreadable' };
  }
  try {
    const sent = isHeic
      ? await reencode(picture, 'image/jpeg')
      : await reduce(file, picture, format);
    return { photo: { file: sent, name: file.name } };
  } catch {
    return { error: 'unreadable' };
  } finally {
    picture.close();
  }
}

/**
 * Detects the format from the file's bytes. Returns `unreadable` for a folder, and for a file that was moved
 * after the user chose it.
 */
async function detectFormat(file: File): Promise<ImageFormat | 'unreadable' | null> {
  try {
    return detectImageFormat(new Uint8Array(await file.slice(0, formatHeadBytes).arrayBuffer()));
  } catch {
    return 'unreadable';
  }
}

function isAccepted(type: string): type is AcceptedType {
  return (acceptedTypes as readonly string[]).includes(type);
}

/** Reduces a picture. Returns the file unchanged if it is small enough. */
async function reduce(file: File, picture: ImageBitmap, type: AcceptedType): Promise<Blob> {
  const { width, height } = scaleDown(picture);
  if (width === picture.width && height === picture.height && file.size <= sentMaxBytes) {
    // Copies the bytes, because the file may no longer exist when it is sent.
    return new Blob([await file.arrayBuffer()], { type });
  }
  return reencode(picture, type);
}

async function reencode(picture: ImageBitmap, type: AcceptedType): Promise<Blob> {
  const { width, height } = scaleDown(picture);
  // A photo as PNG stays huge at any size. WebP is tried before JPEG, because WebP keeps transparency.
  const attempts: AcceptedType[] = [type, 'image/webp', 'image/jpeg'];
  for (const each of attempts) {
    const drawn = await draw(picture, { width, height, type: each });
    if (drawn.type === each && drawn.size <= sentMaxBytes) return drawn;
  }
  throw new Error(`${width} x ${height} pixels do not fit in ${sentMaxBytes} bytes`);
}

function draw(
  picture: ImageBitmap,
  { width, height, type }: { width: number; height: number; type: AcceptedType },
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas returned no image'))),
      type,
      quality,
    ),
  );
}

/** The file types that the server accepts (docs/product.md, Validation). */
export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
type AcceptedType = (typeof acceptedTypes)[number];

/** The reason why a file is rejected. `heic` means that this browser cannot convert it. */
export type UploadError = 'type' | 'pretends' | 'heic' | 'size' | 'unreadable';

/** A larger file is not opened, because a phone must hold all its pixels in memory. */
export const fileMaxMegabytes = 40;
const fileMaxBytes = fileMaxMegabytes * 1024 * 1024;

/** The longest side of an uploaded image in pixels. The server stores no larger images. */
const sideMaxPixels = 2048;

/** The maximum size of an upload, small enough for a mobile connection. */
const sentMaxBytes = 4 * 1024 * 1024;

/**
 * Reduces width and height in pixels to at most `sideMax`, and never enlarges them.
 * @internal exported for its test
 */
export function scaleDown(
  { width, height }: { width: number; height: number },
  sideMax = sideMaxPixels,
): { width: number; height: number } {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
