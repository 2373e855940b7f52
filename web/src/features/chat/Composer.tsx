import { blockReplies, repliesMax } from '@sachet/shared/chat/chat';
import type { NextReply } from '@sachet/shared/chat/contracts/chat';
import type { WalletSummary } from '@sachet/shared/wallet/contracts/wallet';
import { formatPrice } from '@sachet/shared/money';
import { ArrowUp, Square } from 'lucide-react';
import type { FormEvent, Ref } from 'react';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useWallet } from '../../api/hooks';
import { providerName } from '../../app/base/provider';
import { useTranslation, type TFunction } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Notice } from '../../ui/Notice';
import { retryReply, stopReply } from './chat-client';
import { isTooLong, PromptBox } from './PromptBox';
import type { Chat, MessageToSend } from './use-chat';

/** The box for the next message. Also shows the message's price. */
export function Composer({
  chat,
  boxRef,
  onSay,
}: {
  chat: Chat;
  boxRef: Ref<HTMLTextAreaElement>;
  onSay: (message: MessageToSend) => void;
}) {
  const { t } = useTranslation();
  const { state, next, messages, isRunning, isLoading, provider } = chat;
  const { draft, pictures, reply } = state;
  const prompt = draft.trim();
  const isEmpty = !isLoading && messages.length === 0;
  const stopping = useStopping(chat);
  const isBlocked = isRunning || isLoading || reply?.phase === 'lost';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (prompt !== '' && !isTooLong(draft) && !isBlocked) onSay({ prompt });
  }

  return (
    <form
      onSubmit={submit}
      className={classes(
        'px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6',
        !isEmpty && 'border-t border-dashed border-fold',
      )}
    >
      <div className="mx-auto grid max-w-3xl gap-2">
        <ChatNotice chat={chat} />
        {/* A new chat says above the box what its replies cost. */}
        {!isEmpty && (
          <TurnLine next={isLoading ? null : next} isRunning={isRunning} stopping={stopping} />
        )}
        <PromptBox
          chat={chat.id}
          draft={draft}
          pictures={pictures}
          provider={provider}
          label={t('chat.message')}
          placeholder={t('chat.placeholder', { provider: providerName[provider] })}
          boxRef={boxRef}
          onEscape={() => reply && isRunning && stopping?.left !== 0 && stopReply(reply)}
        >
          {isRunning ? (
            <Button
              disabled={!reply || reply.isStopping || stopping?.left === 0}
              onClick={() => reply && stopReply(reply)}
              className="px-4!"
            >
              <Square aria-hidden className="size-3.5 fill-current" />
              {t(reply?.isStopping ? 'chat.stopping' : 'chat.stop')}
            </Button>
          ) : next.inr > 0 ? (
            <Button type="submit" look="money" disabled={isBlocked} className="money px-4!">
              {t('chat.sendFor', { price: formatPrice(next.inr) })}
            </Button>
          ) : (
            <Button type="submit" disabled={isBlocked} className="px-4!">
              <ArrowUp aria-hidden className="size-4" />
              {t('chat.send')}
            </Button>
          )}
        </PromptBox>
      </div>
    </form>
  );
}

/**
 * Returns what stopping costs now. If a reply of a paid block has no text yet, that is one of the day's free
 * cancels; otherwise null.
 */
function useStopping({
  state: { reply },
  next,
  isRunning,
}: Chat): WalletSummary['freeCancels'] | null {
  const { data: wallet } = useWallet();
  const isSilent = isRunning && reply !== null && reply.text === '' && !reply.isStopping;
  return isSilent && next.block > 0 ? (wallet?.freeCancels ?? null) : null;
}

/** Shows above the box that the connection was lost or a message was refused. */
function ChatNotice({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { reply, refusal } = chat.state;
  if (reply?.phase === 'reconnecting') {
    return (
      <Notice role="status" className="text-note">
        {t('chat.reconnecting')}
      </Notice>
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
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (refusal === null) return null;
  return (
    <Notice role="alert" tone="bad" className="text-note">
      {toRefusalMessage(t, chat)}
    </Notice>
  );
}

/** Returns the text for a refusal. If the chat has changed, the text names the change. */
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

/** Shows in words how many replies are left, or the price of the next ones, and what stopping costs. */
function TurnLine({
  next,
  isRunning,
  stopping,
}: {
  next: NextReply | null;
  isRunning: boolean;
  stopping: WalletSummary['freeCancels'] | null;
}) {
  const { t } = useTranslation();
  // The reply in progress pays this price, so the line does not ask for it again.
  const isPaying = isRunning && !stopping && next !== null && next.inr > 0;
  if (!next || isPaying) return <div className="min-h-7" />;
  const { inr } = next;
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 px-1 text-note">
      <p className="text-ink-soft">{inr === 0 ? toRepliesLeft(t, next) : t('chat.noneLeft')}</p>
      {stopping ? (
        <p role="status" className="tabular-nums">
          {stopping.left > 0
            ? t('chat.freeStops', stopping)
            : t(inr > 0 ? 'chat.willFinishFor' : 'chat.willFinish', { price: formatPrice(inr) })}
        </p>
      ) : (
        inr > 0 && (
          <p className="money rounded-full bg-marigold-wash px-3 py-0.5 font-bold">
            {toRepliesLeft(t, next)}
          </p>
        )
      )}
    </div>
  );
}

/** The replies that are left, in words, or the price of the next ones. */
function toRepliesLeft(t: TFunction, { block, repliesLeft, inr }: NextReply): string {
  if (inr > 0) return t('chat.nextBlock', { replies: blockReplies, price: formatPrice(inr) });
  return t(block === 0 ? 'chat.freeLeft' : 'chat.paidLeft', { count: repliesLeft });
}
