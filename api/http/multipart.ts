/** A form with one file, which is streamed to disk and never held in memory. */
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { Refusal } from './refusal.ts';
import type { BodyToAdmit } from './route.ts';

const mebibyte = 1024 * 1024;
const fileBytesMax = 20 * mebibyte;
/** The file, and the form's overhead. */
export const formBytesMax = fileBytesMax + 64 * 1024;
const fieldName = 'image';

/**
 * Runs `work` on the path of the uploaded file and then deletes the file in every case. Ignores the name and
 * type that the sender states. Throws a `Refusal`: 415 if the body is not a form, 400 if the form has
 * anything but one file named `image`, 413 for a file of more than 20 MiB.
 */
export async function receiveImage<T>(
  { request, response, deps }: Pick<BodyToAdmit, 'request' | 'response' | 'deps'>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const form = openForm(request);
  let failure: Refusal | undefined;
  const file = Promise.withResolvers<Readable>();
  const end = Promise.withResolvers<void>();
  let taken: Readable | undefined;
  const fail = (refusal: Refusal) => {
    failure ??= refusal;
    request.unpipe(form);
    file.reject(failure);
    end.reject(failure);
    taken?.destroy(failure);
  };
  // Only one of the two promises may be awaited: the rejection of the other is handled here.
  file.promise.catch(() => {});
  end.promise.catch(() => {});

  form.on('file', (name, stream) => {
    stream.on('error', () => {});
    if (name !== fieldName) return fail(oneImage());
    taken = stream;
    stream.once('limit', () => fail(tooLarge()));
    file.resolve(stream);
  });
  for (const surplus of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    form.once(surplus, () => fail(oneImage()));
  }
  form.once('error', () => fail(unreadable()));
  form.once('finish', () => (taken ? end.resolve() : fail(oneImage())));
  // The sender has disconnected, or was answered before the upload ended. In that case the request itself may
  // stay open.
  response.once('close', () => fail(unreadable()));
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > formBytesMax) fail(tooLarge());
  });
  request.pipe(form);
  try {
    return await deps.images.receive(await file.promise, async (path) => {
      await end.promise;
      return work(path);
    });
  } catch (error) {
    throw failure ?? error;
  }
}

/** Text fields and further files are refused by their headers, before their values are read. */
const limits = { files: 1, fields: 0, parts: 2, headerPairs: 10, fileSize: fileBytesMax };

function openForm(request: Request): BusboyInstance {
  if (!request.is('multipart/form-data')) {
    throw new Refusal('unsupported_media_type', 'Send the form as multipart/form-data.');
  }
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch {
    throw unreadable();
  }
}

const refusal = (...[code, message]: ConstructorParameters<typeof Refusal>) =>
  new Refusal(code, message, { field: fieldName });
const oneImage = () => refusal('invalid', 'Send a form with one file named “image”.');
const unreadable = () => refusal('invalid', 'The form couldn’t be read.');
const tooLarge = () => refusal('payload_too_large', 'This image is larger than 20 MB.');
