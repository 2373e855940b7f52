import { detectImageFormat } from '@sachet/shared/studio/image-format';

/** A picture in base64, with or without a `data:` prefix; its type is detected from its bytes. Null if it is not a picture. */
export function readPicture(base64: unknown): { bytes: Buffer; mimeType: string } | null {
  if (typeof base64 !== 'string') return null;
  const bytes = Buffer.from(base64.replace(/^data:[^,]{0,100},/, ''), 'base64');
  if (bytes.length === 0) return null;
  return { bytes, mimeType: detectImageFormat(bytes) ?? 'application/octet-stream' };
}
