import type { LibraryItem } from '@sachet/shared/studio/contracts/library';
import { useEffect, useState } from 'react';
import { toErrorMessage } from '../../../api/errors';
import { isFailure } from '../../../api/failure';
import { useGeneration } from '../../../api/hooks';
import { useTranslation } from '../../../i18n/translate';
import { toAskedText } from '../generation/asked-text';
import { isImageMode } from '@sachet/shared/tools';
import { TextCard } from '../generation-card/TextCard';
import { Skeleton } from '../../../ui/Skeleton';
import { Stage } from '../viewer/Stage';
import { ViewerFrame } from '../viewer/ViewerFrame';
import { type ChangingLibrary, Details } from './Details';

/** The version that the viewer shows instead of its picture. */
type ShownVersion = { of: string; url: string };

/** The next page is loaded this many results before the end. */
const ahead = 3;

/** Shows a result in full screen, with buttons for the next and previous one. */
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
  const { data: generation, error, mutate } = useGeneration(generationId);
  const [shownVersion, setShownVersion] = useState<ShownVersion | null>(null);
  // A version of a neighbour is not shown.
  const versionUrl = shownVersion?.of === generationId ? shownVersion.url : null;
  const index = items.findIndex((item) => item.generationId === generationId);
  const item = items[index];
  const previous = items[index - 1]?.generationId;
  const next = index < 0 ? undefined : items[index + 1]?.generationId;
  const mode = generation?.mode ?? item?.mode;
  const isPicture = mode !== undefined && isImageMode(mode);
  const shown = generation ?? item;
  const prompt = shown ? toAskedText(t, shown) : '';

  const isNearEnd = hasMore && index >= items.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [isNearEnd, items.length]);

  function go(to: 'next' | 'previous') {
    const id = to === 'next' ? next : previous;
    if (id !== undefined) onShow(id);
  }

  const isGone = isFailure(error, 'not_found');
  return (
    <ViewerFrame
      shownId={generationId}
      title={prompt || t('library.title')}
      isPicture={isPicture}
      previous={previous === undefined ? null : () => go('previous')}
      next={next === undefined ? null : () => go('next')}
      onClose={onClose}
      aside={
        <aside
          aria-label={t('studioCommon.details')}
          className="grid content-start gap-5 bg-paper p-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:p-6 lg:h-full lg:w-96 lg:shrink-0 lg:overflow-y-auto lg:border-l lg:border-fold"
        >
          {generation ? (
            <Details
              key={generationId}
              generation={generation}
              library={library}
              versionUrl={versionUrl}
              onVersion={(url) => setShownVersion(url === null ? null : { of: generationId, url })}
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
      }
    >
      {(stage) =>
        isGone ? (
          <p role="alert" className="grid h-full place-items-center p-6 text-center font-semibold">
            {t('results.missing')}
          </p>
        ) : error && !generation ? (
          <p role="alert" className="grid h-full place-items-center p-6 text-center">
            {toErrorMessage(t, error)}
          </p>
        ) : isPicture ? (
          <Stage
            key={versionUrl ?? generationId}
            handle={stage}
            url={
              versionUrl ??
              (generation ? (generation.imageUrl ?? generation.previewImageUrl) : null)
            }
            below={
              versionUrl ??
              item?.thumbnails?.[512] ??
              item?.pictureUrl ??
              generation?.previewImageUrl ??
              null
            }
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
                <TextCard key={generationId} generation={generation} />
              </div>
            </div>
          )
        )
      }
    </ViewerFrame>
  );
}
