import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGeneration } from '../api/hooks';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { IconButton } from '../ui/Button';

/** What its owner sees of it: the whole picture once it is bought. */
export function toPictureUrl({
  imageUrl,
  previewImageUrl,
}: Pick<GenerationResult, 'imageUrl' | 'previewImageUrl'>): string | null {
  return imageUrl ?? previewImageUrl;
}

/** One of the user's own results, as the picture to be edited. */
export function ChosenResult({
  generationId,
  over,
  onRemove,
}: {
  generationId: string;
  /** Lies over the picture. */
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
        <div className="relative grid h-64 place-items-center bg-sunk">
          {error && !generation ? (
            <p role="alert" className="px-4 text-center font-semibold">
              {t('results.missing')}
            </p>
          ) : (
            url && (
              <img
                src={url}
                alt={generation?.prompt}
                onError={() => void mutate()}
                className="h-64 w-full animate-appear object-contain"
              />
            )
          )}
          {over}
        </div>
        <div className="flex items-center gap-1 border-t border-dashed border-edge py-1 pr-1 pl-4">
          <p className="min-w-0 flex-1 truncate text-note">
            {generation && (
              <>
                <strong>
                  {t('results.card', { provider: providerName[generation.provider] })}
                </strong>
                {' · '}
                {generation.prompt}
              </>
            )}
          </p>
          <IconButton label={t('upload.remove')} onClick={onRemove}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
    </div>
  );
}
