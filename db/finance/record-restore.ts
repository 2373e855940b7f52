/** Records that the ledger was restored from a backup. */
import type { Pool, PoolClient } from 'pg';
import { financialYear } from '@sachet/shared/tax/series';
import { istDay, istMonth, startOfIstMonth } from '@sachet/shared/time';
import {
  encodeRestore,
  type RestoreStatement,
  type SignedRestore,
} from '@sachet/shared/ledger/restore';
import { lockClientUntilCommit } from '../locks.ts';
import { newestCheckpoint, refuseWrongKey, type SignedCheckpoint } from '../ledger/checkpoint.ts';
import { readPendingRestore, readRestores } from '../ledger/restores.ts';
import { sha256 } from '../ledger/rows.ts';
import { signWith, type SigningKey } from '../ledger/signing-key.ts';

export type RecordedRestore =
  | { readonly ok: true; readonly restore: SignedRestore }
  | {
      readonly ok: false;
      /** `nothing_added`: the correction says nothing that the last answer did not say. */
      readonly refusal: 'not_restored' | 'nothing_to_correct' | 'nothing_added';
    }
  /** No given checkpoint is newer than those here: the caller has to confirm it with these words. */
  | { readonly ok: false; readonly refusal: 'unconfirmed'; readonly words: string }
  /** Between those here and the newest given one, these numbers are missing. */
  | { readonly ok: false; readonly refusal: 'incomplete'; readonly missing: readonly number[] };

export interface Published {
  readonly checkpoints: readonly SignedCheckpoint[];
  /** Statements of earlier restores, which name the checkpoints that they gave up. */
  readonly restores: readonly SignedRestore[];
}

interface Answer {
  readonly published: Published;
  /** Needed only for a restore that left no mark. */
  readonly restoredTo?: Date | undefined;
  /** Replaces the answer about the last restore, of which published checkpoints are missing. */
  readonly isCorrection?: boolean;
  readonly confirmation?: string | undefined;
}

/** Records a restore with the published checkpoints that are not here. */
export async function recordRestore(
  pool: Pool,
  key: SigningKey,
  answer: Answer,
): Promise<RecordedRestore> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    await lockClientUntilCommit(client, 'checkpoint');
    const recorded = await recordLocked(client, key, answer);
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
  { published, restoredTo, isCorrection = false, confirmation }: Answer,
): Promise<RecordedRestore> {
  const mark = await readPendingRestore(client);
  const restores = await readRestores(client);
  const before = restores.at(-1);
  if (isCorrection && (mark !== null || !before)) {
    return { ok: false, refusal: 'nothing_to_correct' };
  }
  if (mark === null && !restoredTo && !isCorrection) return { ok: false, refusal: 'not_restored' };
  const { rows } = await client.query<{ now: Date; last: Date | null; here: string[] }>(
    `select clock_timestamp() as now, (select max(recorded_at) from ledger_event) as last,
            array(select encode(hash, 'hex') from ledger_checkpoint) as here`,
  );
  const { now, last, here } = rows[0]!;
  const newest = await newestCheckpoint(client);
  if (newest) await refuseWrongKey(client, key, newest);
  const afterNumber = newest?.checkpoint.number ?? 0;
  const isSecond = before !== undefined && before.statement.nextNumber > afterNumber;
  const recorded = new Set(restores.map(({ hashHex }) => hashHex));
  // The database may be older than an earlier restore, of which only its published statement is left.
  const lost = published.restores.filter(({ hashHex }) => !recorded.has(hashHex));
  const told = [
    ...published.checkpoints.map(({ checkpoint: { number }, hashHex }) => ({ number, hashHex })),
    ...lost.flatMap(({ statement }) => statement.givenUp),
  ];
  const known = new Set(here);
  const givenUp = new Map(
    told.filter(({ hashHex }) => !known.has(hashHex)).map((each) => [each.hashHex, each]),
  );
  const numbers = [...givenUp.values()].map(({ number }) => number);
  const lastKnown = Math.max(afterNumber, isSecond ? before.statement.nextNumber - 1 : 0);
  if (isCorrection) {
    const said = restores.flatMap(({ statement }) => statement.givenUp);
    const isSaid = new Set(said.map(({ hashHex }) => hashHex));
    const isOtherMoment =
      restoredTo !== undefined && restoredTo.getTime() !== before!.statement.restoredToMs;
    if (!isOtherMoment && [...givenUp.keys()].every((hashHex) => isSaid.has(hashHex))) {
      return { ok: false, refusal: 'nothing_added' };
    }
  } else {
    const words = `no checkpoint after ${lastKnown} was published`;
    // A file of checkpoints that an earlier restore gave up is older than those here.
    if (numbers.every((number) => number <= lastKnown) && confirmation !== words) {
      return { ok: false, refusal: 'unconfirmed', words };
    }
  }
  const missing = findGaps(isCorrection ? before!.statement.afterNumber : lastKnown, told);
  if (missing.length > 0) return { ok: false, refusal: 'incomplete', missing };
  const corrected = isCorrection ? new Date(before!.statement.restoredToMs) : undefined;
  const moment = restoredTo ?? corrected ?? toMoment(mark ?? '') ?? last ?? now;
  const statement: RestoreStatement = {
    version: 1,
    number: Math.max(0, ...[...restores, ...lost].map((each) => each.statement.number)) + 1,
    createdAtMs: now.getTime(),
    restoredToMs: moment.getTime(),
    afterNumber,
    givenUp: [...givenUp.values()].toSorted((a, b) => a.number - b.number),
    nextNumber: Math.max(lastKnown, ...numbers) + 1,
    previousHashHex: (isSecond ? before.hashHex : newest?.hashHex) ?? '00'.repeat(32),
    keyId: key.keyId,
  };
  const message = encodeRestore(statement);
  const hash = sha256(message);
  const signature = signWith(key, message);
  // The invoices of a month bear its last day and are issued after it.
  const firstDay = new Date(startOfIstMonth(istMonth(moment.getTime())) - 1);
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

const mostListed = 20;

/** Checkpoints are numbered without gaps: the numbers after `from` that a set of them lacks. */
function findGaps(from: number, told: readonly { readonly number: number }[]): number[] {
  const given = new Set(told.map(({ number }) => number));
  const missing: number[] = [];
  for (let number = from + 1; number < Math.max(...given, 0); number += 1) {
    if (!given.has(number)) missing.push(number);
  }
  return missing.slice(0, mostListed);
}

/** The moment that was asked for; null if everything that was archived was restored. */
function toMoment(mark: string): Date | null {
  const [, to = ''] = mark.split(' ');
  const moment = new Date(to);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
