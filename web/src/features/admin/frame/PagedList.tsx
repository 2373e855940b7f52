import type { ComponentProps, ReactNode } from 'react';
import { toErrorMessage } from '../../../api/errors';
import type { Pages } from '../../../api/pages';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { Skeleton } from '../../../ui/Skeleton';
import { DataTable, NoRows } from './DataTable';
import { KeptFocus } from './KeptFocus';

type Table<Row> = Omit<
  ComponentProps<typeof DataTable<Row>>,
  'rows' | 'error' | 'failed' | 'onRetry' | 'isStale' | 'empty'
>;

export type PagedRows<Row> = {
  /** The result of `usePages`. */
  list: Pages & { rows: Row[] | undefined };
  /** The promised message for a page that failed to load. */
  failed: string;
  /** Replaces an empty list: why it is empty, and what adds to it. */
  empty: ReactNode;
  /** Filters that can be cleared if no row matches them. */
  filters?: { isFiltered: boolean; clear: () => void } | undefined;
  /** Shown below the last row. Default: 'End of list'. */
  end?: string;
  /** Shown below the rows that are loaded. */
  note?: ReactNode;
} & (Table<Row> | { children: (rows: Row[]) => ReactNode });

/** A list that loads page by page: a table, or what `children` renders with the rows. */
export function PagedList<Row>({
  list,
  failed,
  empty: emptyList,
  filters,
  end,
  note,
  ...content
}: PagedRows<Row>) {
  const { error, isStale, hasMore, revalidate } = list;
  // An empty list of the previous filters says nothing about the current ones.
  const rows = isStale && list.rows?.length === 0 ? undefined : list.rows;
  const empty = filters?.isFiltered ? <NoneMatch onClear={filters.clear} /> : emptyList;
  return (
    <KeptFocus className="grid grid-cols-1">
      {'children' in content ? (
        <Loaded
          compact
          read={{ data: rows, error, mutate: revalidate }}
          failed={failed}
          loading={<Skeleton className="h-44 w-full" />}
          empty={<NoRows>{empty}</NoRows>}
        >
          {(loaded) => <div className="grid grid-cols-1 gap-3">{content.children(loaded)}</div>}
        </Loaded>
      ) : (
        <DataTable
          {...content}
          rows={rows}
          error={error}
          failed={failed}
          onRetry={revalidate}
          isStale={isStale}
          empty={empty}
        />
      )}
      {note}
      {rows && (rows.length > 0 || hasMore) && <MoreRows pages={list} failed={failed} end={end} />}
    </KeptFocus>
  );
}

function NoneMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState compact title={t('adminCommon.noMatch')}>
      <p>{t('adminCommon.noMatchText')}</p>
      <Button size="compact" look="outline" className="mt-3 text-ink" onClick={onClear}>
        {t('studioCommon.clearFilters')}
      </Button>
    </EmptyState>
  );
}

/** 'Load more', or a message at the end of the list. */
function MoreRows({
  pages: { error, hasMore, isStale, isValidating, loadMore, revalidate },
  failed,
  end,
}: {
  pages: Pages;
  /** The button loads the page that failed again. */
  failed: string;
  end: string | undefined;
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
          {t(hasFailed ? 'common.tryAgain' : 'studioCommon.loadMore')}
        </Button>
      ) : (
        <p className="text-note text-ink-soft">{end ?? t('admin.end')}</p>
      )}
    </div>
  );
}
