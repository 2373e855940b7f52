import { freeBrokenRepliesPerDay } from '@sachet/shared/chat/chat';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import { CircleAlert, History } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { providerName } from '../../app/base/provider';
import { toFailureHint } from '../studio/generation/failure-words';
import { useTranslation } from '../../i18n/translate';
import { CopyButton } from '../studio/text/CopyButton';
import { MarkdownText, toCopied } from '../studio/text/MarkdownText';
import { Notice } from '../../ui/Notice';
import { MessagePictures } from './MessagePictures';
import type { ShownMessage } from './shown-messages';

export function MessageView({
  message,
  provider,
  isJustPaid,
  hasText,
}: {
  message: ShownMessage;
  provider: Provider;
  /** Whether the price is shown below the reply. */
  isJustPaid: boolean;
  /** Whether the message before this error is the beginning of the same reply. */
  hasText: boolean;
}) {
  switch (message.role) {
    case 'user':
      return <Asked content={message.content} pictures={message.pictures} />;
    case 'assistant':
      return <Answered message={message} provider={provider} isJustPaid={isJustPaid} />;
    case 'system':
      return <Failed message={message} hasText={hasText} />;
  }
}

const Asked = memo(function Asked({
  content,
  pictures,
}: Pick<ShownMessage, 'content' | 'pictures'>) {
  const { t } = useTranslation();
  return (
    <article
      aria-label={t('studioCommon.you')}
      className="ml-auto grid max-w-[88%] justify-items-end gap-2"
    >
      {pictures.length > 0 && <MessagePictures pictures={pictures} />}
      <p className="max-w-full rounded-2xl rounded-br-md bg-sunk px-4 py-2.5 break-words whitespace-pre-wrap">
        {content}
      </p>
    </article>
  );
});

/** An earlier version of the turn below: folded, because it counts and may be paid. */
export function ReplacedTurn({
  messages,
  provider,
}: {
  messages: ShownMessage[];
  provider: Provider;
}) {
  const { t } = useTranslation();
  return (
    <details className="group rounded-xl border border-dashed border-fold px-4 open:pb-4">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-note text-ink-soft">
        <History aria-hidden className="size-4 shrink-0" />
        {t('chat.earlierVersion')}
      </summary>
      <div className="grid gap-4 pt-2">
        {messages.map((message) => (
          <MessageView
            key={message.key}
            message={message}
            provider={provider}
            isJustPaid={false}
            hasText={false}
          />
        ))}
      </div>
    </details>
  );
}

function Answered({
  message,
  provider,
  isJustPaid,
}: Omit<Parameters<typeof MessageView>[0], 'hasText'>) {
  const { t } = useTranslation();
  const { content, status, modelName, charged } = message;
  // Deferred, because laying out a long answer would delay typing.
  const text = useDeferredValue(content);
  const name = providerName[provider];
  const isWriting = status === 'streaming';
  if (content === '' && !isWriting) return null;
  return (
    <article aria-label={name} aria-busy={isWriting || undefined} className="grid min-w-0">
      {text !== '' && <MarkdownText text={text} isWriting={isWriting} />}
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 text-note text-ink-soft">
        {isWriting ? (
          <span className="animate-breathe">{t('chat.writing', { provider: name })}</span>
        ) : (
          <>
            <CopyButton
              text={() => toCopied(content)}
              label={t('chat.copyReply', { model: modelName ?? name })}
              look="plain"
              size="small"
              className="-ml-4"
            />
            <span>{modelName}</span>
            {charged !== null && !isJustPaid && (
              <span className="money">· {t('results.paid', { amount: formatPrice(charged) })}</span>
            )}
            {status === 'cut_short' && <span className="italic">{t('chat.cutShort')}</span>}
            {status === 'stopped' && <span className="italic">{t('chat.stopped')}</span>}
          </>
        )}
      </div>
      {status === 'broken_off' && <BrokenOff charged={charged} />}
    </article>
  );
}

/**
 * Reports that the provider interrupted the reply. `charged` is in rupees, and null unless the reply opened a
 * block.
 */
function BrokenOff({ charged }: { charged: number | null }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="rounded-xl bg-marigold-wash px-4 py-2.5 text-note">
      {charged === null
        ? t('chat.brokenOffCounts')
        : t('chat.brokenOffCharged', { price: formatPrice(charged) })}
    </p>
  );
}

function Failed({
  message: { content, reason, until },
  hasText,
}: {
  message: ShownMessage;
  hasText: boolean;
}) {
  const { t } = useTranslation();
  const words = reason && t('studioCommon.error', { message: toFailureHint(t, reason, until) });
  return (
    <Notice role="alert" tone="bad" className="flex gap-3">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-vermilion" />
      <div className="min-w-0">
        <p className="break-words" lang={words === null ? 'en' : undefined}>
          {words ?? content}
        </p>
        {reason !== 'end_unknown' && (
          <p className="text-note font-semibold">{t('results.notCharged')}</p>
        )}
        {hasText && (
          <p className="text-note">
            {t('chat.brokenOffFree', { perDay: freeBrokenRepliesPerDay })}
          </p>
        )}
      </div>
    </Notice>
  );
}
