import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { ArrowDown } from 'lucide-react';
import { useState, type Ref } from 'react';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { providerName } from '../../app/base/provider';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { dispatch } from './chat-store';
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
  return (
    <section className="grid min-h-0 min-w-0 grid-rows-[minmax(0,1fr)_auto]">
      {chat.isLoading ? (
        <Loading />
      ) : chat.messages.length === 0 ? (
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

/** A chat without messages. A new one offers first messages, which fill the box. */
function NewChat({ provider, isFixed }: { provider: Provider; isFixed: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto grid w-full max-w-md content-center-safe gap-6 overflow-y-auto px-4 py-8">
      <h2 className="text-center text-title font-bold">{t('chat.emptyTitle')}</h2>
      {!isFixed && <ProviderChoice />}
      <ChatCost provider={provider} className="text-center" />
      {!isFixed && (
        <ul className="grid gap-2">
          {[t('chat.startPlaceholder'), t('general.promptPlaceholder')].map((words) => (
            <li key={words}>
              <button
                type="button"
                onClick={() => dispatch({ type: 'typed', chat: 'new', draft: words })}
                className="flex min-h-13 w-full items-center justify-between gap-3 rounded-xl border border-fold bg-packet px-4 py-2 text-left text-note hover:border-edge"
              >
                {words}
                <ArrowDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
              </button>
            </li>
          ))}
        </ul>
      )}
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
