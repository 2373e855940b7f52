import { blockReplies } from '@sachet/shared/chat';
import type { NextReply } from '@sachet/shared/contracts/chat';
import { formatPrice } from '@sachet/shared/money';
import type { TFunction } from '../i18n/translate';

/** The replies that are left, in words, or the price of the next ones. */
export function toRepliesLeft(t: TFunction, { block, repliesLeft, inr }: NextReply): string {
  if (inr > 0) return t('chat.nextBlock', { replies: blockReplies, price: formatPrice(inr) });
  return t(block === 0 ? 'chat.freeLeft' : 'chat.paidLeft', { count: repliesLeft });
}
