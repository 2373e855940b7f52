import { History, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUrlOverlay } from '../../browser/url-overlay';
import { providerName } from '../../app/base/provider';
import { usePageTitle } from '../../browser/page-title';
import { persisted } from '../../browser/storage';
import { useStore } from '../../browser/store';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { Button, IconButton } from '../../ui/Button';
import { FullScreen } from '../../ui/FullScreen';
import { WalletPill } from '../wallet/WalletPill';
import { dispatch, useChatState } from './chat-store';
import { ChatPanel } from './ChatPanel';
import { ProviderMark } from './ProviderChoice';
import { DownloadChat, ThreadsPanel, ThreadsSheet } from './ThreadsPanel';
import { useChat, type Chat } from './use-chat';

/**
 * The chat window, which covers the page (docs/product.md, Screens). The URL contains the open chat. Escape
 * in the box stops a reply; only the button and Back close the window.
 */
export function ChatOverlay({ open, from }: { open: string; from: string | null }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { movedTo } = useChatState('new');
  const id = open === 'new' && movedTo ? movedTo : open;
  const chat = useChat(id, from);
  const title = chat.title ?? t('chat.newTitle');
  const isSideShown = useStore(threadsShown);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const titleId = useId();
  // Back closes the window from any conversation.
  const overlay = useUrlOverlay('chat', { isOpen: true, below: paths.chat(params, null) });
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useVisibleHeight();
  usePageTitle(title);

  useEffect(() => {
    // On a phone, the box gets no focus, because the keyboard would cover the messages.
    const isTouch = matchMedia('(pointer: coarse)').matches;
    (isTouch ? frame : box).current?.focus({ preventScroll: true });
  }, []);

  // Puts the id that the new chat now has into the address, so that a reload finds it.
  const follow = useEffectEvent((shown: string, conversation: string) => {
    if (shown === 'new') void overlay.show(paths.chat(params, conversation));
    else dispatch({ type: 'followed', chat: 'new' });
  });
  useEffect(() => {
    if (movedTo) follow(open, movedTo);
  }, [open, movedTo]);

  function show(next: string) {
    setSheetOpen(false);
    void overlay.show(paths.chat(params, next));
  }

  function close() {
    dispatch({ type: 'closed', chat: id });
    dispatch({ type: 'closed', chat: 'new' });
    void overlay.close();
  }

  return (
    <>
      <FullScreen labelledBy={titleId} isInAddress>
        <div
          ref={frame}
          tabIndex={-1}
          className="grid h-(--visible-height,100dvh) grid-cols-1 grid-rows-[max-content_minmax(20rem,1fr)] overflow-y-auto focus:outline-none"
        >
          <ChatHeader
            titleId={titleId}
            title={title}
            chat={chat}
            id={id}
            isSideShown={isSideShown}
            onSide={() => threadsShown.set(!isSideShown)}
            onSheet={() => setSheetOpen(true)}
            onClose={close}
          />
          <div className="grid min-h-0 grid-cols-1 lg:grid-flow-col lg:auto-cols-[20rem]">
            <ChatPanel key={id} chat={chat} boxRef={box} onNew={() => show('new')} />
            {isSideShown && (
              <aside
                aria-labelledby="threads"
                className="overflow-y-auto overscroll-contain border-l border-fold px-3 py-4 max-lg:hidden"
              >
                <ThreadsPanel id="threads" current={id} onOpen={show} onGone={() => show('new')} />
              </aside>
            )}
          </div>
        </div>
      </FullScreen>
      {isSheetOpen && (
        <ThreadsSheet
          current={id}
          onClose={() => setSheetOpen(false)}
          onOpen={show}
          onGone={() => show('new')}
          onNew={() => show('new')}
        />
      )}
    </>
  );
}

/** Whether a wide screen shows the saved conversations beside the chat. */
const threadsShown = persisted('sachet.threads', (stored) => stored !== 'false');

/** Sets `--visible-height` to the height above a phone's keyboard, so that the message box stays visible. */
function useVisibleHeight(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      // Ignores pinch zoom, which shrinks the visible part but not the layout.
      if (viewport.scale === 1) style.setProperty('--visible-height', `${viewport.height}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--visible-height');
    };
  }, []);
}

/** Shows the title, the provider, the wallet and the buttons that close the window. */
function ChatHeader({
  titleId,
  title,
  chat: { provider, modelName },
  id,
  isSideShown,
  onSide,
  onSheet,
  onClose,
}: {
  titleId: string;
  title: string;
  chat: Chat;
  /** 'new' until it is saved. */
  id: string;
  isSideShown: boolean;
  onSide: () => void;
  onSheet: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <header className="@container flex min-h-16 flex-wrap items-center justify-end gap-1 border-b border-fold px-2 py-1 sm:gap-2 sm:px-4">
      <ProviderMark provider={provider} className="ml-1 max-sm:hidden" />
      <div className="mr-auto min-w-0 flex-1 basis-16 pl-2 sm:pl-1">
        <h2
          id={titleId}
          className="font-bold max-sm:line-clamp-2 max-sm:text-note sm:truncate"
          title={title}
        >
          {title}
        </h2>
        <p className="truncate text-note text-ink-soft">
          {providerName[provider]}
          {modelName && ` · ${modelName}`}
          {id !== 'new' && <span className="max-sm:hidden"> · {t('chat.saved')}</span>}
        </p>
      </div>
      {id !== 'new' && (
        <span className="max-lg:hidden">
          <DownloadChat id={id} />
        </span>
      )}
      <WalletPill isCompact />
      <IconButton label={t('chat.showPrevious')} onClick={onSheet} className="lg:hidden">
        <History className="size-5" />
      </IconButton>
      <Button
        look="plain"
        aria-pressed={isSideShown}
        onClick={onSide}
        size="small"
        className="max-lg:hidden"
      >
        <History aria-hidden className="size-4" />
        {t(isSideShown ? 'chat.hidePrevious' : 'chat.showPrevious')}
      </Button>
      <IconButton label={t('chat.closeNew')} onClick={onClose} className="lg:hidden">
        <X className="size-5" />
      </IconButton>
      <Button look="plain" onClick={onClose} size="small" className="max-lg:hidden">
        <X aria-hidden className="size-4" />
        {t('chat.closeNew')}
      </Button>
    </header>
  );
}
