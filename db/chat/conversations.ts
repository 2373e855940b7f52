/** Saved conversations as their owner sees them. Turns are written by `turns.ts`. */
import { sql, type Kysely, type Selectable } from 'kysely';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';

export type Conversation = Selectable<Database['conversation']>;
export type ChatTurn = Selectable<Database['chat_turn']>;
/** A written reply, not the seed of a conversation. */
export type WrittenTurn = ChatTurn & {
  status: Exclude<ChatTurn['status'], 'seed'>;
  model_id: string;
  model_label: string;
};

/** Undefined for a conversation that does not exist, was deleted or belongs to another user. */
export async function readConversation(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<Conversation | undefined> {
  return db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The most recently used conversation first, without conversations whose only turn was stopped before it
 * began. `after` is the last id of the previous page. A conversation that has moved to the top since that
 * page is not listed again.
 */
export async function listConversations(
  db: Kysely<Database>,
  { uid, after, limit }: { uid: string; after: string | null; limit: number },
): Promise<Conversation[]> {
  let query = db
    .selectFrom('conversation')
    .selectAll()
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('chat_turn')
          .select('chat_turn.id')
          .whereRef('chat_turn.conversation_id', '=', 'conversation.id')
          .where('chat_turn.status', '<>', 'cancelled'),
      ),
    );
  if (after !== null) {
    const cursor = db
      .selectFrom('conversation')
      .select(['updated_at', 'id'])
      .where('id', '=', after)
      .where('uid', '=', uid);
    query = query.where(sql<boolean>`(updated_at, id) < (${cursor})`);
  }
  return query.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The newest `limit` turns, oldest first, without those that were stopped before they began. */
export async function readTurns(
  db: Kysely<Database>,
  { conversationId, limit }: { conversationId: string; limit: number },
): Promise<ChatTurn[]> {
  const newest = await db
    .selectFrom('chat_turn')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('status', '<>', 'cancelled')
    .orderBy('number', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newest.reverse();
}

export async function renameConversation(
  db: Kysely<Database>,
  { id, uid, title }: { id: string; uid: string; title: string },
): Promise<Conversation | undefined> {
  return db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable('conversation')
      .set({ title })
      .where('id', '=', id)
      .where('uid', '=', uid)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (renamed) await notify(trx, { event: 'conversation', uid, id });
    return renamed;
  });
}

/**
 * Erases the text immediately, and marks the pictures for `eraseChatPictures`; charges and our costs stay.
 * Returns `busy` while a reply is being written.
 */
export async function deleteConversation(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<'deleted' | 'busy' | 'not_found'> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('conversation')
      .select('id')
      .where('id', '=', id)
      .where('uid', '=', uid)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return 'not_found';
    const cancellations = await trx
      .selectFrom('chat_turn')
      .select('id')
      .where('conversation_id', '=', id)
      .where('status', '=', 'streaming')
      .executeTakeFirst();
    if (cancellations) return 'busy';
    await trx
      .updateTable('chat_turn')
      .set({ prompt: null, content: null, error: null, request_hash: null })
      .where('conversation_id', '=', id)
      .execute();
    await trx
      .updateTable('chat_picture')
      .set({ deleted_at: new Date() })
      .where('conversation_id', '=', id)
      .execute();
    await trx
      .updateTable('conversation')
      .set({ title: '', deleted_at: new Date() })
      .where('id', '=', id)
      .execute();
    await notify(trx, { event: 'conversation', uid, id });
    return 'deleted';
  });
}
