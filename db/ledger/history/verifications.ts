/**
 * Verifications that admins requested, and the daily one. A row is also the job: a worker takes it, and a
 * sweep finds lost ones.
 */
import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import {
  mostFindings,
  verificationByWorker,
  type Finding,
  type LedgerVerification,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { insertAudit } from '../../admin/audit.ts';
import type { Database } from '../../tables.ts';

export type VerificationRow = Selectable<Database['ledger_verification']>;
type Result = NonNullable<LedgerVerification['result']>;

/** The rows that a verification has read, and all its findings. */
export type Verified = Omit<Result, 'findingCount' | 'findings'> & {
  readonly findings: readonly Finding[];
};

const current = ['requested', 'running'] as const;

export async function readCurrentVerification(
  db: Kysely<Database>,
): Promise<VerificationRow | undefined> {
  return db
    .selectFrom('ledger_verification')
    .selectAll()
    .where('status', 'in', current)
    .executeTakeFirst();
}

/** The newest verification that has ended. */
export async function readLastVerification(
  db: Kysely<Database>,
): Promise<VerificationRow | undefined> {
  return db
    .selectFrom('ledger_verification')
    .selectAll()
    .where('status', 'in', ['done', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Inserts a new verification with its audit row, or returns the one in progress. */
export async function requestVerification(
  db: Kysely<Database>,
  uid: string,
): Promise<{ row: VerificationRow; isNew: boolean }> {
  for (;;) {
    const cancellations = await readCurrentVerification(db);
    if (cancellations) return { row: cancellations, isNew: false };
    const row = await db.transaction().execute(async (trx) => {
      const fresh = await trx
        .insertInto('ledger_verification')
        .values({ requested_by: uid } satisfies Insertable<Database['ledger_verification']>)
        // After a conflict, the verification of the concurrent request is returned.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (fresh) {
        const details = { verificationId: fresh.id };
        await insertAudit(trx, { actor: `user:${uid}`, action: 'verify-ledger', details });
      }
      return fresh;
    });
    if (row) return { row, isNew: true };
  }
}

/** Everything is verified once a day, whether or not an admin requests it. */
const verifiedEvery = sql`interval '24 hours'`;

/**
 * Returns the id of a new verification if none was requested in the last day although there are events that
 * are older than a day.
 */
export async function requestDueVerification(db: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into ledger_verification (requested_by)
    select ${verificationByWorker}
     where not exists (
             select from ledger_verification where requested_at > now() - ${verifiedEvery})
       and exists (select from ledger_event where recorded_at < now() - ${verifiedEvery})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/**
 * Takes a verification that no worker has: a new one, or one whose worker has been silent for this long.
 * Returns the number of the attempt; undefined if there is nothing to do.
 */
export async function takeVerification(
  db: Kysely<Database>,
  { id, silentForMs }: { id: number; silentForMs: number },
): Promise<number | undefined> {
  const taken = await db
    .updateTable('ledger_verification')
    .set({
      status: 'running',
      attempt: sql`attempt + 1`,
      started_at: sql`now()`,
      beat_at: sql`now()`,
      step: null,
      done: 0,
      total: 0,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'requested'),
        eb('status', '=', 'running').and('beat_at', '<', silentSince(silentForMs)),
      ]),
    )
    .returning('attempt')
    .executeTakeFirst();
  return taken?.attempt;
}

const silentSince = (ms: number) => sql<Date>`now() - ${ms} * interval '1 millisecond'`;

export interface Attempt {
  readonly id: number;
  readonly attempt: number;
}

const ofAttempt = (db: Kysely<Database>, { id, attempt }: Attempt) =>
  db
    .updateTable('ledger_verification')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running');

export async function beatVerification(
  db: Kysely<Database>,
  which: Attempt,
  progress: { step: 'chains' | 'projections' | null; done: number; total: number },
): Promise<void> {
  await ofAttempt(db, which)
    .set({ ...progress, beat_at: sql`now()` })
    .execute();
}

export async function endVerification(
  db: Kysely<Database>,
  which: Attempt,
  end: Verified | { error: string },
): Promise<void> {
  const set =
    'error' in end
      ? { status: 'failed' as const, error: end.error }
      : { status: 'done' as const, result: JSON.stringify(toResult(end)) };
  await ofAttempt(db, which)
    .set({ ...set, finished_at: sql`now()` })
    .execute();
}

const toResult = ({ findings, ...read }: Verified): Result => ({
  ...read,
  findingCount: findings.length,
  findings: findings.slice(0, mostFindings),
});

/**
 * Ids of verifications that are unfinished and have had no working worker for this long, after a crash or a
 * lost job.
 */
export async function readStrandedVerifications(
  db: Kysely<Database>,
  silentForMs: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_verification')
    .select('id')
    .where('status', 'in', current)
    .where('beat_at', '<', silentSince(silentForMs))
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest signed checkpoint. */
export async function readNewestCheckpoint(db: Kysely<Database>) {
  const { rows } = await sql<{
    number: number;
    created_at: Date;
    wallet_count: number;
    event_count: number;
    balance_paise: number;
    held_paise: number;
    hash: Buffer;
    key_id: string;
  }>`
    select number, created_at, wallet_count, event_count, balance_paise, held_paise, hash, key_id
      from ledger_checkpoint order by number desc limit 1`.execute(db);
  return rows[0];
}
