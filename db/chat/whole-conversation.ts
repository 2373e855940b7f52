/** Reads a whole conversation in batches, for an export. */
import { sql, type Kysely } from 'kysely';
import { findReplacedTurns } from '@sachet/shared/chat/chat';
import type { Database } from '../tables.ts';
import type { ChatTurn } from './conversations.ts';

const turnsPerBatch = 50;

/** All turns, oldest first, without those that were stopped before they began. */
export async function* readAllTurns(
  db: Kysely<Database>,
  conversationId: string,
): AsyncGenerator<ChatTurn[], void> {
  // The seed has no number and comes first.
  const place = sql<string>`(coalesce(number, -1), id)`;
  let last: ChatTurn | undefined;
  for (;;) {
    const batch: ChatTurn[] = await db
      .selectFrom('chat_turn')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('status', '<>', 'cancelled')
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`${place} > (${last!.number ?? -1}::integer, ${last!.id})`),
      )
      .orderBy(sql`coalesce(number, -1)`)
      .orderBy('id')
      .limit(turnsPerBatch)
      .execute();
    if (batch.length === 0) return;
    yield batch;
    last = batch.at(-1);
  }
}

/** The ids of the turns that another one has replaced (`findReplacedTurns`). */
export async function readReplaced(
  db: Kysely<Database>,
  conversationId: string,
): Promise<ReadonlySet<string>> {
  const turns = await db
    .selectFrom('chat_turn')
    .select(['id', 'replaces_turn_id', 'status'])
    .where('conversation_id', '=', conversationId)
    .where('replaces_turn_id', 'is not', null)
    .where('status', '<>', 'cancelled')
    .execute();
  return findReplacedTurns(
    turns.map(({ id, replaces_turn_id, status }) => ({
      id,
      replacesTurnId: replaces_turn_id,
      hasFailed: status === 'failed',
    })),
  );
}
