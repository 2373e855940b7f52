/** Attempts to buy the image of a generation; each is named by its hold. */
import { sql, type CompiledQuery, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { compileNotification, notifying } from '../live.ts';
import {
  buyStatement,
  generationColumns,
  keepBoughtStatement,
  type Generation,
} from './generations.ts';
import { unlockRound } from './queue-round.ts';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import { minuteMs } from '@sachet/shared/time';
import type { Database } from '../tables.ts';

export type Unlock = Selectable<Database['unlock']>;

export async function loadUnlock(
  db: Kysely<Database>,
  holdId: string,
): Promise<Unlock | undefined> {
  return db.selectFrom('unlock').selectAll().where('hold_id', '=', holdId).executeTakeFirst();
}

/** The number of pictures that this user has begun to buy in the last minute. */
export async function countRecentUnlocks(db: Kysely<Database>, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom('unlock')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .where('created_at', '>', new Date(Date.now() - minuteMs))
    .executeTakeFirstOrThrow();
  return count;
}

export async function readUnlocks(db: Kysely<Database>, generationId: string): Promise<Unlock[]> {
  return db
    .selectFrom('unlock')
    .selectAll()
    .where('generation_id', '=', generationId)
    .orderBy('attempt')
    .execute();
}

/** A purchase with its picture, deleted or not, and every attempt to buy it, in order. */
export interface PictureToMake {
  readonly unlock: Unlock;
  readonly generation: Generation;
  readonly attempts: readonly Unlock[];
}

export async function loadPictureToMake(
  db: Kysely<Database>,
  holdId: string,
): Promise<PictureToMake | undefined> {
  const attempts = await db
    .selectFrom('unlock')
    .innerJoin('generation', 'generation.id', 'unlock.generation_id')
    .selectAll('unlock')
    .select(generationColumns.map((column) => `generation.${column} as of_${column}` as const))
    .where('unlock.generation_id', '=', (named) =>
      named.selectFrom('unlock').select('generation_id').where('hold_id', '=', holdId),
    )
    .orderBy('unlock.attempt')
    .execute();
  const unlock = attempts.find(({ hold_id }) => hold_id === holdId);
  if (!unlock) return undefined;
  const of = generationColumns.map((column) => [column, unlock[`of_${column}`]]);
  return { unlock, generation: Object.fromEntries(of) as Generation, attempts };
}

export async function findUnlockByRequestKey(
  db: Kysely<Database>,
  { uid, key }: { uid: string; key: string },
): Promise<Unlock | undefined> {
  return db
    .selectFrom('unlock')
    .selectAll()
    .where('uid', '=', uid)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Run it in the transaction that places the hold; fails if there is nothing left to buy (`isGone`). */
export function unlockStatements(
  db: Kysely<Database>,
  unlock: Insertable<Database['unlock']>,
): CompiledQuery[] {
  return [
    buyStatement(db, unlock.generation_id, { isPaid: false }),
    db
      .insertInto('unlock')
      .values({ ...unlock, queue_round: unlockRound(unlock) })
      .compile(),
    compileNotification(db, { event: 'generation', uid: unlock.uid, id: unlock.generation_id }),
  ];
}

/**
 * To be called immediately before the provider. False if the buyer has cancelled or closed the account: then
 * the provider must not be called. After the mark, cancelling is not free. If the process crashes before the
 * call, the mark is only too early.
 */
export async function markUnlockAsked(
  db: Kysely<Database>,
  { hold_id, generation_id, uid }: Pick<Unlock, 'hold_id' | 'generation_id' | 'uid'>,
): Promise<boolean> {
  const asked = await db
    .with('asked', (trx) =>
      trx
        .updateTable('unlock')
        .set({
          provider_asked_at: sql<Date>`coalesce(provider_asked_at, now())`,
          updated_at: new Date(),
        })
        .where('hold_id', '=', hold_id)
        .where('status', '=', 'pending')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('user_profile')
              .select('uid')
              .where('uid', '=', uid)
              .where('deleted_at', 'is', null),
          ),
        )
        .returning('hold_id'),
    )
    .selectFrom('asked')
    .select(notifying({ event: 'generation', uid, id: generation_id }).as('notified'))
    .executeTakeFirst();
  return asked !== undefined;
}

/**
 * Marks the image as stored, so that it is used again after a crash. An image that arrives after its hold has
 * expired is stored for the next attempt, and changes nothing else. Returns whether the generation was deleted
 * before this: then its sweep may have run without this image, which the caller has to delete.
 */
export async function markUnlockStored(
  db: Kysely<Database>,
  { hold_id, generation_id, uid }: Pick<Unlock, 'hold_id' | 'generation_id' | 'uid'>,
  imageKey: string,
): Promise<'kept' | 'deleted'> {
  const { is_deleted: isDeleted } = await db
    .with('stored', (trx) =>
      trx
        .updateTable('unlock')
        .from('generation')
        .set({
          status: sql<
            Unlock['status']
          >`case unlock.status when 'pending' then 'stored' else unlock.status end`,
          image_key: imageKey,
          updated_at: new Date(),
        })
        .where('hold_id', '=', hold_id)
        .whereRef('generation.id', '=', 'unlock.generation_id')
        .returning(sql<boolean>`generation.deleted_at is not null`.as('is_deleted')),
    )
    .selectFrom('stored')
    .select('is_deleted')
    .select(notifying({ event: 'generation', uid, id: generation_id }).as('notified'))
    .executeTakeFirstOrThrow();
  return isDeleted ? 'deleted' : 'kept';
}

/** Run it in the transaction that captures, voids or expires the hold. */
export function unlockEndStatements(
  db: Kysely<Database>,
  unlock: Pick<Unlock, 'hold_id' | 'generation_id' | 'uid'>,
  end: { status: 'done' } | { status: 'failed'; error: StoredFailure },
): CompiledQuery[] {
  return [
    db
      .updateTable('unlock')
      .set({
        status: end.status,
        updated_at: new Date(),
        ...('error' in end ? { error: JSON.stringify(end.error) } : {}),
      })
      .where('hold_id', '=', unlock.hold_id)
      .compile(),
    ...(end.status === 'done' ? [keepBoughtStatement(db, unlock.generation_id)] : []),
    compileNotification(db, { event: 'generation', uid: unlock.uid, id: unlock.generation_id }),
  ];
}

export interface UnlockToQueue {
  readonly hold_id: string;
  readonly generation_id: string;
  readonly queue_round: number;
  readonly provider: Provider;
}

/** Unfinished unlocks without a change since `before`, with the owner of the image; early rounds first. */
export async function readStrandedUnlocks(
  db: Kysely<Database>,
  { before, limit }: { before: Date; limit: number },
): Promise<UnlockToQueue[]> {
  return unlocksToQueue(db, limit)
    .where('unlock.status', 'in', ['pending', 'stored'])
    .where('unlock.updated_at', '<', before)
    .execute();
}

/** Unlocks for which no provider has been called yet. */
export async function readWaitingUnlocks(
  db: Kysely<Database>,
  limit: number,
): Promise<UnlockToQueue[]> {
  return unlocksToQueue(db, limit)
    .where('unlock.status', '=', 'pending')
    .where('unlock.provider_asked_at', 'is', null)
    .execute();
}

function unlocksToQueue(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('unlock')
    .innerJoin('generation', 'generation.id', 'unlock.generation_id')
    .select(['unlock.hold_id', 'unlock.generation_id', 'unlock.queue_round', 'generation.provider'])
    .orderBy('unlock.queue_round')
    .orderBy('unlock.updated_at')
    .limit(limit);
}
