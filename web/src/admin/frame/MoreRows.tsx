import type { ReactNode } from 'react';
import { toErrorMessage } from '../../api/errors';
import type { Pages } from '../../api/pages';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';

/** Under a `DataTable` that the server gives page by page: 'Load more', or words for the end. */
export function MoreRows({
  pages: { error, hasMore, isStale, isValidating, loadMore, revalidate },
  failed,
  end,
}: {
  pages: Pages;
  /** The promised words for a page that did not come; the button then tries again. */
  failed: string;
  end: ReactNode;
}) {
  const { t } = useTranslation();
  const hasFailed = error !== undefined;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center gap-3 py-1">
      {hasFailed && (
        <p role="alert" className="text-note font-semibold text-vermilion">
          {`${failed}. ${toErrorMessage(t, error)}`}
        </p>
      )}
      {hasMore || hasFailed ? (
        <Button
          size="compact"
          look="outline"
          busy={isValidating && !isStale}
          onClick={() => (hasFailed ? void revalidate() : loadMore())}
        >
          {t(hasFailed ? 'admin.retry' : 'admin.loadMore')}
        </Button>
      ) : (
        <p className="text-note text-ink-soft">{end}</p>
      )}
    </div>
  );
}
