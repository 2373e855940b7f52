import { useState } from 'react';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { getReplyEnd } from './shown-messages';
import type { Chat } from './use-chat';

/** For whoever cannot see the reply: that it is being written, and how it ended. */
export function ReplyStatus({
  chat: { state, conversation, messages, isRunning, provider },
}: {
  chat: Chat;
}) {
  const { t } = useTranslation();
  /** The turn that was last seen under way: of a reply that never began nothing is to be told. */
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
