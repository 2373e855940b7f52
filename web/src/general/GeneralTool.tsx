import { Columns2, MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { openOver } from '../browser/url-overlay';
import { useUid } from '../api/keys';
import { usePending } from '../app/pending';
import { usePendingAction } from '../generation/use-pending-action';
import { sendMessage } from '../chat/chat-client';
import { getPictures } from '../chat/chat-store';
import { ChatOverlay } from '../chat/ChatOverlay';
import { ChatStart } from '../chat/ChatStart';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { loadMarkdown } from '../text/MarkdownText';
import { Segmented } from '../ui/Segmented';
import { AskBoth } from './AskBoth';

/** General mode: a chat with one provider, or one question to both. An open chat covers the page. */
export function GeneralTool() {
  const [params] = useSearchParams();
  const pending = usePending();
  const open = params.get('chat');
  usePendingChat();
  useEffect(() => void loadMarkdown().catch(() => undefined), []);

  // A question to both that waits for a sign-in needs this form to continue.
  const isWaiting = pending?.kind === 'generate' && pending.requests[0]?.mode === 'general';
  const isBoth = params.get('ask') === 'both' || Boolean(params.get('results')) || isWaiting;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-y-5 pt-6 md:pt-8 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-14 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <GeneralHeading way={isBoth ? 'both' : 'chat'} />
        {isBoth ? <AskBoth /> : <ChatStart />}
      </div>
      {open && <ChatOverlay open={open} from={params.get('from')} />}
    </>
  );
}

/** Sends a message that waited for a sign-in. */
function usePendingChat(): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const language = useLanguage();
  const uid = useUid();
  usePendingAction('chat', {
    isMine: () => uid !== null,
    run: ({ provider, prompt }) => {
      if (!uid) return;
      const pictures = getPictures('new');
      sendMessage({ uid, chat: 'new', provider, prompt, language, pictures });
      void navigate(paths.chat(params, 'new'), { state: openOver('chat') });
    },
  });
}

type Way = 'chat' | 'both';

const path: Record<Way, string> = { chat: paths.mode('general'), both: paths.askBoth };

/**
 * Shows the title, and lets the user choose between a chat and a question to both. It stays mounted when the
 * choice changes, so that the focus stays.
 */
function GeneralHeading({ way }: { way: Way }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="text-title font-bold">{t('tool.general')}</h1>
        <p className="mt-1 text-ink-soft">{t(way === 'chat' ? 'chat.lead' : 'general.lead')}</p>
      </div>
      <Segmented
        legend={t('chat.way')}
        hideLegend
        value={way}
        onChange={(next) => void navigate(path[next], { replace: true, preventScrollReset: true })}
        segments={[
          {
            value: 'chat',
            label: t('chat.wayChat'),
            icon: <MessageCircle aria-hidden className="size-4" />,
          },
          {
            value: 'both',
            label: t('chat.wayBoth'),
            icon: <Columns2 aria-hidden className="size-4" />,
          },
        ]}
      />
    </div>
  );
}
