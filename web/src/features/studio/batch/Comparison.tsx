import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { useGeneration } from '../../../api/hooks';
import { BeforeAfter } from '../generation-card/BeforeAfter';
import { useTranslation } from '../../../i18n/translate';
import { IconButton } from '../../../ui/Button';
import { FullScreen } from '../../../ui/FullScreen';

/** A photo and its result in the whole window, compared by a line that mouse, touch and keys move. */
export function Comparison({
  generations,
  numbers,
  shownId,
  onShow,
  onClose,
}: {
  generations: readonly GenerationResult[];
  /** The ids of the batch in its order. */
  numbers: readonly string[];
  shownId: string;
  onShow: (generationId: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const comparable = generations.filter(({ status }) => status === 'ready');
  const index = comparable.findIndex(({ generationId }) => generationId === shownId);
  const shown = comparable[index];
  const previous = comparable[index - 1];
  const next = comparable[index + 1];
  if (!shown) return null;
  return (
    <FullScreen labelledBy="compared" onClose={onClose} className="dark-room text-ink">
      <div className="flex h-full flex-col pb-[env(safe-area-inset-bottom)]">
        <div className="flex items-center gap-1 px-2 py-1">
          <IconButton label={t('common.close')} data-autofocus onClick={onClose}>
            <X className="size-5" />
          </IconButton>
          <h1 id="compared" className="min-w-0 flex-1 truncate pl-1 text-note font-semibold">
            {t('batch.compareTitle', { number: numbers.indexOf(shownId) + 1 })}
          </h1>
          <IconButton
            label={t('library.previous')}
            disabled={!previous}
            onClick={() => previous && onShow(previous.generationId)}
          >
            <ChevronLeft className="size-5" />
          </IconButton>
          <IconButton
            label={t('library.next')}
            disabled={!next}
            onClick={() => next && onShow(next.generationId)}
          >
            <ChevronRight className="size-5" />
          </IconButton>
        </div>
        <Pictures key={shownId} generation={shown} />
      </div>
    </FullScreen>
  );
}

function Pictures({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const { mutate } = useGeneration(generation.generationId);
  const [ratio, setRatio] = useState(1);
  const { unlocked, imageUrl, previewImageUrl, inputImageUrl, prompt } = generation;
  const url = unlocked ? imageUrl : previewImageUrl;
  return (
    <div className="relative min-h-0 flex-1">
      {inputImageUrl && url && (
        <BeforeAfter beforeUrl={inputImageUrl} ratio={ratio} onStale={() => void mutate()}>
          <img
            src={url}
            alt={t(unlocked ? 'results.imageAlt' : 'results.previewAlt', { prompt })}
            draggable={false}
            onError={() => void mutate()}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio(naturalWidth / naturalHeight)
            }
            className="absolute inset-0 size-full object-contain"
          />
        </BeforeAfter>
      )}
    </div>
  );
}
