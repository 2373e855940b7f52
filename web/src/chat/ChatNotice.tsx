import { blockReplies, repliesMax } from '@sachet/shared/chat';
import { formatPrice } from '@sachet/shared/money';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { useTranslation, type TFunction } from '../i18n/translate';
import { Button } from '../ui/Button';
import { retryReply } from './chat-client';
import type { Chat } from './use-chat';

/** What stands in the way of the conversation, right above the box. */
export function ChatNotice({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { reply, refusal } = chat.state;
  if (reply?.phase === 'reconnecting') {
    return (
      <p role="status" className="rounded-xl bg-sunk px-4 py-2.5 text-note">
        {t('chat.reconnecting')}
      </p>
    );
  }
  if (reply?.phase === 'lost') {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl bg-vermilion-wash py-1 pr-1 pl-4 text-note"
      >
        <p className="py-1.5">{t('chat.lost')}</p>
        <Button look="plain" onClick={() => retryReply(reply)} className="px-4!">
          {t('results.tryAgain')}
        </Button>
      </div>
    );
  }
  if (refusal === null) return null;
  return (
    <p role="alert" className="rounded-xl bg-vermilion-wash px-4 py-2.5 text-note">
      {toRefusalMessage(t, chat)}
    </p>
  );
}

/** A state that has changed is told by what is different now. */
function toRefusalMessage(
  t: TFunction,
  { state: { refusal, refusedPrice }, conversation, next }: Chat,
): string {
  if (!isFailure(refusal, 'wrong_state')) return toErrorMessage(t, refusal);
  if (conversation && conversation.turnCount >= repliesMax) return t('chat.full');
  return next.inr > 0 && next.inr !== refusedPrice
    ? t('chat.priceChanged', { replies: blockReplies, price: formatPrice(next.inr) })
    : t('chat.changed');
}
