import { useTranslation } from '../i18n/translate';
import { Skeleton } from '../ui/Skeleton';

export function ThreadsLoading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid gap-2 px-2">
      <span className="sr-only">{t('shell.loading')}</span>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
