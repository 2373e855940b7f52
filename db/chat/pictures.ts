/** Pictures in messages. Each belongs to one conversation and is deleted with it. */
import type { Kysely, Selectable } from 'kysely';
import { hourMs } from '@sachet/shared/time';
import type { Database } from '../tables.ts';

export type ChatPicture = Selectable<Database['chat_picture']>;

/** Inserted before the file is stored, so that the sweep finds it in every case. */
export async function insertChatPicture(
  db: Kysely<Database>,
  picture: Pick<ChatPicture, 'id' | 'uid' | 'width' | 'height'>,
): Promise<void> {
  await db
    .insertInto('chat_picture')
    .values({ ...picture, conversation_id: null })
    .execute();
}

export async function readChatPictures(
  db: Kysely<Database>,
  conversationId: string,
): Promise<ChatPicture[]> {
  return db
    .selectFrom('chat_picture')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** A picture whose message did not begin is not used. */
export async function discardChatPictures(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('chat_picture')
    .set({ deleted_at: new Date() })
    .where('id', 'in', ids)
    .where('conversation_id', 'is', null)
    .execute();
}

/** Longer than a message takes to begin. */
const unusedAfterMs = hourMs;

/** Pictures of deleted conversations, and pictures whose message never began. */
export async function readChatPicturesToErase(
  db: Kysely<Database>,
  limit: number,
): Promise<string[]> {
  const pictures = await db
    .selectFrom('chat_picture')
    .select('id')
    .where((where) =>
      where.or([
        where('deleted_at', 'is not', null),
        where.and([
          where('conversation_id', 'is', null),
          where('created_at', '<', new Date(Date.now() - unusedAfterMs)),
        ]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return pictures.map(({ id }) => id);
}

/** Called once the file is deleted. */
export async function deleteChatPicture(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('chat_picture').where('id', '=', id).execute();
}
