import { loadGeneration } from '@sachet/db/studio/generations';
import { readUnlocks } from '@sachet/db/studio/unlocks';
import { verifyImagePath } from '@sachet/adapters/images/signed-url';
import { parseThumbnailKey } from '@sachet/adapters/images/store';
import { withoutPictureWords } from '@sachet/shared/studio/brand';
import { getAddress } from '../http/address.ts';
import { contentDisposition, type NamedImage } from './image-name.ts';
import type { Dependencies } from '../dependencies.ts';
import { readLabelledImage } from './labelled-image.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { readThumbnail } from './thumbnails.ts';

/** The signature is the permission: anyone with the address may read the image until it expires. */
export const getImage = route('GET /api/images/{*key}', {
  // An `<img>` sends no token: a signed request counts against the image, not against an address that
  // thousands may share.
  countedBy: 'itself',
  async handle({ deps, query, request, response }) {
    const key = (request.params['key'] as unknown as string[]).join('/');
    const signed = verifyImagePath({
      key,
      expires: query.expires,
      signature: query.signature,
      signer: deps.signers.imageUrl,
      now: Date.now(),
    });
    if (!signed) {
      await deps.limits.consume('anonymous', getAddress(request), response);
      throw new Refusal('forbidden', 'This link has expired. Reload the page.');
    }
    await deps.limits.consume('images', key.split('/')[0]!, response);
    const { isDeleted, name } = await readFacts(deps, key);
    const read = parseThumbnailKey(key) ? readThumbnail : readLabelledImage;
    const image = isDeleted ? null : await read(deps, key);
    if (!image) throw new Refusal('not_found', 'Image not found.');
    const kind = query.download ? 'attachment' : 'inline';
    response.set({
      'Cache-Control': 'private, max-age=3600, immutable',
      'Content-Disposition': contentDisposition(kind, name),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    response.type(image.mimeType).send(Buffer.from(image.bytes));
  },
});

/**
 * Deleted and reported pictures are refused immediately, before their bytes are erased. An image is served
 * without its name when the database cannot be reached.
 */
async function readFacts(
  { db, log }: Dependencies,
  key: string,
): Promise<{ isDeleted: boolean; name: NamedImage }> {
  const [generationId = '', file = ''] = key.split('/');
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const facts = await Promise.all([
    loadGeneration(db, generationId),
    readUnlocks(db, generationId),
  ]).catch((error: unknown) => {
    log.warn({ err: error }, 'failed to read the name of an image; it is sent without a name');
    return [undefined, []] as const;
  });
  const [generation, unlocks] = facts;
  const size = unlocks.find((unlock) => unlock.image_key === key)?.final_size ?? null;
  return {
    isDeleted: Boolean(generation?.deleted_at),
    name: { subject: withoutPictureWords(generation?.prompt ?? ''), size, extension },
  };
}
