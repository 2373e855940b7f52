import { useEffect, useState } from 'react';
import { useConversations } from '../api/chat';
import { toErrorMessage } from '../api/errors';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { Skeleton } from '../ui/Skeleton';
import { ThreadRow } from './ThreadRow';

/** docs/product.md, Screens. */
export function ThreadsPanel({
  id,
  hideTitle = false,
  current,
  onOpen,
  onGone,
}: {
  /** Of its heading. */
  id: string;
  hideTitle?: boolean;
  /** The conversation that is open, if one is. */
  current: string | null;
  onOpen: (conversationId: string) => void;
  /** The open one has been deleted. */
  onGone?: () => void;
}) {
  const { t } = useTranslation();
  const pages = useConversations();
  const { rows: conversations, hasMore, error, isValidating, isIncomplete } = pages;
  const nowMs = useNow();
  const isLoadingMore = isValidating && conversations !== undefined && isIncomplete;
  // What is there already is not worse because it could not be read a second time.
  const hasFailed = error !== undefined && isIncomplete;

  return (
    <div className="grid gap-2">
      <h2 id={id} className={hideTitle ? 'sr-only' : 'px-2 text-note font-semibold'}>
        {t('threads.title')}
      </h2>
      {hasFailed && (
        <div role="alert" className="grid justify-items-start gap-2 px-2 text-note">
          <p className="text-vermilion">{t('threads.failed')}</p>
          <p className="text-ink-soft">{toErrorMessage(t, error)}</p>
          <Button look="outline" size="small" onClick={() => void pages.revalidate()}>
            {t('threads.retry')}
          </Button>
        </div>
      )}
      {!conversations && !hasFailed && <Loading />}
      {conversations?.length === 0 && (
        <EmptyState title={t('threads.empty')}>{t('threads.emptyText')}</EmptyState>
      )}
      {conversations && conversations.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {conversations.map((conversation) => (
            <ThreadRow
              key={conversation.id}
              conversation={conversation}
              nowMs={nowMs}
              isCurrent={conversation.id === current}
              onOpen={() => onOpen(conversation.id)}
              onDeleted={() => conversation.id === current && onGone?.()}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button
          look="outline"
          size="small"
          className="mt-2"
          busy={isLoadingMore}
          onClick={pages.loadMore}
        >
          {t('threads.loadMore')}
        </Button>
      )}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid gap-2 px-2">
      <span className="sr-only">{t('shell.loading')}</span>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}

const minuteMs = 60_000;

/** The time, in milliseconds, of a minute ago at most. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
