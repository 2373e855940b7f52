import { History } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useUid } from '../api/keys';
import { openAuth } from '../app/dialogs';
import { savePending } from '../app/pending';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { overPage, paths } from '../paths';
import { knownSession } from '../session/session';
import { Button } from '../ui/Button';
import { sendMessage } from './chat-client';
import { useChatState } from './chat-store';
import { ChatAside } from './ChatAside';
import { ChatCost } from './ChatCost';
import { isTooLong, PromptBox } from './PromptBox';
import { ProviderChoice } from './ProviderChoice';
import { ThreadsSheet } from './ThreadsSheet';
import { useChatProvider } from './use-chat-provider';

/** Where a chat begins (docs/product.md, Screens). */
export function ChatStart() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const uid = useUid();
  const provider = useChatProvider();
  const { draft } = useChatState('new');
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const prompt = draft.trim();
  const open = (chat: string) =>
    void navigate(paths.chat(params, chat), { preventScrollReset: true, state: overPage });

  async function start(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (prompt === '' || isTooLong(draft) || busy) return;
    setBusy(true);
    const session = await knownSession();
    setBusy(false);
    if (session.status !== 'signed-in') {
      savePending({ kind: 'chat', provider, prompt });
      return openAuth('sign-up');
    }
    setAsked(false);
    sendMessage({ uid: session.uid, chat: 'new', provider, prompt, language });
    open('new');
  }

  return (
    <>
      <form noValidate onSubmit={(event) => void start(event)} className="grid content-start gap-5">
        <ProviderChoice />
        <PromptBox
          chat="new"
          draft={draft}
          isRoomy
          label={t('chat.message')}
          placeholder={t('chat.startPlaceholder')}
          error={isAsked && prompt === '' ? t('general.promptRequired') : undefined}
        />
        <div className="grid gap-2.5">
          <Button type="submit" size="large" busy={busy}>
            {t('chat.start')}
          </Button>
          <ChatCost provider={provider} className="text-center" />
        </div>
        {uid && (
          <Button look="outline" className="lg:hidden" onClick={() => setSheetOpen(true)}>
            <History aria-hidden className="size-4" />
            {t('chat.showPrevious')}
          </Button>
        )}
      </form>
      <ChatAside onOpen={open} />
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
