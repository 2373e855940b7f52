import { useEffect, useState } from 'react';
import { sending } from '../api/photo-upload';
import { useBusyMessage } from '../app/busy';
import { useStore } from '../browser/store';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Spinner } from '../ui/Spinner';
import { useBack } from '../browser/back';

/** The same delay as that of `animate-late` in styles.css. */
const lateMs = 400;

/**
 * Covers the page during an action, after a noticeable wait. Back stops a photo upload; it does not stop
 * other work, and the overlay stays.
 */
export function BusyOverlay() {
  const { t } = useTranslation();
  const message = useBusyMessage();
  const onItsWay = useStore(sending);
  useBack(useIsLate(), () => onItsWay?.cancel());
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid animate-late place-items-center bg-[rgb(10_13_24/0.45)] p-4"
    >
      {onItsWay ? (
        <SendingPhoto share={onItsWay.share} onStop={onItsWay.cancel} />
      ) : (
        <p className="flex items-center gap-3 rounded-full bg-packet px-6 py-4 font-semibold">
          <Spinner />
          {message ?? t('shell.working')}
        </p>
      )}
    </div>
  );
}

/** Shows which share of a photo has been sent, from 0 to 1, and then that the photo is being checked. */
function SendingPhoto({ share, onStop }: { share: number; onStop: () => void }) {
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

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
