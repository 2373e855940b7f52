import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog';

/**
 * Asks before changes are lost: the browser itself where the tab is closed or loaded again, the
 * dialog returned where a link, or going back or on, leads to another page.
 */
export function useLeaveGuard(isUnsaved: boolean) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const [leave, setLeave] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!isUnsaved) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    function click(event: MouseEvent) {
      const path = pathOfLink(event);
      if (!path) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => () => void navigate(path));
    }
    function traverse(event: NavigateEvent) {
      const { key, url } = event.destination;
      const isElsewhere = new URL(url).pathname !== window.location.pathname;
      if (event.navigationType !== 'traverse' || !event.cancelable || !isElsewhere) return;
      if (isLeaving.current) return;
      event.preventDefault();
      setLeave(() => () => {
        isLeaving.current = true;
        window.navigation.traverseTo(key);
      });
    }
    window.addEventListener('beforeunload', unload);
    // Before the router hears of it.
    document.addEventListener('click', click, { capture: true });
    // Not every browser of today has it: there going back asks nothing.
    window.navigation?.addEventListener('navigate', traverse);
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, { capture: true });
      window.navigation?.removeEventListener('navigate', traverse);
    };
  }, [isUnsaved, navigate]);

  if (!leave) return null;
  return (
    <ConfirmDialog onConfirm={async () => leave()} onClose={() => setLeave(null)}>
      {t('admin.leave')}
    </ConfirmDialog>
  );
}

/** Of a plain press on a link to another page of ours. */
function pathOfLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || (link.target && link.target !== '_self')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isElsewhere = origin === window.location.origin && pathname !== window.location.pathname;
  return isElsewhere ? pathname + search + hash : null;
}
