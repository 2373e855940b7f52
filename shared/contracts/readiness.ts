/** The answers of `/healthz` and `/readyz`. */
import { z } from 'zod';

export const Health = z.object({ ok: z.boolean() });

/** Faults that do not stop the server now, but may stop it later or delay a part of its work. */
export const ReadinessWarning = z.enum([
  'images_nearly_full',
  'images_not_stored',
  'queue_unreachable',
]);
export type ReadinessWarning = z.infer<typeof ReadinessWarning>;

export const Readiness = z.object({
  ok: z.boolean(),
  database: z.boolean(),
  /** Whether the database has the schema of this code. */
  schema: z.enum(['fits', 'behind', 'unknown']),
  queue: z.boolean(),
  /** Whether pictures can be stored. */
  images: z.enum(['writable', 'full', 'read_only', 'failing']),
  stopping: z.boolean(),
  /** A warning does not make the process unready. */
  warnings: z.array(ReadinessWarning),
});
export type Readiness = z.infer<typeof Readiness>;
