import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useState, type Ref } from 'react';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { providerName } from '../../app/base/provider';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Skeleton } from '../../ui/Skeleton';
import { ChatCost, ProviderChoice } from './ProviderChoice';
import { Composer } from './Composer';
import { MessageList } from './MessageList';
import { getReplyEnd } from './shown-messages';
import type { Chat } from './use-chat';

/** The messages of a chat, and the box for the next one. */
export function ChatPanel({
  chat,
  boxRef,
  onNew,
}: {
  chat: Chat;
  boxRef: Ref<HTMLTextAreaElement>;
  onNew: () => void;
}) {
  if (chat.readError) return <Unreadable chat={chat} onNew={onNew} />;
  const isEmpty = !chat.isLoading && chat.messages.length === 0;
  return (
    <section
      className={classes(
        'grid min-h-0 min-w-0 grid-rows-[minmax(0,1fr)_auto]',
        // On a desk, the box of a new chat is in the middle, right below the words.
        isEmpty && 'lg:grid-rows-[auto_1fr]',
      )}
    >
      {chat.isLoading ? (
        <Loading />
      ) : isEmpty ? (
        <NewChat provider={chat.provider} isFixed={chat.id !== 'new'} />
      ) : (
        <MessageList chat={chat} onSay={chat.send} />
      )}
      <ReplyStatus chat={chat} />
      <Composer chat={chat} boxRef={boxRef} onSay={chat.send} />
    </section>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="mx-auto grid w-full max-w-3xl content-start gap-4 px-4 py-8">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="ml-auto h-12 w-2/3" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/4" />
    </div>
  );
}

function Unreadable({ chat, onNew }: { chat: Chat; onNew: () => void }) {
  const { t } = useTranslation();
  const isGone = isFailure(chat.readError, 'not_found');
  return (
    <section className="grid content-center-safe justify-items-center gap-5 overflow-y-auto p-6 text-center">
      <p role="alert" className="text-lead font-semibold">
        {isGone ? t('chat.gone') : toErrorMessage(t, chat.readError)}
      </p>
      {isGone ? (
        <Button onClick={onNew}>{t('chat.startNew')}</Button>
      ) : (
        <Button look="outline" onClick={chat.readAgain}>
          {t('common.tryAgain')}
        </Button>
      )}
    </section>
  );
}

/** A chat without messages. */
function NewChat({ provider, isFixed }: { provider: Provider; isFixed: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto grid w-full max-w-md content-center-safe gap-6 overflow-y-auto px-4 py-8 md:pt-24">
      <h2 className="text-center text-title font-bold">{t('chat.emptyTitle')}</h2>
      {!isFixed && <ProviderChoice />}
      <ChatCost provider={provider} className="text-center" />
    </div>
  );
}

/** Announces to screen readers that a reply is being written, and later how it ended. */
function ReplyStatus({
  chat: { state, conversation, messages, isRunning, provider },
}: {
  chat: Chat;
}) {
  const { t } = useTranslation();
  /** The last turn that was in progress. The end of a reply that never began is not announced. */
  const [seen, setSeen] = useState<string | null>(null);
  const running = isRunning ? (state.reply?.turnId ?? conversation?.streamingTurnId ?? null) : null;
  if (running !== null && running !== seen) setSeen(running);
  const end = seen === null ? null : getReplyEnd(messages, seen);
  return (
    <p role="status" className="sr-only">
      {isRunning
        ? t('chat.writing', { provider: providerName[provider] })
        : end && t(`chat.ended.${end}`)}
    </p>
  );
}
