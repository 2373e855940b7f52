/** The form of every check of the books. `db/checks/checks.ts` is the table of all. */
import type { Pool, PoolClient } from 'pg';
import type { Kysely } from 'kysely';
import type { Finding } from '@sachet/shared/ledger/contracts/admin-ledger';
import { rollbackAndRelease } from '../connect.ts';
import type { Database } from '../tables.ts';
import type { CheckpointsExpected } from './check-checkpoints.ts';
import type { ProvedBatch } from './wallet-batch.ts';

export type Found = Omit<Finding, 'check'>;

/** Each function is one scope in which the check can run. A check has at least one. */
export interface Check {
  /** Instructions for the operator about a finding. */
  readonly toDo: string;
  /** Compares everything: once a day, for "verify now" and for `ledger verify`. */
  readonly whole?: (look: Look) => Promise<readonly Found[]>;
  /** Compares the new events of some wallets: in each pass of the auditor, and for `verify --wallet`. */
  readonly ofWallets?: (client: PoolClient, batch: ProvedBatch) => Promise<readonly Found[]>;
  /** Compares the tables as they are now: in each pass of the auditor. */
  readonly now?: (client: PoolClient) => Promise<readonly Found[]>;
}

/** The rows that a whole verification has read. */
export interface Counts {
  events: number;
  wallets: number;
  checkpoints: number;
  auditRows: number;
}

export type Progress = (
  step: 'chains' | 'projections' | 'repairing',
  done: number,
  total: number,
) => void;

/** One whole verification. */
export interface Look {
  /** Also reads values that the ledger cannot have written. */
  readonly pool: Pool;
  readonly db: Kysely<Database>;
  readonly expected: CheckpointsExpected;
  readonly counts: Counts;
  readonly progress: Progress;
  /** Computes a value that several checks need only once. */
  readonly once: <T>(compute: (look: Look) => Promise<T>) => Promise<T>;
}

/**
 * All rows are compared. Hashing whole tables in memory is faster than a million look-ups, even if the
 * planner estimates otherwise for tables that were just restored. A merge join is disabled too: it would sort
 * by wallet and compare the rows of a busy wallet pairwise without end.
 */
export const joinByHash = `set local work_mem = '256MB'; set local jit = off;
  set local enable_nestloop = off; set local enable_mergejoin = off`;

/** A function of a whole verification whose reads all see one moment. */
export const inSnapshot =
  <T>(read: (client: PoolClient, look: Look) => Promise<T>) =>
  async (look: Look): Promise<T> => {
    const client = await look.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      await client.query(joinByHash);
      return await read(client, look);
    } finally {
      await rollbackAndRelease(client);
    }
  };

/** More findings of one check add no information. */
const mostListed = 200;

/** The rows of a query are the findings: `subject`, `detail`, and perhaps `wallet_id` and `seq`. */
export const ask =
  (query: string, atMost = mostListed) =>
  async (client: PoolClient, values: readonly unknown[] = []): Promise<Found[]> => {
    const { rows } = await client.query<{
      subject: string;
      detail: string;
      wallet_id?: string | null;
      seq?: number | null;
    }>(`${query} limit ${atMost}`, [...values]);
    return rows.map(({ subject, detail, wallet_id: walletId = null, seq = null }) => {
      return { subject, walletId, seq, detail };
    });
  };

/** A finding about an event. */
export const ofEvent = (walletId: string, seq: number, detail: string): Found => {
  return { subject: `${walletId}#${seq}`, walletId, seq, detail };
};

/** A finding about neither a wallet nor an event. */
export const ofSubject = (subject: string, detail: string): Found => {
  return { subject, walletId: null, seq: null, detail };
};
