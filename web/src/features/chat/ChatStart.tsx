import { blockReplies, freeReplies } from '@sachet/shared/chat/chat';
import { formatPrice } from '@sachet/shared/money';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import { History } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { openOver } from '../../browser/url-overlay';
import { useUid } from '../../api/keys';
import { openAuth } from '../../app/base/dialogs';
import { useAction } from '../../app/base/use-action';
import { savePending } from '../studio/generation/pending';
import { providerName } from '../../app/base/provider';
import { RulesNotice } from '../studio/form/RulesNotice';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { knownSession } from '../../app/session/session';
import { Button } from '../../ui/Button';
import { Packet } from '../../ui/Packet';
import { sendMessage } from './chat-client';
import { useChatState } from './chat-store';
import { ChatCost, ProviderChoice, useChatProvider } from './ProviderChoice';
import { isTooLong, PromptBox } from './PromptBox';
import { ThreadsPanel, ThreadsSheet } from './ThreadsPanel';

/** Returns a function that opens a chat over the page. */
function useOpenChat(): (chat: string) => void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (chat) =>
    void navigate(paths.chat(params, chat), { preventScrollReset: true, state: openOver('chat') });
}

/** The form where a chat begins (docs/product.md, Screens). */
export function ChatStart() {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = useOpenChat();
  const uid = useUid();
  const provider = useChatProvider();
  const { draft, pictures } = useChatState('new');
  const [isAsked, setAsked] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const prompt = draft.trim();

  const start = useAction(async () => {
    const session = await knownSession();
    if (session.status !== 'signed-in') {
      savePending({ kind: 'chat', provider, prompt });
      return openAuth('sign-up');
    }
    setAsked(false);
    sendMessage({ uid: session.uid, chat: 'new', provider, prompt, language, pictures });
    open('new');
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (prompt !== '' && !isTooLong(draft)) void start.run();
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="grid content-start gap-5">
        <PromptBox
          chat="new"
          draft={draft}
          pictures={pictures}
          provider={provider}
          isRoomy
          label={t('chat.message')}
          placeholder={t('chat.startPlaceholder')}
          error={isAsked && prompt === '' ? t('general.promptRequired') : undefined}
        />
        <RulesNotice />
        <div className="grid gap-2.5">
          <Button type="submit" size="large" busy={start.busy}>
            {t('chat.start')}
          </Button>
          <ChatCost provider={provider} className="text-center" />
        </div>
        <ProviderChoice />
        {uid && (
          <Button look="outline" className="lg:hidden" onClick={() => setSheetOpen(true)}>
            <History aria-hidden className="size-4" />
            {t('chat.showPrevious')}
          </Button>
        )}
      </form>
      {isSheetOpen && (
        <ThreadsSheet
          current={null}
          onClose={() => setSheetOpen(false)}
          onOpen={(chat) => {
            setSheetOpen(false);
            open(chat);
          }}
        />
      )}
    </>
  );
}

/** The content beside the box: saved chats for a signed-in user, the price of a chat for a visitor. */
export function ChatAside() {
  const uid = useUid();
  const open = useOpenChat();
  return (
    <aside className="min-w-0 self-start lg:sticky lg:top-20">
      {uid ? (
        <div className="ml-auto max-w-md rounded-2xl border border-fold bg-packet px-3 py-4 max-lg:hidden">
          <ThreadsPanel id="threads-start" current={null} onOpen={open} />
        </div>
      ) : (
        <CostPackets />
      )}
    </aside>
  );
}

/** Shows what replies cost. Each packet has one dot per reply. */
function CostPackets() {
  const { t } = useTranslation();
  const provider = useChatProvider();
  const price = formatPrice(chatBlockPriceRupees(provider));
  const packets = [
    {
      print: 'bg-print-sky',
      replies: freeReplies,
      words: t('chat.free', { free: freeReplies }),
      price: t('common.free'),
    },
    {
      print: 'bg-print-lilac',
      replies: blockReplies,
      words: t('chat.nextBlock', { replies: blockReplies, price }),
      price,
    },
  ];
  return (
    <ul className="grid fit-columns-8.5 gap-4 sm:gap-6">
      {packets.map(({ print, replies, words, price: label }) => (
        <li key={words} className="grid">
          <Packet>
            <div className={`crimp h-8 sm:h-10 ${print}`} />
            <div className="grid gap-4 border-t border-dashed border-fold p-4 sm:p-5">
              <span aria-hidden className="flex flex-wrap gap-1.5">
                {Array.from({ length: replies }, (_, dot) => (
                  <span key={dot} className={`size-4 rounded-full rounded-bl-sm ${print}`} />
                ))}
              </span>
              <p>
                <strong className="money block text-title font-extrabold">{label}</strong>
                <span className="text-note text-ink-soft">{words}</span>
              </p>
              <p className="text-note text-ink-soft">{providerName[provider]}</p>
            </div>
          </Packet>
        </li>
      ))}
    </ul>
  );
}
