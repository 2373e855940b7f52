import { useTranslation } from 'react-i18next';
import { sending } from '../api/photo-upload';
import { Spinner } from '../ui/Spinner';
import { useStore } from '../browser/store';
import { useBusyMessage } from '../app/busy';
import { SendingPhoto } from '../photos/SendingPhoto';

/** Comes only when the wait is long enough to be noticed. */
export function BusyOverlay() {
  const { t } = useTranslation();
  const message = useBusyMessage();
  const onItsWay = useStore(sending);
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
