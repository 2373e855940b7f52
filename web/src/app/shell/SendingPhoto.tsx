import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';

/** Shows which share of a photo has been sent, from 0 to 1, and then that the photo is being checked. */
export function SendingPhoto({ share, onStop }: { share: number; onStop: () => void }) {
  const { t } = useTranslation();
  const percent = Math.floor(100 * share);
  const words = share < 1 ? t('upload.sending') : t('upload.checking');
  return (
    <div className="grid w-full max-w-80 gap-4 rounded-2xl bg-packet p-5">
      <p className="flex items-baseline justify-between gap-3 font-semibold">
        {words}
        <span aria-hidden className="text-note text-ink-soft tabular-nums">
          {percent}%
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={words}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunk"
      >
        <div
          className="h-full origin-left rounded-full bg-ink transition-transform duration-150 ease-out"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <Button look="outline" onClick={onStop}>
        {t('upload.stop')}
      </Button>
    </div>
  );
}
