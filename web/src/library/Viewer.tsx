import type { LibraryItem } from '@sachet/shared/contracts/library';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { useGeneration } from '../api/hooks';
import { useTranslation } from '../i18n/translate';
import { isImageMode } from '../results/request';
import { TextResult } from '../results/TextResult';
import { IconButton } from '../ui/Button';
import { FullScreen } from '../ui/FullScreen';
import { Skeleton } from '../ui/Skeleton';
import { Details } from './Details';
import { Stage, type StageHandle } from './Stage';
import type { ChangingLibrary } from './use-item';

const zoomStep = 1.5;
/** How many before the end the next page is asked for. */
const ahead = 3;

/** One thing over the whole window, and the way to its neighbours. */
export function Viewer({
  generationId,
  items,
  hasMore,
  library,
  onMore,
  onShow,
  onClose,
}: {
  generationId: string;
  items: LibraryItem[];
  hasMore: boolean;
  library: ChangingLibrary;
  onMore: () => void;
  onShow: (generationId: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const stage = useRef<StageHandle>(null);
  const { data: generation, error, mutate } = useGeneration(generationId);
  const index = items.findIndex((item) => item.generationId === generationId);
  const item = items[index];
  const previous = items[index - 1]?.generationId;
  const next = index < 0 ? undefined : items[index + 1]?.generationId;
  const mode = generation?.mode ?? item?.mode;
  const isPicture = mode !== undefined && isImageMode(mode);
  const prompt = generation?.prompt ?? item?.prompt ?? '';

  const isNearEnd = hasMore && index >= items.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [isNearEnd, items.length]);

  function go(to: 'next' | 'previous') {
    const id = to === 'next' ? next : previous;
    if (id !== undefined) onShow(id);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    // A field's own keys, and those of a group of choices, stay theirs.
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
  const keys: Record<string, () => void> = {
    ArrowRight: () => go('next'),
    ArrowLeft: () => go('previous'),
    '+': () => stage.current?.zoom(zoomStep),
    '=': () => stage.current?.zoom(zoomStep),
    '-': () => stage.current?.zoom(1 / zoomStep),
    '0': () => stage.current?.reset(),
  };
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const isGone = isFailure(error, 'not_found');
  return (
    <FullScreen labelledBy="viewed" onEscape={onClose} className="z-40">
      <div className="flex h-full flex-col overflow-y-auto overscroll-contain lg:flex-row lg:overflow-hidden">
        <div className="sticky top-0 z-10 flex h-[min(62svh,100vw+3rem)] shrink-0 flex-col bg-sunk max-lg:min-h-72 lg:relative lg:h-full lg:min-w-0 lg:flex-1">
          <div className="flex items-center gap-1 px-1 py-1">
            <IconButton label={t('shell.close')} data-autofocus onClick={onClose}>
              <X className="size-5" />
            </IconButton>
            <h1 id="viewed" className="min-w-0 flex-1 truncate text-note font-semibold">
              {prompt || t('library.title')}
            </h1>
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
              disabled={previous === undefined}
              onClick={() => go('previous')}
            >
              <ChevronLeft className="size-5" />
            </IconButton>
            <IconButton
              label={t('library.next')}
              disabled={next === undefined}
              onClick={() => go('next')}
            >
              <ChevronRight className="size-5" />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1">
            {isGone ? (
              <p
                role="alert"
                className="grid h-full place-items-center p-6 text-center font-semibold"
              >
                {t('results.missing')}
              </p>
            ) : error && !generation ? (
              <p role="alert" className="grid h-full place-items-center p-6 text-center">
                {toErrorMessage(t, error)}
              </p>
            ) : isPicture ? (
              <Stage
                key={generationId}
                handle={stage}
                url={generation ? (generation.imageUrl ?? generation.previewImageUrl) : null}
                below={item?.pictureUrl ?? generation?.previewImageUrl ?? null}
                alt={t(generation?.unlocked ? 'results.imageAlt' : 'results.previewAlt', {
                  prompt,
                })}
                onSwipe={go}
                onStale={() => void mutate()}
              />
            ) : (
              generation && (
                <div className="h-full overflow-y-auto p-4 sm:p-8">
                  <div className="mx-auto max-w-2xl">
                    <TextResult key={generationId} generation={generation} />
                  </div>
                </div>
              )
            )}
          </div>
        </div>
        <aside
          aria-label={t('library.details')}
          className="grid content-start gap-5 bg-paper p-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:p-6 lg:h-full lg:w-96 lg:shrink-0 lg:overflow-y-auto lg:border-l lg:border-fold"
        >
          {generation ? (
            <Details
              key={generationId}
              generation={generation}
              library={library}
              onDeleted={() => {
                const neighbour = next ?? previous;
                if (neighbour === undefined) onClose();
                else onShow(neighbour);
              }}
            />
          ) : (
            !isGone && (
              <div role="status" aria-label={t('shell.loading')} className="grid gap-3">
                <Skeleton className="h-6 w-40" />
                <Skeleton className="h-24 w-full" />
              </div>
            )
          )}
        </aside>
      </div>
    </FullScreen>
  );
}
