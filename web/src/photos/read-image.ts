import type { Photo } from '../api/photo-upload';
import {
  acceptedTypes,
  fileMaxBytes,
  fitted,
  sentMaxBytes,
  detectType,
  type AcceptedType,
  type UploadError,
} from './uploaded-image';

const quality = 0.9;

/**
 * A file as it will be sent: upright, and not larger than the server keeps it. The server checks
 * everything again; here it spares a phone the waiting.
 */
export async function readImage(file: File): Promise<{ photo: Photo } | { error: UploadError }> {
  if (!file.type.startsWith('image/')) return { error: 'type' };
  if (file.size > fileMaxBytes) return { error: 'size' };
  const type = detectType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!type) return { error: isAccepted(file.type) ? 'pretends' : 'type' };
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return { error: 'unreadable' };
  }
  try {
    return { photo: { file: await reduced(file, picture, type), name: file.name } };
  } catch {
    return { error: 'unreadable' };
  } finally {
    picture.close();
  }
}

function isAccepted(type: string): type is AcceptedType {
  return (acceptedTypes as readonly string[]).includes(type);
}

async function reduced(file: File, picture: ImageBitmap, type: AcceptedType): Promise<Blob> {
  const { width, height } = fitted(picture);
  if (width === picture.width && height === picture.height && file.size <= sentMaxBytes) {
    // Its bytes, not the file: that may have gone by the time it is sent.
    return new Blob([await file.arrayBuffer()], { type });
  }
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
