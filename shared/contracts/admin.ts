/** What only super admins can call: docs/product.md, API. */
import { z } from 'zod';

/** `GET /api/admin/me` */
export const AdminMeResponse = z
  .object({ isSuperAdmin: z.boolean() })
  .meta({ id: 'AdminMeResponse' });
export type AdminMeResponse = z.infer<typeof AdminMeResponse>;
