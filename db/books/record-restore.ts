/** Records that the ledger was restored from a backup. */
import type { Pool, PoolClient } from 'pg';
import { financialYear } from '@sachet/shared/documents/series';
import { istDay, istMonth, startOfIstDay } from '@sachet/shared/ledger/calendar';
import {
  encodeRestore,
  type RestoreStatement,
  type SignedRestore,
} from '@sachet/shared/ledger/restore';
import { lockClientUntilCommit } from '../locks.ts';
import { newestCheckpoint, type SignedCheckpoint } from '../ledger/checkpoint.ts';
import { readPendingRestore, readRestores } from '../ledger/restores.ts';
import { sha256 } from '../ledger/rows.ts';
import { signWith, type SigningKey } from '../ledger/signing-key.ts';

export type RecordedRestore =
  | { readonly ok: true; readonly restore: SignedRestore }
  | { readonly ok: false; readonly refusal: 'not_restored' };

/**
 * Records a restore with the published checkpoints that are not here. `restoredTo` is needed only for a restore
 * that left no mark.
 */
export async function recordRestore(
  pool: Pool,
  key: SigningKey,
  {
    published,
    restoredTo,
  }: { published: readonly SignedCheckpoint[]; restoredTo?: Date | undefined },
): Promise<RecordedRestore> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    await lockClientUntilCommit(client, 'checkpoint');
    const recorded = await recordLocked(client, key, { published, restoredTo });
    await client.query('commit');
    return recorded;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function recordLocked(
  client: PoolClient,
  key: SigningKey,
  {
    published,
    restoredTo,
  }: { published: readonly SignedCheckpoint[]; restoredTo: Date | undefined },
): Promise<RecordedRestore> {
  const mark = await readPendingRestore(client);
  if (mark === null && !restoredTo) return { ok: false, refusal: 'not_restored' };
  const { rows } = await client.query<{ now: Date; last: Date | null; here: string[] }>(
    `select clock_timestamp() as now, (select max(recorded_at) from ledger_event) as last,
            array(select encode(hash, 'hex') from ledger_checkpoint) as here`,
  );
  const { now, last, here } = rows[0]!;
  const newest = await newestCheckpoint(client);
  const before = (await readRestores(client)).at(-1);
  const afterNumber = newest?.checkpoint.number ?? 0;
  const isSecond = before !== undefined && before.statement.nextNumber > afterNumber;
  const known = new Set(here);
  const givenUp = new Map(
    published
      .filter(({ hashHex }) => !known.has(hashHex))
      .map(({ checkpoint: { number }, hashHex }) => [hashHex, { number, hashHex }]),
  );
  const numbers = [...givenUp.values()].map(({ number }) => number);
  const moment = restoredTo ?? toMoment(mark!) ?? last ?? now;
  const statement: RestoreStatement = {
    version: 1,
    number: (before?.statement.number ?? 0) + 1,
    createdAtMs: now.getTime(),
    restoredToMs: moment.getTime(),
    afterNumber,
    givenUp: [...givenUp.values()].toSorted((a, b) => a.number - b.number),
    nextNumber:
      Math.max(afterNumber, isSecond ? before.statement.nextNumber - 1 : 0, ...numbers) + 1,
    previousHashHex: (isSecond ? before.hashHex : newest?.hashHex) ?? '00'.repeat(32),
    keyId: key.keyId,
  };
  const message = encodeRestore(statement);
  const hash = sha256(message);
  const signature = signWith(key, message);
  // The invoices of a month bear its last day and are issued after it.
  const firstDay = new Date(startOfIstDay(`${istMonth(moment.getTime())}-01`) - 1);
  const [firstYear, lastYear] = [firstDay, now].map((at) => financialYear(istDay(at.getTime())));
  await client.query(
    `insert into ledger_restore (number, mark, created_at, first_year, last_year, statement, hash, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [statement.number, mark, now, firstYear, lastYear, JSON.stringify(statement), hash, signature],
  );
  return {
    ok: true,
    restore: { statement, hashHex: hash.toString('hex'), signatureHex: signature.toString('hex') },
  };
}

/** The moment that was asked for; null if everything that was archived was restored. */
function toMoment(mark: string): Date | null {
  const [, to = ''] = mark.split(' ');
  const moment = new Date(to);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
