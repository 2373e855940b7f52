/**
 * A turn begins as `streaming`, with a lease that the writing process renews, and ends once. A reply that
 * pays for its block begins in the transaction of its hold and ends in the transaction that captures or voids
 * the hold.
 */
import { sql, type CompiledQuery, type Insertable, type Kysely, type Transaction } from 'kysely';
import type { ChatTurn, Conversation, WrittenTurn } from './conversations.ts';
import {
  giveBackFreeWork,
  withFreeWork,
  type FreeWork,
  type TakeFreeWork,
} from '../studio/free-work.ts';
import { compileNotification, selectNotification } from '../live.ts';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import { dayMs, minuteMs } from '@sachet/shared/time';
import { lockOpenAccount } from '../people/open-account.ts';
import type { Database, FreeWorkShare } from '../tables.ts';

const leaseMs = 30_000;
/** How often a process renews its leases, milliseconds. */
export const renewLeasesEveryMs = 10_000;

export interface NewTurn {
  /** Null unless the conversation begins with this turn. */
  readonly conversation: Insertable<Database['conversation']> | null;
  /** The result that the conversation continues from. */
  readonly seed: Insertable<Database['chat_turn']> | null;
  readonly turn: Omit<Insertable<Database['chat_turn']>, 'status' | 'lease_until'>;
  /** Ids of pictures that become part of the conversation with this turn. */
  readonly newPictures: readonly string[];
}

/** Inserts all rows of a new turn and its notification in one statement: one round trip instead of four. */
export function beginTurnStatement(
  db: Kysely<Database>,
  { conversation, seed, turn, newPictures }: NewTurn,
): CompiledQuery {
  const streaming = {
    ...turn,
    status: 'streaming' as const,
    lease_until: new Date(Date.now() + leaseMs),
  };
  const turns = db.insertInto('chat_turn').values(seed ? [seed, streaming] : streaming);
  const pictures = db
    .updateTable('chat_picture')
    .set({ conversation_id: turn.conversation_id })
    .where('id', 'in', newPictures)
    .where('uid', '=', turn.uid)
    .where('conversation_id', 'is', null);
  const notice = { event: 'conversation', uid: turn.uid, id: turn.conversation_id } as const;
  const begun = [
    ...(conversation
      ? [sql`fresh as (${db.insertInto('conversation').values(conversation)})`]
      : []),
    sql`turns as (${turns})`,
    ...(newPictures.length > 0 ? [sql`pictures as (${pictures})`] : []),
  ];
  return sql`with ${sql.join(begun)} ${selectNotification(notice)}`.compile(db);
}

/** The most chat replies that one user may request. */
export interface ChatLimits {
  readonly perMinute: number;
  /** Free replies in 24 hours. */
  readonly freePerDay: number;
  /** Replies written concurrently. */
  readonly atOnce: number;
}

export type OverLimit = 'over_minute' | 'over_day' | 'over_at_once';

/** Null if one more reply is within the limits. */
export async function findOverLimit(
  db: Kysely<Database>,
  { uid, isFree, freeReplies }: { uid: string; isFree: boolean; freeReplies: number },
  limits: ChatLimits,
): Promise<OverLimit | null> {
  const recent = await db
    .selectFrom('chat_turn')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('created_at', '>', new Date(Date.now() - minuteMs))
        .as('minute'),
      fn.countAll<number>().filterWhere('number', '<', freeReplies).as('free'),
      fn.countAll<number>().filterWhere('status', '=', 'streaming').as('streaming'),
    ])
    .where('uid', '=', uid)
    .where('status', '<>', 'seed')
    .where('created_at', '>', new Date(Date.now() - dayMs))
    .executeTakeFirstOrThrow();
  if (recent.streaming >= limits.atOnce) return 'over_at_once';
  if (recent.minute >= limits.perMinute) return 'over_minute';
  return isFree && recent.free >= limits.freePerDay ? 'over_day' : null;
}

/**
 * Begins a turn that pays for nothing; a free turn takes `freeWork` from the day's budget. Requests of one
 * user are serialized, so that concurrent ones cannot exceed a limit.
 */
export async function beginTurn(
  db: Kysely<Database>,
  begun: NewTurn,
  given: { freeWork: FreeWork | null; freeReplies: number; limits: ChatLimits },
): Promise<'begun' | OverLimit | { usedUp: FreeWorkShare }> {
  const { freeWork, freeReplies, limits } = given;
  const begin = async (trx: Transaction<Database>, take?: TakeFreeWork) => {
    const { id, uid } = begun.turn;
    await lockOpenAccount(trx, uid);
    const isFree = freeWork !== null;
    const over = await findOverLimit(trx, { uid, isFree, freeReplies }, limits);
    if (over) return over;
    await trx.executeQuery(beginTurnStatement(trx, begun));
    await take?.(id);
    return 'begun' as const;
  };
  if (!freeWork) return db.transaction().execute((trx) => begin(trx));
  const outcome = await withFreeWork(db, freeWork, begin);
  return 'value' in outcome ? outcome.value : outcome;
}

export async function findTurnByRequestKey(
  db: Kysely<Database>,
  { uid, key }: { uid: string; key: string },
): Promise<ChatTurn | undefined> {
  return db
    .selectFrom('chat_turn')
    .selectAll()
    .where('uid', '=', uid)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/**
 * A turn with its conversation in the current state. Undefined when it belongs to another user, or is a seed.
 */
export async function readTurn(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<{ turn: WrittenTurn; conversation: Conversation } | undefined> {
  const turn = await db
    .selectFrom('chat_turn')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('status', '<>', 'seed')
    .$castTo<WrittenTurn>()
    .executeTakeFirst();
  const conversation =
    turn &&
    (await db
      .selectFrom('conversation')
      .selectAll()
      .where('id', '=', turn.conversation_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst());
  return conversation && { turn, conversation };
}

/**
 * How a turn ends: as a reply that counts, a failed reply (with the text so far), or a cancelled reply. A
 * stopped reply with an error was broken off by its provider and counts.
 */
export type TurnEnd = (
  | { readonly status: 'done'; readonly content: string; readonly isCut: boolean }
  | { readonly status: 'stopped'; readonly content: string; readonly error?: StoredFailure }
  | { readonly status: 'failed'; readonly content: string; readonly error: StoredFailure }
  | { readonly status: 'cancelled' }
) & {
  /** True if the provider was not called, or if its failure cost nothing: free work is then returned. */
  readonly isUnbilled?: boolean;
};

export type EndingTurn = Pick<
  WrittenTurn,
  'id' | 'uid' | 'conversation_id' | 'number' | 'hold_id' | 'model_id' | 'model_label'
>;

/** Run these with the capture or the void of the turn's hold, or by `endTurn` if the turn has no hold. */
export function endTurnStatements(
  db: Kysely<Database>,
  turn: EndingTurn,
  end: TurnEnd,
): CompiledQuery[] {
  const counts = end.status === 'done' || end.status === 'stopped';
  const conversation = db
    .updateTable('conversation')
    .set({
      updated_at: new Date(),
      ...(counts && {
        turn_count: turn.number! + 1,
        model_id: turn.model_id,
        model_label: turn.model_label,
      }),
      ...(counts && turn.hold_id && { paid_blocks: sql<number>`paid_blocks + 1` }),
    })
    .where('id', '=', turn.conversation_id);
  return [
    updateTurnEnd(db, turn, end).compile(),
    conversation.compile(),
    compileNotification(db, { event: 'conversation', uid: turn.uid, id: turn.conversation_id }),
  ];
}

function updateTurnEnd(db: Kysely<Database>, turn: Pick<EndingTurn, 'id'>, end: TurnEnd) {
  return db
    .updateTable('chat_turn')
    .set({
      status: end.status,
      lease_until: null,
      updated_at: new Date(),
      ...('content' in end && end.content !== '' && { content: end.content }),
      ...('isCut' in end && { is_cut: end.isCut }),
      ...('error' in end && end.error && { error: JSON.stringify(end.error) }),
      // A cancelled turn keeps no prompt.
      ...(end.status === 'cancelled' && { prompt: null }),
    })
    .where('id', '=', turn.id)
    .where('status', '=', 'streaming');
}

/** Ends a turn that has no hold. False when it had already ended. */
export async function endTurn(
  db: Kysely<Database>,
  turn: EndingTurn,
  end: TurnEnd,
): Promise<boolean> {
  return db.transaction().execute((trx) => endTurnInTransaction(trx, turn, end));
}

export async function endTurnInTransaction(
  trx: Transaction<Database>,
  turn: EndingTurn,
  end: TurnEnd,
): Promise<boolean> {
  const [first, ...others] = endTurnStatements(trx, turn, end);
  const { numAffectedRows } = await trx.executeQuery(first!);
  if (numAffectedRows !== 1n) return false;
  for (const statement of others) await trx.executeQuery(statement);
  if (end.isUnbilled) await giveBackFreeWork(trx, turn.id);
  return true;
}

/** Stores that the reply has begun: from then on no process can cancel it by stopping it. */
export async function markFirstWords(db: Kysely<Database>, turnId: string): Promise<void> {
  await db
    .updateTable('chat_turn')
    .set({ first_words_at: new Date(), updated_at: new Date() })
    .where('id', '=', turnId)
    .execute();
}

export async function renewLeases(db: Kysely<Database>, turnIds: readonly string[]): Promise<void> {
  await db
    .updateTable('chat_turn')
    .set({ lease_until: new Date(Date.now() + leaseMs), updated_at: new Date() })
    .where('id', 'in', turnIds)
    .where('status', '=', 'streaming')
    .execute();
}

export type AbandonedTurn = WrittenTurn & {
  readonly hold_wallet_id: string | null;
  readonly conversation_provider: Provider;
};

/** Turns whose lease has expired, of one conversation or of all. */
export async function readAbandonedTurns(
  db: Kysely<Database>,
  { conversationId, limit }: { conversationId?: string; limit: number },
): Promise<AbandonedTurn[]> {
  return db
    .selectFrom('chat_turn as t')
    .innerJoin('conversation as c', 'c.id', 't.conversation_id')
    .leftJoin('hold as h', 'h.id', 't.hold_id')
    .selectAll('t')
    .select(['h.wallet_id as hold_wallet_id', 'c.provider as conversation_provider'])
    .where('t.status', '=', 'streaming')
    .where('t.lease_until', '<', new Date())
    .$if(conversationId !== undefined, (query) =>
      query.where('t.conversation_id', '=', conversationId!),
    )
    .limit(limit)
    .$castTo<AbandonedTurn>()
    .execute();
}
