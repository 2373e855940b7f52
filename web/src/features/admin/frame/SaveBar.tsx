import { type ReactNode, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { PleaseConfirm } from './confirm';

/**
 * A bar at the lower edge of a page that is saved as a whole, with the number of unsaved changes.
 */
export function SaveBar({
  count,
  canSave,
  busy,
  note,
  error,
  onSave,
  onDiscard,
}: {
  /** Number of unsaved changes. */
  count: number;
  canSave: boolean;
  busy: boolean;
  /** Lists errors that the admin must correct first, or names what else saving changes. */
  note?: ReactNode;
  /** Why the last attempt to save failed. */
  error: string | null;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="lower-bar z-20 -mx-4 grid gap-2 border-t border-edge/60 bg-paper px-4 py-2.5 sm:-mx-6 sm:px-6 xl:mx-0 xl:px-0">
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="min-w-0 flex-1 basis-40 text-note">
          <span className={count > 0 ? 'font-semibold' : 'text-ink-soft'}>
            {count > 0 ? t('admin.unsaved', { number: count }) : t('admin.allSaved')}
          </span>
          {note && <span className="block text-ink-soft">{note}</span>}
        </p>
        {/* With nothing to discard, the bar has one line on a phone. */}
        <Button
          size="compact"
          look="plain"
          className={count === 0 ? 'max-sm:hidden' : ''}
          disabled={count === 0 || busy}
          onClick={onDiscard}
        >
          {t('studioCommon.discardChanges')}
        </Button>
        <Button size="compact" disabled={!canSave} busy={busy} onClick={onSave}>
          {t(busy ? 'admin.saving' : 'admin.saveChanges')}
        </Button>
      </div>
    </div>
  );
}

/**
 * Asks the user before unsaved changes are lost. Render the returned dialog: it appears when a navigation
 * leads to another page. If the tab is closed or reloaded, the browser itself asks.
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
    <PleaseConfirm
      onConfirm={async () => {
        isConfirmed.current = true;
      }}
      onClose={() => (isConfirmed.current ? blocker.proceed() : blocker.reset())}
    >
      {t('admin.leave')}
    </PleaseConfirm>
  );
}
