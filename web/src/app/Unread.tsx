import { useState } from 'react';
import { toErrorMessage } from '../api/errors';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';

/** What could not be read, why, and the way to try again. */
export function Unread({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  function retry() {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  }

  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft">{toErrorMessage(t, error)}</p>
      </div>
      <Button look="outline" busy={busy} onClick={retry}>
        {t('shell.retry')}
      </Button>
    </div>
  );
}
