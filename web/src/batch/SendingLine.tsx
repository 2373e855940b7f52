import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Spinner } from '../ui/Spinner';
import type { Sending } from './use-batch';

/** Shows the photo that is being sent, with a button that stops after it. */
export function SendingLine({ sent, onStop }: { sent: Sending; onStop: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p role="status" className="flex items-center gap-2.5 text-note font-semibold tabular-nums">
        <Spinner />
        {t('batch.sending', sent)}
      </p>
      <Button look="outline" size="small" onClick={onStop}>
        {t('upload.stop')}
      </Button>
    </div>
  );
}
