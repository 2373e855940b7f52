import { toErrorMessage } from '../../api/errors';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';

/** What could not be read, why, and the way to try again. */
export function ReadError({
  title,
  error,
  onRetry,
}: {
  /** The promised words: 'Failed to load detail'. */
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid justify-items-start gap-2 border-y border-fold py-6">
      <p className="font-semibold">{title}</p>
      <p className="text-note text-ink-soft">{toErrorMessage(t, error)}</p>
      <Button size="compact" look="outline" onClick={onRetry}>
        {t('admin.retry')}
      </Button>
    </div>
  );
}
