/** Routes for super admins: docs/product.md, API. */
import { z } from 'zod';
import { Timestamp } from '../../contracts/vocabulary.ts';

/** `GET /api/admin/me` */
export const AdminMeResponse = z
  .object({
    isSuperAdmin: z.boolean(),
    isFinance: z.boolean().meta({ description: 'Super admins, and who has the role finance.' }),
    decidesAlone: z.boolean().meta({
      description:
        'Whether the caller is the only super admin: large credits, moves and campaigns need no second one.',
    }),
  })
  .meta({ id: 'AdminMeResponse' });
export type AdminMeResponse = z.infer<typeof AdminMeResponse>;

/**
 * `POST /api/admin/queues/session`: sets a cookie that opens the queues' pages at `url` in this
 * browser for some minutes.
 */
export const QueuesSessionResponse = z
  .object({ url: z.string(), expiresAt: Timestamp })
  .meta({ id: 'QueuesSessionResponse' });
export type QueuesSessionResponse = z.infer<typeof QueuesSessionResponse>;
