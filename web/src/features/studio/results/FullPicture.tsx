import { toShownPrompt } from '../generation/asked-text';
import { useTranslation } from '../../../i18n/translate';
import { useGeneration } from '../../../api/hooks';
import { providerName } from '../../../app/base/provider';
import { Stage } from '../viewer/Stage';
import { ViewerFrame } from '../viewer/ViewerFrame';

/** Shows a result in full screen. A swipe shows the next or previous one. */
export function FullPicture({
  generationId,
  generationIds,
  onShow,
  onClose,
}: {
  generationId: string;
  generationIds: string[];
  onShow: (generationId: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { data: generation, mutate } = useGeneration(generationId);
  const index = generationIds.indexOf(generationId);
  const to = (id: string | undefined) => (id === undefined ? null : () => onShow(id));
  const next = to(generationIds[index + 1]);
  const previous = to(generationIds[index - 1]);
  const prompt = toShownPrompt(generation?.prompt ?? '');
  return (
    <ViewerFrame
      shownId={generationId}
      title={generation ? `${providerName[generation.provider]} · ${prompt}` : ''}
      isPicture
      previous={previous}
      next={next}
      onClose={onClose}
    >
      {(stage) => (
        <Stage
          key={generationId}
          handle={stage}
          url={generation?.imageUrl ?? generation?.previewImageUrl ?? null}
          below={generation?.previewImageUrl ?? null}
          alt={t(generation?.unlocked ? 'results.imageAlt' : 'results.previewAlt', { prompt })}
          onSwipe={(way) => (way === 'next' ? next : previous)?.()}
          onStale={() => void mutate()}
        />
      )}
    </ViewerFrame>
  );
}
