/**
 * The audit trail of admins: append-only, and a hash chain that the database itself writes. Inserting locks
 * the chain until the transaction ends, so the audit row must be the last write of a transaction, without
 * slow work after it.
 */
import { sql, type CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../tables.ts';

export interface AuditEntry {
  /** `user:{uid}`, `operator` for the command line, `worker` for expiry. */
  readonly actor: string;
  readonly action: string;
  /** The user whom the action was about, if any. */
  readonly targetUid?: string;
  /** Ids, amounts and names of fields; nothing personal. */
  readonly details?: Record<string, unknown>;
  /** A second row with the same key violates `admin_audit_request`: the request was already carried out. */
  readonly requestKey?: string;
}

const insert = (db: Kysely<Database>, entries: readonly AuditEntry[]) =>
  db.insertInto('admin_audit').values(
    entries.map(({ actor, action, targetUid = null, details = {}, requestKey = null }) => ({
      actor,
      action,
      target_uid: targetUid,
      details: JSON.stringify(details),
      request_key: requestKey,
    })),
  );

/** Names the actor of the changes of this transaction that the database itself records: those of budgets. */
export async function nameActor(trx: Transaction<Database>, actor: string): Promise<void> {
  await sql`select set_config('sachet.actor', ${actor}, true)`.execute(trx);
}

/** Must be the last statement in the transaction of the recorded change, whose actor it names. */
export async function insertAudit(
  trx: Transaction<Database>,
  ...entries: AuditEntry[]
): Promise<void> {
  const [first] = entries;
  if (!first) return;
  await nameActor(trx, first.actor);
  await insert(trx, entries).execute();
}

/** Must be the last statement in the `also` of `ledger.append`. */
export function compileAuditRows(
  db: Kysely<Database>,
  entries: readonly AuditEntry[],
): CompiledQuery {
  return insert(db, entries).compile();
}

export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly details: Record<string, unknown>;
  /** The actor's current address; null for the operator, and for an erased user. */
  readonly actor_email: string | null;
}

/** The audit rows about this user, newest first. */
export async function readAudit(
  db: Kysely<Database>,
  { uid, limit }: { uid: string; limit: number },
): Promise<AuditRow[]> {
  return db
    .selectFrom('admin_audit as a')
    .leftJoin('user_profile as u', (join) =>
      join.on(
        'u.uid',
        '=',
        sql<string>`case when a.actor like 'user:%' then substr(a.actor, 6) end`,
      ),
    )
    .select(['a.id', 'a.at', 'a.actor', 'a.action', 'a.details', 'u.email as actor_email'])
    .where('a.target_uid', '=', uid)
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
}
