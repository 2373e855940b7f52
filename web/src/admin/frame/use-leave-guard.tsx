import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '../../i18n/translate';
import { ConfirmDialog } from './ConfirmDialog';

/**
 * Asks before changes are lost: the browser itself where the tab is closed or loaded again, the
 * dialog returned where a link, or going back or on, leads to another page.
 */
export function useLeaveGuard(isUnsaved: boolean) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const isConfirmed = useRef(false);

  useEffect(() => {
    if (!isUnsaved) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', unload);
    return () => window.removeEventListener('beforeunload', unload);
  }, [isUnsaved]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      onConfirm={async () => {
        isConfirmed.current = true;
      }}
      onClose={() => (isConfirmed.current ? blocker.proceed() : blocker.reset())}
    >
      {t('admin.leave')}
    </ConfirmDialog>
  );
}
