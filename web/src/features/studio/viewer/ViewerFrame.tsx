import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactNode, type Ref } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FullScreen } from '../../../ui/FullScreen';
import type { StageHandle } from './Stage';

const zoomStep = 1.5;

/**
 * A full-screen frame with a title, zoom, and buttons for the next and previous result. The URL contains the
 * open result.
 */
export function ViewerFrame({
  shownId,
  title,
  isPicture,
  previous,
  next,
  onClose,
  aside,
  children,
}: {
  /** The result that is shown. */
  shownId: string;
  title: string;
  isPicture: boolean;
  /** Shows the previous result; null for the first one. */
  previous: (() => void) | null;
  next: (() => void) | null;
  onClose: () => void;
  /** Content beside the result. */
  aside?: ReactNode;
  children: (stage: Ref<StageHandle>) => ReactNode;
}) {
  const { t } = useTranslation();
  const stage = useRef<StageHandle>(null);
  const shown = useRef<HTMLDivElement>(null);

  // The button that had the focus was removed or disabled: the result was deleted, or it is the last one.
  useEffect(() => {
    if (document.activeElement === document.body) shown.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each result
  }, [shownId]);

  const keys: Record<string, () => void> = {
    ArrowRight: () => next?.(),
    ArrowLeft: () => previous?.(),
    '+': () => stage.current?.zoom(zoomStep),
    '=': () => stage.current?.zoom(zoomStep),
    '-': () => stage.current?.zoom(1 / zoomStep),
    '0': () => stage.current?.reset(),
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    // Keys in fields and menus are not shortcuts.
    const isTaken =
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (target instanceof Element && target.closest('input, textarea, select, [role=menu]'));
    if (isTaken) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <FullScreen
      labelledBy="viewed"
      onClose={onClose}
      isInAddress
      // The tile of the library. The one that opened the viewer may have been deleted.
      returnTo={`[data-generation="${CSS.escape(shownId)}"]`}
      className="z-40"
    >
      <div className="flex h-full flex-col overflow-y-auto overscroll-contain lg:flex-row lg:overflow-hidden">
        <div
          className={classes(
            'flex shrink-0 flex-col text-ink lg:relative lg:h-full lg:min-w-0 lg:flex-1',
            isPicture ? 'dark-room bg-paper' : 'bg-sunk',
            aside
              ? 'sticky z-10 h-[min(62svh,100vw+3rem)] max-lg:top-(--stuck) max-lg:min-h-[min(18rem,85svh)]'
              : 'h-full pb-[env(safe-area-inset-bottom)]',
          )}
        >
          <div className="flex flex-wrap items-center justify-end gap-1 px-2 py-1">
            <IconButton label={t('common.close')} data-autofocus onClick={onClose}>
              <X className="size-5" />
            </IconButton>
            <h1
              id="viewed"
              className="min-w-0 flex-1 basis-16 truncate pl-1 text-note font-semibold"
            >
              {title}
            </h1>
            <div className="flex flex-wrap justify-end gap-1">
              {isPicture && (
                <>
                  <IconButton
                    label={t('library.zoomOut')}
                    onClick={() => stage.current?.zoom(1 / zoomStep)}
                  >
                    <ZoomOut className="size-5" />
                  </IconButton>
                  <IconButton
                    label={t('library.zoomIn')}
                    onClick={() => stage.current?.zoom(zoomStep)}
                  >
                    <ZoomIn className="size-5" />
                  </IconButton>
                </>
              )}
              <IconButton
                label={t('library.previous')}
                disabled={previous === null}
                onClick={() => previous?.()}
              >
                <ChevronLeft className="size-5" />
              </IconButton>
              <IconButton
                label={t('library.next')}
                disabled={next === null}
                onClick={() => next?.()}
              >
                <ChevronRight className="size-5" />
              </IconButton>
            </div>
          </div>
          <div
            ref={shown}
            role="group"
            aria-labelledby="viewed"
            tabIndex={-1}
            className="min-h-0 flex-1 outline-none"
          >
            {children(stage)}
          </div>
        </div>
        {aside}
      </div>
    </FullScreen>
  );
}
