import { useEffect, useState } from 'react';
import { sending, useBusyMessage } from '../base/busy';
import { lazyPart } from '../base/lazy-part';
import { useStore } from '../../browser/store';
import { useTranslation } from '../../i18n/translate';
import { Spinner } from '../../ui/Spinner';
import { useBack } from '../../browser/back';

const SendingPhoto = lazyPart(async () => (await import('./SendingPhoto')).SendingPhoto, {
  coming: <Working />,
  missing: <Working />,
});

/** The same delay as that of `animate-late` in styles.css. */
const lateMs = 400;

/**
 * Covers the page during an action, after a noticeable wait. Back stops a photo upload; it does not stop
 * other work, and the overlay stays.
 */
export function BusyOverlay() {
  const onItsWay = useStore(sending);
  useBack(useIsLate(), () => onItsWay?.cancel());
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid animate-late place-items-center bg-[rgb(10_13_24/0.45)] p-4"
    >
      {onItsWay ? <SendingPhoto share={onItsWay.share} onStop={onItsWay.cancel} /> : <Working />}
    </div>
  );
}

function Working() {
  const { t } = useTranslation();
  const message = useBusyMessage();
  return (
    <p className="flex items-center gap-3 rounded-full bg-packet px-6 py-4 font-semibold">
      <Spinner />
      {message ?? t('shell.working')}
    </p>
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
