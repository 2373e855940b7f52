import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { ErrorNote } from './use-guarded';

/** Always in sight under a page that is edited as a whole: what is unsaved, and the way to save it. */
export function SaveBar({
  count,
  canSave,
  busy,
  note,
  error,
  onSave,
  onDiscard,
}: {
  /** Of unsaved changes. */
  count: number;
  canSave: boolean;
  busy: boolean;
  /** What has to be corrected first, or what saving does beside. */
  note?: ReactNode;
  /** Why the last try failed. */
  error: string | null;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="lower-bar z-20 -mx-4 grid gap-2 border-t border-edge/60 bg-paper px-4 py-2.5 sm:-mx-6 sm:px-6">
      <ErrorNote>{error}</ErrorNote>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="min-w-0 flex-1 basis-52 text-note">
          <span className={count > 0 ? 'font-semibold' : 'text-ink-soft'}>
            {count > 0 ? t('admin.unsaved', { number: count }) : t('admin.allSaved')}
          </span>
          {note && <span className="block text-ink-soft">{note}</span>}
        </p>
        <Button size="compact" look="plain" disabled={count === 0 || busy} onClick={onDiscard}>
          {t('admin.discard')}
        </Button>
        <Button size="compact" disabled={!canSave} busy={busy} onClick={onSave}>
          {t(busy ? 'admin.saving' : 'admin.saveChanges')}
        </Button>
      </div>
    </div>
  );
}
