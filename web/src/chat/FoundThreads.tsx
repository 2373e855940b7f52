import { useConversationSearch } from '../api/chat';
import { toErrorMessage } from '../api/errors';
import { useTranslation } from '../i18n/translate';
import { ThreadRow } from './ThreadRow';
import { ThreadsLoading } from './ThreadsLoading';

/** The conversations that contain the words, each with the place where they are. */
export function FoundThreads({
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
  return (
    <>
      <p role="status" className="px-2 text-note text-ink-soft">
        {t('threads.found', { count: data.found.length })}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
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
