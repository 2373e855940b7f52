import { readTurns, type Conversation as ConversationRow } from '@sachet/db/chat/conversations';
import { readChatPictures } from '@sachet/db/chat/pictures';
import { repliesMax } from '@sachet/shared/chat/chat';
import type { Conversation } from '@sachet/shared/chat/contracts/chat';
import type { Dependencies } from '../dependencies.ts';
import { toConversation } from './conversation-view.ts';
import { toMessagePicture } from './pictures.ts';

/** The conversation with its messages and pictures. */
export async function readWholeConversation(
  deps: Pick<Dependencies, 'db' | 'signers'>,
  row: ConversationRow,
): Promise<Conversation> {
  const conversationId = row.id;
  // Failed replies are in the list, but do not count toward the maximum.
  const turns = await readTurns(deps.db, { conversationId, limit: 2 * repliesMax });
  const pictures = await readChatPictures(deps.db, conversationId);
  return toConversation(
    row,
    turns,
    pictures.map((picture) => toMessagePicture(deps, picture)),
  );
}
