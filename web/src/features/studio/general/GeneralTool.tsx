import { textPriceRupees } from '@sachet/shared/models/rate-card';
import { promptMaxCharacters } from '@sachet/shared/vocabulary';
import { Columns2, LockKeyhole, MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../../browser/page-title';
import { openOver } from '../../../browser/url-overlay';
import { useUid } from '../../../api/keys';
import { usePending } from '../generation/pending';
import { useAskDraft } from '../form/draft';
import { GenerateBar } from '../form/GenerateBar';
import { isPrompt, PromptField } from '../form/PromptField';
import { QualityChoice, useQuality } from '../form/QualityChoice';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { ToolPage } from '../form/ToolPage';
import { useAsked } from '../form/use-asked';
import { usePendingAction } from '../generation/use-pending-action';
import { sendMessage } from '../../chat/chat-client';
import { getPictures } from '../../chat/chat-store';
import { ChatOverlay } from '../../chat/ChatOverlay';
import { ChatAside, ChatStart } from '../../chat/ChatStart';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { providerName, useAskedFor, useAskedNames } from '../../../app/base/provider';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { Markdown } from '../text/MarkdownText';
import { Packet } from '../../../ui/Packet';
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
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
            <GeneralHeading way={isBoth ? 'both' : 'chat'} />
            {isBoth ? <AskBoth /> : <ChatStart />}
          </div>
        }
        aside={isBoth ? <BothAside /> : <ChatAside />}
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

const path: Record<Way, string> = { chat: paths.mode('general'), both: paths.askBoth };

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

/** Sends one question to both providers and shows their answers side by side. */
function AskBoth() {
  const { t, language } = useTranslation();
  const tool = useTool('general', paths.askBoth);
  const [{ prompt }, setDraft] = useAskDraft();
  const setPrompt = (words: string) => setDraft({ prompt: words });
  const [quality, setQuality] = useQuality();
  const providers = useAskedFor('texts');
  const isComplete = isPrompt(prompt, promptMaxCharacters);
  const { form, asked, submit } = useAsked(isComplete && !tool.busy, () => {
    saveRecentPrompt('general', prompt);
    void tool.generate({ prompt: prompt.trim(), language, mode: 'general', quality });
  });

  return (
    <>
      <form {...form} className="grid content-start gap-5">
        <PromptField
          label={t('general.prompt')}
          placeholder={t('general.promptPlaceholder')}
          value={prompt}
          max={promptMaxCharacters}
          asked={asked}
          words={{
            missing: t('general.promptRequired'),
            tooLong: t('general.tooLong', { max: promptMaxCharacters }),
          }}
          onChange={setPrompt}
          onSubmit={submit}
        />
        <QualityChoice value={quality} onChange={setQuality} />
        <RecentPrompts mode="general" onPick={setPrompt} />
        <GenerateBar
          priceLabel={t('general.price')}
          prices={providers.map((provider) => [provider, textPriceRupees({ quality, provider })])}
          action={t('general.ask', { count: providers.length })}
          busy={tool.busy}
          error={tool.error}
        />
      </form>
      <ResultsPanel mode="general" tool={tool} />
    </>
  );
}

const lineWidths = ['w-11/12', 'w-full', 'w-10/12', 'w-4/5', 'w-2/3'];

/** The column beside the form, with empty places for the answers. */
function BothAside() {
  const { t } = useTranslation();
  const providers = useAskedFor('texts');
  const names = useAskedNames('texts');
  return (
    <aside className="min-w-0 self-start lg:sticky lg:top-20">
      <div aria-hidden className="grid fit-columns-8 gap-4 sm:gap-6">
        {providers.map((provider) => (
          <Packet key={provider}>
            <div className="crimp h-8 bg-sunk sm:h-10" />
            <div className="grid gap-3 border-y border-dashed border-fold bg-paper/60 px-4 py-6 sm:px-5">
              {lineWidths.map((width, index) => (
                <span
                  key={width}
                  className={`h-2.5 rounded-full bg-fold ${width}`}
                  style={{ opacity: 1 - index * 0.2 }}
                />
              ))}
              <LockKeyhole className="mx-auto mt-4 size-7 text-fold" />
            </div>
            <p className="px-4 py-3 font-semibold text-ink-soft sm:px-5 sm:py-4">
              {providerName[provider]}
            </p>
          </Packet>
        ))}
      </div>
      <p className="mt-5 font-semibold">{t('general.emptyTitle', names)}</p>
      <p className="text-ink-soft">{t('general.emptyText', names)}</p>
    </aside>
  );
}
