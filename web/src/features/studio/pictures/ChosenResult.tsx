import { withoutPictureWords } from '@sachet/shared/studio/brand';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGeneration, useLatestGenerations } from '../../../api/hooks';
import { providerName } from '../../../app/base/provider';
import { isImageMode } from '@sachet/shared/tools';
import { useTranslation } from '../../../i18n/translate';
import { toShownPrompt } from '../generation/asked-text';
import { ChosenPhoto } from '../photos/ChosenPhoto';
import { IconButton } from '../../../ui/Button';

/** Returns the URL of the full picture if the picture is bought, otherwise that of the preview. */
export function toPictureUrl({
  imageUrl,
  previewImageUrl,
}: Pick<GenerationResult, 'imageUrl' | 'previewImageUrl'>): string | null {
  return imageUrl ?? previewImageUrl;
}

/** Shows a result of the user as the picture to edit. */
export function ChosenResult({
  generationId,
  over,
  onRemove,
}: {
  generationId: string;
  /** Content that is rendered over the picture. */
  over?: ReactNode;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { data: generation, error, mutate } = useGeneration(generationId);
  const url = generation && toPictureUrl(generation);
  return (
    <div className="grid gap-1">
      <p id="chosen-result" className="text-note font-semibold">
        {t('edit.photo')}
      </p>
      <div
        role="group"
        aria-labelledby="chosen-result"
        className="overflow-hidden rounded-xl border-[1.5px] border-edge bg-packet"
      >
        <ChosenPhoto
          picture={
            url && (
              <img
                src={url}
                alt={generation && withoutPictureWords(generation.prompt)}
                onError={() => void mutate()}
                className="animate-appear"
              />
            )
          }
          over={over}
          actions={
            <IconButton label={t('upload.remove')} onClick={onRemove}>
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          }
        >
          {error && !generation ? (
            <p role="alert" className="font-semibold">
              {t('results.missing')}
            </p>
          ) : (
            generation && (
              <p className="line-clamp-3">
                <strong>
                  {t('results.card', { provider: providerName[generation.provider] })}
                </strong>
                {' · '}
                {toShownPrompt(generation.prompt)}
              </p>
            )
          )}
        </ChosenPhoto>
      </div>
    </div>
  );
}

/** Lists the user's newest pictures. The user can edit one of them instead of a photo. */
export function ResultPicker({ onPick }: { onPick: (generationId: string) => void }) {
  const { t } = useTranslation();
  const { data } = useLatestGenerations();
  const pictures = (data?.items ?? []).filter(
    ({ mode, status }) => isImageMode(mode) && status === 'ready',
  );
  if (pictures.length === 0) return null;
  return (
    <div role="group" aria-labelledby="own-results" className="grid gap-1.5">
      <p id="own-results" className="text-note text-ink-soft">
        {t('edit.orResult')}
      </p>
      <div className="-mx-1 flex gap-1 overflow-x-auto px-1 py-1">
        {pictures.map((picture) => (
          <button
            key={picture.generationId}
            type="button"
            onClick={() => onPick(picture.generationId)}
            className="shrink-0 overflow-hidden rounded-lg border-[1.5px] border-fold transition-colors duration-150 hover:border-ink"
          >
            <img
              src={picture.thumbnails?.[256] ?? picture.previewImageUrl ?? ''}
              alt={t('edit.useResult', {
                provider: providerName[picture.provider],
                prompt: withoutPictureWords(picture.prompt),
              })}
              className="size-16 bg-sunk object-cover"
            />
          </button>
        ))}
      </div>
    </div>
  );
}
