import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { PageComing } from './PageLoading';
import { useFiles } from './stale-build';

/** Replaces a page that threw an error or whose code is missing. Explains what happened and what to do. */
export function PageError({ hasShell }: { hasShell: boolean }) {
  const { t } = useTranslation();
  const files = useFiles();
  if (files === 'reloading') return <PageComing />;
  // In this case, the shell's bar already shows the instructions.
  const isSaidBelow = hasShell && files !== 'whole';
  return (
    <div
      role={isSaidBelow ? undefined : 'alert'}
      className="mx-auto grid max-w-md justify-items-start gap-3 px-5 py-24"
    >
      <h1 className="text-title font-bold">{t('shell.crashed')}</h1>
      {!isSaidBelow && (
        <>
          <p>{t('shell.crashedHint')}</p>
          <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
        </>
      )}
    </div>
  );
}
