import type {
  GenerateRequest,
  GenerationResult,
  Upload,
} from '@sachet/shared/studio/contracts/generation';
import type { z } from 'zod';
import type { Photo } from '../../../browser/photo-store';
import { sending } from '../../../app/base/busy';
import type { Marked } from '../marking/marks';
import { api, loadParser, toPath } from '../../../api/client';
import { isFailure } from '../../../api/failure';
import { sendFile } from '../../../api/send-file';

/**
 * An order as the client holds it, with its photo and marked area. Both are uploaded before the order, and
 * only once.
 */
export type GenerateOrder = Omit<
  z.input<typeof GenerateRequest>,
  'image' | 'uploadId' | 'maskUploadId'
> & { photo?: Photo; marked?: Marked };

/** Uploads that are finished or in progress, so that two orders with the same photo share one upload. */
const uploads = new WeakMap<Photo | Marked, Promise<Upload>>();

/** Uploads the order's files unless they are uploaded already, and uploads a file again if it has expired. */
export async function generateFrom({
  photo,
  marked,
  ...order
}: GenerateOrder): Promise<GenerationResult> {
  const files = { ...(photo && { uploadId: photo }), ...(marked && { maskUploadId: marked }) };
  const fields = Object.entries(files);
  // Tries once more for each file, because each may have expired.
  for (let left = fields.length; ; left -= 1) {
    const used: Record<string, Promise<Upload>> = {};
    const ids: Record<string, string> = {};
    for (const [field, file] of fields) {
      used[field] = getUpload(file);
      ids[field] = (await used[field]).uploadId;
    }
    try {
      // The server answers 202 immediately, and live events report the result.
      return await api('POST /api/generate', {
        body: { ...order, ...ids },
        headers: { Prefer: 'respond-async' },
      });
    } catch (thrown) {
      const expired = isFailure(thrown, 'not_found') && fields.find(([f]) => f === thrown.field);
      if (!expired || left === 0) throw thrown;
      const [field, file] = expired;
      if (uploads.get(file) === used[field]) uploads.delete(file);
    }
  }
}

/** Uploads a photo unless that was done. Throws `ApiFailure`, or an `AbortError` (`isCancelled`). */
export async function uploadPhoto(photo: Photo): Promise<string> {
  return (await getUpload(photo)).uploadId;
}

/** The next use uploads the photo again, because the server no longer has it. */
export function forgetUpload(photo: Photo): void {
  uploads.delete(photo);
}

/** Whether the user cancelled the upload. */
export function isCancelled(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError';
}

/** Uploads a file unless that was done. */
export function getUpload(file: Photo | Marked): Promise<Upload> {
  const known = uploads.get(file);
  if (known) return known;
  const upload = 'marks' in file ? drawMask(file).then(send) : send(file);
  uploads.set(file, upload);
  upload.catch(() => uploads.delete(file));
  return upload;
}

async function drawMask(marked: Marked): Promise<Photo> {
  const { toMaskFile } = await import('../marking/draw-marks');
  return { file: await toMaskFile(marked), name: 'mask.png' };
}

async function send(photo: Photo): Promise<Upload> {
  const stop = new AbortController();
  const show = (share: number) => sending.set({ share, cancel: () => stop.abort() });
  show(0);
  try {
    const form = new FormData();
    form.set('image', photo.file, photo.name);
    const sending = { onShare: show, signal: stop.signal };
    const { status, body } = await sendFile(toPath('POST /api/upload', {}), form, sending);
    const parse = await loadParser('POST /api/upload');
    return parse(status, body);
  } finally {
    sending.set(null);
  }
}
