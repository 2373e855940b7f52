/** Finds conversations by their words. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';
import type { Conversation } from './conversations.ts';

/** The newest messages and conversations of one user that a search reads. */
const turnsRead = 3_000;
const conversationsRead = 1_000;

export interface FoundConversation {
  readonly conversation: Conversation;
  /** The newest text that contains all words; null if only the title does. */
  readonly text: string | null;
}

/**
 * Conversations whose title, or one exchange, contains all words, the most recently written first. It reads
 * a bounded number of rows of one owner, through `chat_turn_recent` and `conversation_latest`: an index of
 * words would have to know the inflections of three languages, and trigrams are few in Devanagari.
 */
export async function searchConversations(
  db: Kysely<Database>,
  { uid, words, limit }: { uid: string; words: readonly string[]; limit: number },
): Promise<FoundConversation[]> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  const hasAll = (text: ReturnType<typeof sql>) =>
    sql<boolean>`${text} ilike all (${sql.val(patterns)}::text[])`;
  const { rows } = await sql<{ id: string; text: string | null }>`
    with said as materialized (
      select conversation_id, created_at, concat_ws(e'\n', prompt, content) as text
        from chat_turn where uid = ${uid}
       order by created_at desc limit ${turnsRead}
    ), found as (
      select distinct on (conversation_id) conversation_id, text from said
       where ${hasAll(sql`text`)}
       order by conversation_id, created_at desc
    ), recent as materialized (
      select id, title, updated_at from conversation
       where uid = ${uid} and deleted_at is null
       order by updated_at desc, id desc limit ${conversationsRead}
    )
    select recent.id, found.text from recent
      left join found on found.conversation_id = recent.id
     where found.conversation_id is not null or ${hasAll(sql`recent.title`)}
     order by recent.updated_at desc, recent.id desc limit ${limit}`.execute(db);
  if (rows.length === 0) return [];
  const conversations = await db
    .selectFrom('conversation')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.flatMap(({ id, text }) => {
    const conversation = conversations.find((each) => each.id === id);
    return conversation ? [{ conversation, text }] : [];
  });
}
