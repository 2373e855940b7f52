/** `/api/push`: browsers that are notified when work is ready. */
import { z } from 'zod';
import { Language } from '../../contracts/vocabulary.ts';

const Key = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'Not base64url.')
    .refine((text) => Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes, {
      message: `Not ${bytes} bytes.`,
    });

export const PushKeyResponse = z
  .object({
    publicKey: z.string().meta({ description: 'The server’s key, for `pushManager.subscribe`.' }),
  })
  .meta({ id: 'PushKeyResponse' });

const Endpoint = z.string().min(10).max(1000);

/** As the browser's `PushSubscription.toJSON()`. */
export const PushSubscribeRequest = z
  .object({
    endpoint: Endpoint,
    keys: z.object({ p256dh: Key(65), auth: Key(16) }),
    language: Language,
  })
  .meta({ id: 'PushSubscribeRequest' });

export const PushRemoveRequest = z.object({ endpoint: Endpoint }).meta({ id: 'PushRemoveRequest' });
