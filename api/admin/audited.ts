import type { Kysely, Transaction } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import type { Database } from '@sachet/db/tables';

/**
 * Makes an admin's change and writes its audit row in one transaction. A change that returns null, undefined
 * or false changed nothing and gets no row.
 */
export async function audited<Result extends object | boolean | null | undefined>(
  db: Kysely<Database>,
  admin: { readonly uid: string },
  entry: { readonly action: string; readonly details: Record<string, unknown> },
  change: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const result = await change(trx);
    if (result) await insertAudit(trx, { actor: `user:${admin.uid}`, ...entry });
    return result;
  });
}
