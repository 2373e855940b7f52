import { conversationSearchMax } from '@sachet/shared/chat/contracts/chat';
import { minuteMs } from '@sachet/shared/time';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { downloadConversation, useConversations, useConversationSearch } from '../../api/chat';
import { toErrorMessage } from '../../api/errors';
import { useDownload } from '../../app/base/use-download';
import { useNow } from '../../browser/use-now';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { SearchInput } from '../../ui/SearchInput';
import { Skeleton } from '../../ui/Skeleton';
import { ThreadRow } from './ThreadRow';

/** Lists the saved chats (docs/product.md, Screens). */
export function ThreadsPanel({
  id,
  hideTitle = false,
  current,
  onOpen,
  onGone,
}: {
  /** The id of the list's heading. */
  id: string;
  hideTitle?: boolean;
  /** The open conversation, if any. */
  current: string | null;
  onOpen: (conversationId: string) => void;
  /** Called after the user has deleted the open conversation. */
  onGone?: () => void;
}) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const pages = useConversations();
  const { rows: conversations, hasMore, error, isValidating, isIncomplete } = pages;
  const nowMs = useNow(minuteMs);
  const isLoadingMore = isValidating && conversations !== undefined && isIncomplete;
  // If reading again fails, the rows stay, so the failure is shown only while rows are missing.
  const hasFailed = error !== undefined && isIncomplete;

  return (
    <div className="grid gap-2">
      <h2 id={id} className={hideTitle ? 'sr-only' : 'px-2 text-note font-semibold'}>
        {t('threads.title')}
      </h2>
      {conversations && conversations.length > 0 && (
        <SearchInput
          label={t('threads.search')}
          hideLabel
          placeholder={t('threads.search')}
          value={words}
          maxLength={conversationSearchMax}
          onChange={setWords}
          className="px-2 pb-1"
        />
      )}
      {words !== '' && (
        <FoundThreads
          words={words}
          nowMs={nowMs}
          current={current}
          onOpen={onOpen}
          onGone={onGone}
        />
      )}
      {hasFailed && (
        <div role="alert" className="grid justify-items-start gap-2 px-2 text-note">
          <p className="text-vermilion">{t('threads.failed')}</p>
          <p className="text-ink-soft">{toErrorMessage(t, error)}</p>
          <Button look="outline" size="small" onClick={() => void pages.revalidate()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {!conversations && !hasFailed && <ThreadsLoading />}
      {conversations?.length === 0 && (
        <div className="px-2">
          <EmptyState title={t('threads.empty')}>{t('threads.emptyText')}</EmptyState>
        </div>
      )}
      {conversations && conversations.length > 0 && words === '' && (
        <ul className="grid grid-cols-1 gap-0.5">
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
      {hasMore && words === '' && (
        <Button
          look="outline"
          size="small"
          className="mt-2"
          busy={isLoadingMore}
          onClick={pages.loadMore}
        >
          {t('studioCommon.loadMore')}
        </Button>
      )}
    </div>
  );
}

/** The conversations that contain the words, each with the place where they are. */
function FoundThreads({
  words,
  nowMs,
  current,
  onOpen,
  onGone,
}: {
  words: string;
  nowMs: number;
  current: string | null;
  onOpen: (conversationId: string) => void;
  onGone: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { data, error } = useConversationSearch(words);
  if (error) {
    return (
      <p role="alert" className="px-2 text-note text-vermilion">
        {toErrorMessage(t, error)}
      </p>
    );
  }
  if (!data) return <ThreadsLoading />;
  if (data.found.length === 0) {
    return (
      <div className="px-2">
        <EmptyState title={t('threads.none', { words })}>{t('threads.noneText')}</EmptyState>
      </div>
    );
  }
  return (
    <>
      <p role="status" className="px-2 text-note text-ink-soft">
        {t('threads.found', { count: data.found.length })}
      </p>
      <ul className="grid grid-cols-1 gap-0.5">
        {data.found.map(({ conversation, excerpt }) => (
          <ThreadRow
            key={conversation.id}
            conversation={conversation}
            excerpt={excerpt}
            nowMs={nowMs}
            isCurrent={conversation.id === current}
            onOpen={() => onOpen(conversation.id)}
            onDeleted={() => conversation.id === current && onGone?.()}
          />
        ))}
      </ul>
    </>
  );
}

function ThreadsLoading() {
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

/** Shows the saved conversations in a sheet on screens without room for them beside the chat. */
export function ThreadsSheet({
  current,
  onClose,
  onOpen,
  onGone,
  onNew,
}: {
  current: string | null;
  onClose: () => void;
  onOpen: (conversationId: string) => void;
  onGone?: () => void;
  onNew?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('threads.title')} closeLabel={t('common.close')}>
      <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
        {onNew && (
          <Button look="outline" size="small" onClick={onNew}>
            <Plus aria-hidden className="size-4" />
            {t('chat.newTitle')}
          </Button>
        )}
        {current !== null && current !== 'new' && <DownloadChat id={current} />}
      </div>
      <div className="-mx-2 min-h-[50svh]">
        <ThreadsPanel
          id="threads-sheet"
          hideTitle
          current={current}
          onOpen={onOpen}
          onGone={onGone}
        />
      </div>
    </Dialog>
  );
}

/** Saves the whole chat as a file. */
export function DownloadChat({ id }: { id: string }) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<'chat'>();
  return (
    <Button
      look="plain"
      size="small"
      busy={busy !== null}
      onClick={() => void start('chat', () => downloadConversation(id))}
    >
      {busy === null && <Download aria-hidden className="size-4" />}
      {t('threads.download')}
    </Button>
  );
}
