import { Columns2, MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../../browser/page-title';
import { openOver } from '../../../browser/url-overlay';
import { useUid } from '../../../api/keys';
import { usePending } from '../generation/pending';
import { ToolPage } from '../form/ToolPage';
import { usePendingAction } from '../generation/use-pending-action';
import { sendMessage } from '../../chat/chat-client';
import { getPictures } from '../../chat/chat-store';
import { ChatOverlay } from '../../chat/ChatOverlay';
import { ChatAside, ChatStart } from '../../chat/ChatStart';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useAskedNames } from '../../../app/base/provider-uses';
import { TextAside, TextForm } from '../text-form/TextForm';
import { Markdown } from '../text/MarkdownText';
import { Segmented } from '../../../ui/Segmented';

/** General mode: a chat with one provider, or one question to both. An open chat covers the page. */
export function GeneralTool() {
  const [params] = useSearchParams();
  const pending = usePending();
  const open = params.get('chat');
  usePendingChat();
  useEffect(() => void Markdown.preload(), []);

  // A question to both that waits for a sign-in needs this form to continue.
  const isWaiting = pending?.kind === 'generate' && pending.requests[0]?.mode === 'general';
  const isBoth = params.get('ask') === 'both' || Boolean(params.get('results')) || isWaiting;
  return (
    <>
      <ToolPage
        beside={isBoth ? 'results' : 'card'}
        form={
          <div className="grid grid-cols-1 content-start gap-5">
            <GeneralHeading way={isBoth ? 'both' : 'chat'} />
            {isBoth ? <TextForm mode="general" /> : <ChatStart />}
          </div>
        }
        aside={isBoth ? <TextAside mode="general" /> : <ChatAside />}
      />
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

const path: Record<Way, string> = { chat: paths.mode('general'), both: paths.form('general') };

/**
 * Shows the title, and lets the user choose between a chat and a question to both. It stays mounted when the
 * choice changes, so that the focus stays.
 */
function GeneralHeading({ way }: { way: Way }) {
  const { t } = useTranslation();
  const names = useAskedNames('texts');
  const navigate = useNavigate();
  usePageTitle(t('tool.general'));
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="text-title font-bold">{t('tool.general')}</h1>
        <p className="mt-1 text-ink-soft">
          {t(way === 'chat' ? 'chat.lead' : 'general.lead', names)}
        </p>
      </div>
      <Segmented
        legend={t('chat.way', names)}
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
            label: t('chat.wayBoth', names),
            icon: <Columns2 aria-hidden className="size-4" />,
          },
        ]}
      />
    </div>
  );
}
