import { useLatestGenerations } from '../api/hooks';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { isImageMode } from '../generation/request';

/** The newest pictures of one's own, in place of a photo. */
export function ResultPicker({ onPick }: { onPick: (generationId: string) => void }) {
  const { t } = useTranslation();
  const { data } = useLatestGenerations();
  const pictures = (data?.generations ?? []).filter(
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
                prompt: picture.prompt,
              })}
              className="size-16 bg-sunk object-cover"
            />
          </button>
        ))}
      </div>
    </div>
  );
}
