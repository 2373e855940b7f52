import { z } from 'zod';
import { verifyImagePath } from '@sachet/images/signed-url';
import { Refusal } from '../refusal.ts';
import { route } from '../route.ts';

const ImageQuery = z.object({
  expires: z.string(),
  signature: z.string(),
  download: z.literal('1').optional(),
});

/** The signature is the permission: whoever was given the address may read it until it expires. */
export const getImage = route({
  method: 'get',
  path: '/api/images/{*key}',
  access: 'anyone',
  summary: 'An image, by an address that the API has signed and that expires.',
  query: ImageQuery,
  answers: { 200: null },
  async handle({ parts, query, request, response }) {
    const key = (request.params['key'] as unknown as string[]).join('/');
    const signed = verifyImagePath({
      key,
      expires: query.expires,
      signature: query.signature,
      secret: parts.settings.IMAGE_URL_SECRET,
      now: Date.now(),
    });
    if (!signed)
      throw new Refusal('forbidden', 'This address has expired. Please reload the page.');
    const image = await parts.images.get(key);
    if (!image) throw new Refusal('not_found', 'There is no such image.');
    const name = `sachet-${key.replaceAll('/', '-')}`;
    response.set({
      'Cache-Control': 'private, max-age=3600, immutable',
      'Content-Disposition': `${query.download ? 'attachment' : 'inline'}; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    response.type(image.mimeType).send(Buffer.from(image.bytes));
  },
});
