import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CompactButton } from './CompactButton';

/** Under a `DataTable` that the server gives page by page: 'Load more', or words for the end. */
export function MoreRows({
  hasMore,
  busy,
  onMore,
  fault = null,
  end,
}: {
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
  /** Why the last page did not come; the button then tries again. */
  fault?: string | null;
  end: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center gap-3 py-1">
      {fault && (
        <p role="alert" className="text-note font-semibold text-vermilion">
          {fault}
        </p>
      )}
      {hasMore || fault ? (
        <CompactButton busy={busy} onClick={onMore}>
          {t(fault ? 'admin.retry' : 'admin.loadMore')}
        </CompactButton>
      ) : (
        <p className="text-note text-ink-soft">{end}</p>
      )}
    </div>
  );
}
