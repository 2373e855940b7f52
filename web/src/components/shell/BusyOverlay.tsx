import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/Spinner';
import { useBusyMessage } from '../busy';

/** Comes only when the wait is long enough to be noticed. */
export function BusyOverlay() {
  const { t } = useTranslation();
  const message = useBusyMessage();
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid animate-late place-items-center bg-[rgb(10_13_24/0.45)] p-4"
    >
      <p className="flex items-center gap-3 rounded-full bg-packet px-6 py-4 font-semibold">
        <Spinner />
        {message ?? t('shell.working')}
      </p>
    </div>
  );
}
