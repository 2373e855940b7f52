import type {
  GenerateRequest,
  GenerationResult,
  Upload,
} from '@sachet/shared/contracts/generation';
import type { z } from 'zod';
import { createStore } from '../browser/store';
import { generate } from './actions';
import { isFailure } from './failure';
import { sendFile } from './send-file';

/** A picture that is ready to be sent: small enough, and one of the types that the API takes. */
export type Photo = { file: Blob; name: string };

/** An order as the client holds it: with its photo, which is sent before it and only once. */
export type GenerateOrder = Omit<z.input<typeof GenerateRequest>, 'image' | 'uploadId'> & {
  photo?: Photo;
};

/** null for what is none, such as one that an older version of this page has kept. */
export function toPhoto(kept: unknown): Photo | null {
  const { file, name } = (kept ?? {}) as Partial<Photo>;
  return file instanceof Blob && typeof name === 'string' ? { file, name } : null;
}

type Sending = {
  /** How much of it has left this machine, from 0 to 1. */
  share: number;
  cancel: () => void;
};

/** The photo that is on its way, if any. */
export const sending = createStore<Sending | null>(null);

/** What has been sent, or is on its way: orders of one photo side by side send it once. */
const uploads = new WeakMap<Photo, Promise<Upload>>();

/** Sends the photo first where that has not been done, and once more where it has expired. */
export async function generateFrom({ photo, ...order }: GenerateOrder): Promise<GenerationResult> {
  if (!photo) return generate(order);
  const upload = getUpload(photo);
  try {
    return await generate({ ...order, uploadId: (await upload).uploadId });
  } catch (thrown) {
    if (!isFailure(thrown, 'not_found') || thrown.field !== 'uploadId') throw thrown;
    if (uploads.get(photo) === upload) uploads.delete(photo);
    return generate({ ...order, uploadId: (await getUpload(photo)).uploadId });
  }
}

/** Whether its owner stopped the sending. */
export function isCancelled(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError';
}

function getUpload(photo: Photo): Promise<Upload> {
  const known = uploads.get(photo);
  if (known) return known;
  const upload = send(photo);
  uploads.set(photo, upload);
  upload.catch(() => uploads.delete(photo));
  return upload;
}

async function send(photo: Photo): Promise<Upload> {
  const stop = new AbortController();
  const show = (share: number) => sending.set({ share, cancel: () => stop.abort() });
  show(0);
  try {
    const form = new FormData();
    form.set('image', photo.file, photo.name);
    const { status, body } = await sendFile('/api/upload', form, {
      onShare: show,
      signal: stop.signal,
    });
    const { toFailure, parseAnswer } = await import('./answers');
    if (status !== 201) throw toFailure(status, body);
    return parseAnswer('Upload', status, body);
  } finally {
    sending.set(null);
  }
}
