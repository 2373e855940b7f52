import type { ReactNode } from 'react';
import { toErrorMessage } from '../../api/errors';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { useAction } from './use-action';

/** The result of SWR. A paged list passes its rows as `data` and `revalidate` as `mutate`. */
type Resource<Data> = {
  data: Data | undefined;
  error: unknown;
  mutate: () => Promise<unknown>;
};

/**
 * Renders `children` with the data of a read, `loading` until the data arrives, or the failure with a retry.
 * If a later read fails, the earlier data stays. `empty` replaces an empty list.
 */
export function Loaded<Data>({
  read: { data: newest, error, mutate },
  failed,
  loading,
  empty,
  hidesOld = false,
  compact,
  children,
}: {
  read: Resource<Data>;
  /** Heading of the failure: "Couldn't load your library". */
  failed: string;
  /** Skeletons of the final size. */
  loading: ReactNode;
  empty?: ReactNode;
  /** True for the answer to a query: if the next query fails, this answer is hidden. */
  hidesOld?: boolean;
  compact?: boolean;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  const data = hidesOld && error !== undefined ? undefined : newest;
  if (data === undefined) {
    if (error !== undefined) {
      return <LoadError title={failed} error={error} compact={compact} onRetry={() => mutate()} />;
    }
    return (
      <div role="status" className="contents">
        <span className="sr-only">{t('shell.loading')}</span>
        {loading}
      </div>
    );
  }
  if (empty !== undefined && Array.isArray(data) && data.length === 0) return empty;
  return children(data);
}

/** Shows what failed to load, the reason, and a button to try again. */
export function LoadError({
  title,
  error,
  compact = false,
  onRetry,
}: {
  title: string;
  error: unknown;
  /** True for the small version on admin pages, with lines above and below. */
  compact?: boolean | undefined;
  onRetry: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { run: retry, busy } = useAction(onRetry);
  return (
    <div
      role="alert"
      className={
        compact
          ? 'grid justify-items-start gap-2 border-y border-fold py-6 text-note'
          : 'grid justify-items-start gap-3'
      }
    >
      <div>
        <p className="text-body font-semibold">{title}</p>
        <p className="text-ink-soft">{toErrorMessage(t, error)}</p>
      </div>
      <Button
        look="outline"
        size={compact ? 'compact' : 'normal'}
        busy={busy}
        onClick={() => void retry()}
      >
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
