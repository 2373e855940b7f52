import type { WalletSummary } from '@sachet/shared/contracts/wallet';
import { formatPrice } from '@sachet/shared/money';
import { ArrowUp, Square } from 'lucide-react';
import type { FormEvent, Ref } from 'react';
import { useWallet } from '../api/hooks';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { stopReply } from './chat-client';
import { ChatNotice } from './ChatNotice';
import { isTooLong, PromptBox } from './PromptBox';
import { TurnLine } from './TurnLine';
import type { Chat } from './use-chat';

/** The box for the next message, and what that message costs. */
export function Composer({
  chat,
  boxRef,
  onSay,
}: {
  chat: Chat;
  boxRef: Ref<HTMLTextAreaElement>;
  onSay: (prompt: string) => void;
}) {
  const { t } = useTranslation();
  const { state, next, isRunning, isLoading, provider } = chat;
  const { draft, reply } = state;
  const prompt = draft.trim();
  const stopping = useStopping(chat);
  const isBlocked = isRunning || isLoading || reply?.phase === 'lost';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (prompt !== '' && !isTooLong(draft) && !isBlocked) onSay(prompt);
  }

  return (
    <form
      onSubmit={submit}
      className="border-t border-dashed border-fold px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6"
    >
      <div className="mx-auto grid max-w-3xl gap-2">
        <ChatNotice chat={chat} />
        <TurnLine next={isLoading ? null : next} stopping={stopping} />
        <PromptBox
          chat={chat.id}
          draft={draft}
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
 * What stopping now takes: one of the free cancels of the day, while a reply of a paid block has no
 * words yet. null where it takes none.
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
