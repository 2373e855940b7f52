import { useEffect, useRef } from 'react';
import { useBlocker } from '../../browser/router';
import { useTranslation } from '../../i18n/translate';
import { ConfirmDialog } from './ConfirmDialog';

/**
 * Asks before changes are lost: the browser itself where the tab is closed or loaded again, the
 * dialog returned where a link, or going back or on, leads to another page.
 */
export function useLeaveGuard(isUnsaved: boolean) {
  const { t } = useTranslation();
  const held = useBlocker((from, to) => isUnsaved && from.pathname !== to.pathname);
  const isConfirmed = useRef(false);

  useEffect(() => {
    if (!isUnsaved) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', unload);
    return () => window.removeEventListener('beforeunload', unload);
  }, [isUnsaved]);

  if (!held) return null;
  return (
    <ConfirmDialog
      onConfirm={async () => {
        isConfirmed.current = true;
      }}
      onClose={() => (isConfirmed.current ? held.proceed() : held.reset())}
    >
      {t('admin.leave')}
    </ConfirmDialog>
  );
}
