/** What only super admins can call: specification, section 7. */
import { z } from 'zod';

/** `GET /api/admin/me` */
export const AdminMeResponse = z
  .object({ isSuperAdmin: z.boolean() })
  .meta({ id: 'AdminMeResponse' });
export type AdminMeResponse = z.infer<typeof AdminMeResponse>;
