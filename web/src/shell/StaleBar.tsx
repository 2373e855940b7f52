import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';

/** Part of the page is missing. It is in the first file that loads: a toast may be missing too. */
export function StaleBar() {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-[calc(var(--lower-edge)+0.75rem)] z-50 flex items-center md:right-6 md:left-auto md:max-w-md gap-4 rounded-xl border border-edge bg-packet px-4 py-3 shadow-[0_8px_24px_var(--shade)]"
    >
      <p className="flex-1 text-note text-pretty">{t('shell.stale')}</p>
      <Button className="shrink-0 px-4 text-note" onClick={() => location.reload()}>
        {t('shell.reload')}
      </Button>
    </div>
  );
}
