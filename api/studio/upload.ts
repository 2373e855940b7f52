/** Photos to edit or write about: uploaded once, then used by id in any number of requests for a day. */
import { nameUploadedImage, uploadLastsMs } from '@sachet/db/studio/uploads';
import { processImage } from '@sachet/adapters/images/process-image';
import { imageKey } from '@sachet/adapters/images/store';
import { toUploadRefusal } from './input-image.ts';
import { formBytesMax, receiveImage } from '../http/multipart.ts';
import { reply, route } from '../http/route.ts';
import { admitPhoto, decodeInTurn, whenClosed } from '../limits/upload-admission.ts';

export const postUpload = route('POST /api/upload', {
  async handle({ deps, caller, request, response }) {
    const given = { deps, caller, request, response };
    const { uploadId, who, done } = await admitPhoto(given, 'uploads', formBytesMax);
    const expiresAt = new Date(Date.now() + uploadLastsMs);
    const signal = whenClosed(response);
    const photo = await receiveImage(given, (path) =>
      decodeInTurn(deps, { who, signal }, () => processImage('decodeUpload', [path], { signal })),
    ).finally(done);
    if (!photo.ok) throw toUploadRefusal(photo.reason, 'image');
    const { bytes, mimeType, width, height } = photo;
    const key = imageKey('uploads', uploadId, mimeType);
    await nameUploadedImage(deps.db, { id: uploadId, imageKey: key, width, height });
    await deps.images.put(key, bytes, mimeType);
    return reply(201, { uploadId, expiresAt: expiresAt.toISOString() });
  },
});
