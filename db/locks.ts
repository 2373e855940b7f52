/**
 * Every advisory lock of this database. Migrations name them as `:lock_NAME` (`migrations.ts`). No other file
 * has the number of a lock, and no statement that travels with a ledger command waits for one.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { ClientBase } from 'pg';
import type { Database } from './tables.ts';

interface Lock {
  readonly id: number;
  readonly purpose: string;
}

export const locks = {
  roles: { id: 7207001, purpose: 'One migration at a time creates the roles of the cluster.' },
  checkpoint: { id: 7207002, purpose: 'One process at a time takes a checkpoint.' },
  catalogue: {
    id: 7207012,
    purpose: 'Changes of the catalogue are serialized: two valid ones may be invalid together.',
  },
  user: { id: 7207013, purpose: 'Changes of one user by admins are serialized. Key: the uid.' },
  superAdmins: { id: 7207014, purpose: 'One super admin at a time loses access.' },
  invitations: { id: 7207017, purpose: 'Invitations are counted one at a time.' },
  orders: { id: 7207022, purpose: "A user's orders are created one at a time. Key: the uid." },
  audit: { id: 7207024, purpose: 'One process at a time runs a pass of the auditor.' },
  settlementLines: { id: 7207030, purpose: 'Settlement lines are stored one import at a time.' },
  comparison: {
    id: 7207031,
    purpose: 'One comparison with the gateway at a time reads and stores findings.',
  },
  bankStatements: {
    id: 7207032,
    purpose: 'Bank statements are imported and withdrawn one at a time.',
  },
  dayClose: { id: 7207033, purpose: 'One day at a time is closed.' },
  exports: { id: 7207034, purpose: 'Requests of exports are counted one at a time.' },
  dayTotals: {
    id: 7207035,
    purpose: 'One process at a time adds events to the sums of days, or computes the sums again.',
  },
  documents: {
    id: 7207040,
    purpose: 'One transaction at a time numbers tax documents or stores a supplier.',
  },
  supplier: {
    id: 7207041,
    purpose: 'A supplier is stored while no process projects events, which reads the suppliers.',
  },
  reportMails: { id: 7207050, purpose: 'Mails about reports are counted one at a time.' },
  balanceWatch: {
    id: 7207052,
    purpose: "One process at a time compares the providers' balances with their thresholds.",
  },
  proposals: { id: 7207060, purpose: 'Waiting proposals are counted one at a time.' },
  adjustments: {
    id: 7207062,
    purpose: 'Amounts that one admin gives are added up one transaction at a time. Key: the actor.',
  },
  reports: { id: 7207063, purpose: 'Open reports are counted one at a time.' },
  catalogueReview: { id: 7207064, purpose: 'One process at a time reviews the catalogue.' },
  testGate: { id: 7207077, purpose: 'Tests stop writers with it (`testing/stop-writers.ts`).' },
} as const satisfies Record<string, Lock>;

export type LockName = keyof typeof locks;

/** Waits for the lock and holds it until the transaction ends. `key`: the subject, if it has one. */
export async function lockUntilCommit<Schema = Database>(
  trx: Kysely<Schema> | Transaction<Schema>,
  name: LockName,
  key?: string,
): Promise<void> {
  const { id } = locks[name];
  const lock =
    key === undefined
      ? sql`select pg_advisory_xact_lock(${id}::bigint)`
      : sql`select pg_advisory_xact_lock(${id}::int, hashtext(${key}))`;
  await lock.execute(trx);
}

/** As `lockUntilCommit`, together with others that share it. */
export async function shareLockUntilCommit(
  trx: Transaction<Database>,
  name: LockName,
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${locks[name].id}::bigint)`.execute(trx);
}

/** As `lockUntilCommit`, in a transaction of the driver. */
export async function lockClientUntilCommit(client: ClientBase, name: LockName): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::bigint)', [locks[name].id]);
}

/**
 * Waits for the lock while `work` runs on `connection`, outside of a transaction.
 */
export async function withLock<Result>(
  connection: Kysely<Database>,
  name: LockName,
  work: () => Promise<Result>,
): Promise<Result> {
  const { id } = locks[name];
  await sql`select pg_advisory_lock(${id}::bigint)`.execute(connection);
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${id}::bigint)`.execute(connection);
  }
}

/** False if another connection holds the lock. Held until `unlockClient`, or the end of the connection. */
export async function tryLockClient(client: ClientBase, name: LockName): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as mine',
    [locks[name].id],
  );
  return rows[0]!.mine;
}

export async function unlockClient(client: ClientBase, name: LockName): Promise<void> {
  await client.query('select pg_advisory_unlock($1::bigint)', [locks[name].id]);
}

/** The text of a migration with the numbers of its locks. */
export function insertLockIds(text: string): string {
  return text.replaceAll(/:lock_(\w+)/g, (_, name: string) => {
    if (!Object.hasOwn(locks, name)) throw new Error(`no lock is called ${name}`);
    return String(locks[name as LockName].id);
  });
}
