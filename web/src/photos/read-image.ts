import { detectImageFormat, formatHeadBytes, type ImageFormat } from '@sachet/shared/image-format';
import type { Photo } from '../api/photo-upload';
import {
  acceptedTypes,
  fileMaxBytes,
  fitted,
  sentMaxBytes,
  type AcceptedType,
  type UploadError,
} from './uploaded-image';

const quality = 0.9;

/**
 * A file as it will be sent: upright, not larger than the server keeps it, and a JPEG where it was HEIC
 * and this browser reads that (Safari does). Its bytes decide what it is: phones name HEIC `.jpg`, and
 * apps share files without a type. The server checks everything again; here it spares a phone the waiting.
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

/** `unreadable` is a folder, or a file that has been moved since it was chosen. */
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

/** The file as it is where it is small enough. */
async function reduce(file: File, picture: ImageBitmap, type: AcceptedType): Promise<Blob> {
  const { width, height } = fitted(picture);
  if (width === picture.width && height === picture.height && file.size <= sentMaxBytes) {
    // Its bytes, not the file: that may have gone by the time it is sent.
    return new Blob([await file.arrayBuffer()], { type });
  }
  return reencode(picture, type);
}

async function reencode(picture: ImageBitmap, type: AcceptedType): Promise<Blob> {
  const { width, height } = fitted(picture);
  // A photo saved as PNG stays huge; what may be see-through is tried as WebP before that is lost.
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
      (blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))),
      type,
      quality,
    ),
  );
}
