/** Conversations and their turns as the contract defines them. */
import type { ChatTurn, Conversation as ConversationRow } from '@sachet/db/chat/conversations';
import { turnAfter } from '@sachet/shared/chat/chat';
import type {
  Conversation,
  ConversationSummary,
  Message,
  MessagePicture,
  NextReply,
  ReplyStatus,
} from '@sachet/shared/chat/contracts/chat';
import { toFailureReason, toFailureText } from '@sachet/shared/studio/failure';
import { rupeesFromPaise } from '@sachet/shared/money';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import { toContext, contextTurnsMax } from '@sachet/flows/chat/chat-context';

export function nextReply({
  turn_count,
  provider,
}: Pick<ConversationRow, 'turn_count' | 'provider'>): NextReply {
  const { block, opensBlock, left } = turnAfter(turn_count);
  return { block, repliesLeft: left, inr: opensBlock ? chatBlockPriceRupees(provider) : 0 };
}

export function toSummary(row: ConversationRow): ConversationSummary {
  return {
    id: row.id,
    provider: row.provider,
    modelId: row.model_id,
    modelName: row.model_label,
    language: row.language,
    title: row.title,
    turnCount: row.turn_count,
    paidBlocks: row.paid_blocks,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** `turns` are all turns of the conversation, oldest first, and `pictures` all its pictures. */
export function toConversation(
  row: ConversationRow,
  turns: readonly ChatTurn[],
  pictures: readonly MessagePicture[],
): Conversation {
  const pictureOf = new Map(pictures.map((picture) => [picture.id, picture]));
  const { keptFromTurnId } = toContext(turns.slice(-contextTurnsMax), {
    turnId: '',
    prompt: '',
    hasEarlier: turns.length > contextTurnsMax,
  });
  return {
    ...toSummary(row),
    uid: row.uid,
    messages: turns.flatMap((turn) => toMessages(turn, pictureOf)),
    keptFromTurnId: keptFromTurnId || null,
    streamingTurnId: turns.find(({ status }) => status === 'streaming')?.id ?? null,
    next: nextReply(row),
  };
}

function toMessages(turn: ChatTurn, pictureOf: ReadonlyMap<string, MessagePicture>): Message[] {
  const common = {
    turnId: turn.id,
    replacesTurnId: turn.replaces_turn_id,
    pictures: [],
    status: null,
    modelName: null,
    charged: null,
    reason: null,
  };
  const asked = {
    ...common,
    createdAt: turn.created_at.toISOString(),
    pictures: turn.picture_ids.flatMap((id) => pictureOf.get(id) ?? []),
  };
  const answered = { ...common, createdAt: turn.updated_at.toISOString() };
  const messages: Message[] = [];
  if (turn.prompt !== null) messages.push({ ...asked, role: 'user', content: turn.prompt });
  if (turn.content !== null) {
    messages.push({
      ...answered,
      role: 'assistant',
      content: turn.content,
      status: toReplyStatus(turn),
      modelName: turn.model_label,
      charged: getCharged(turn),
    });
  }
  if (turn.status === 'failed') {
    // The text is promised in docs/product.md, Messages.
    const content = `Error: ${toFailureText(turn.error!)}`;
    const { until } = turn.error!;
    const reason = toFailureReason(turn.error!);
    messages.push({ ...answered, role: 'system', content, reason, until });
  }
  return messages;
}

/** A stopped reply with an error was broken off by its provider. */
export function toReplyStatus({ status, error, is_cut: isCut }: ChatTurn): ReplyStatus {
  if (isCut) return 'cut_short';
  if (status === 'seed' || status === 'cancelled') return 'done';
  return status === 'stopped' && error !== null ? 'broken_off' : status;
}

/** Rupees. The price is captured when the reply ends, and released if it fails. */
function getCharged({ status, price_paise: price }: ChatTurn): number | null {
  const isPaid = (status === 'done' || status === 'stopped') && price !== null;
  return isPaid ? rupeesFromPaise(price) : null;
}
