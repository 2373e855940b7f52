import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p role="status" className="py-24 text-center text-ink-soft">
      {t('shell.loading')}
    </p>
  );
}

/** Has the shape of a page while its code loads. */
export function PageComing() {
  return (
    <div className="mx-auto grid min-h-[80svh] max-w-7xl animate-late content-start gap-6 px-4 pt-8 sm:px-6">
      <FormComing />
    </div>
  );
}

/** Has the shape of a form or a list while its code loads. */
export function FormComing() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="sr-only">
        {t('shell.loading')}
      </p>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-20 rounded-xl" />
      <Skeleton className="h-11 rounded-full" />
      <Skeleton className="h-32 rounded-xl" />
      <Skeleton className="h-13 rounded-full" />
    </>
  );
}
