import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../browser/page-title';
import { useEntryBefore } from '../browser/router';
import { storage } from '../browser/storage';
import { useTranslation } from '../i18n/translate';
import { overPage, paths } from '../paths';
import { FullScreen } from '../ui/FullScreen';
import { dispatch, useChatState } from './chat-store';
import { ChatHeader } from './ChatHeader';
import { ChatPanel } from './ChatPanel';
import { ThreadsPanel } from './ThreadsPanel';
import { ThreadsSheet } from './ThreadsSheet';
import { useChat } from './use-chat';

/** In the same entry of the history: Back closes the window, whichever conversation it shows. */
const inPlace = { replace: true, preventScrollReset: true };

/**
 * The chat window, over everything else (docs/product.md, Screens). The URL says what is open. Escape
 * stops a reply from within the box; only the button and Back close the window.
 */
export function ChatOverlay({ open, from }: { open: string; from: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const { movedTo } = useChatState('new');
  const id = open === 'new' && movedTo ? movedTo : open;
  const chat = useChat(id, from);
  const title = chat.title ?? t('chat.newTitle');
  const [isSideShown, showSide] = useThreadsShown();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const titleId = useId();
  useEntryBefore(true, paths.chat(params, null), overPage);
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useVisibleHeight();
  usePageTitle(title);

  useEffect(() => {
    // On a phone the keyboard would cover what is to be read.
    const isTouch = matchMedia('(pointer: coarse)').matches;
    (isTouch ? frame : box).current?.focus({ preventScroll: true });
  }, []);

  // The new chat has got its conversation: a reload then opens that one.
  useEffect(() => {
    if (!movedTo) return;
    if (open === 'new') void navigate(paths.chat(params, movedTo), { ...inPlace, state });
    else dispatch({ type: 'followed', chat: 'new' });
  }, [movedTo, open, navigate, params, state]);

  function show(next: string) {
    setSheetOpen(false);
    void navigate(paths.chat(params, next), { ...inPlace, state });
  }

  function close() {
    dispatch({ type: 'closed', chat: id });
    dispatch({ type: 'closed', chat: 'new' });
    if (state?.['isOverPage']) void navigate(-1);
    else void navigate(paths.chat(params, null), inPlace);
  }

  return (
    <>
      <FullScreen labelledBy={titleId} isInAddress>
        <div
          ref={frame}
          tabIndex={-1}
          className="grid h-(--visible-height,100dvh) grid-cols-[minmax(0,1fr)] grid-rows-[max-content_minmax(20rem,1fr)] overflow-y-auto focus:outline-none"
        >
          <ChatHeader
            titleId={titleId}
            title={title}
            chat={chat}
            isSideShown={isSideShown}
            onSide={() => showSide(!isSideShown)}
            onSheet={() => setSheetOpen(true)}
            onClose={close}
          />
          <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] lg:grid-flow-col lg:auto-cols-[20rem]">
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
        />
      )}
    </>
  );
}

const storageKey = 'sachet.threads';

/** Whether the saved conversations stand beside a chat on a wide screen; kept in the browser. */
function useThreadsShown(): [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => storage.read(storageKey) !== 'hidden');
  return [
    isShown,
    (next) => {
      setShown(next);
      storage.write(storageKey, next ? 'shown' : 'hidden');
    },
  ];
}

/** `--visible-height`: what a phone's keyboard leaves of the window, so that the box stays above it. */
function useVisibleHeight(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      // A page that is pinched larger shows less of itself, and is no smaller for that.
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
