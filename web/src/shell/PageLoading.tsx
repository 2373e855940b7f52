import { useTranslation } from '../i18n/translate';

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p role="status" className="py-24 text-center text-ink-soft">
      {t('shell.loading')}
    </p>
  );
}

/** Shown while a page's code loads. Most code loads before the delay ends, so this is rarely visible. */
export function PageComing() {
  return (
    <div className="min-h-[80svh] animate-late">
      <PageLoading />
    </div>
  );
}
