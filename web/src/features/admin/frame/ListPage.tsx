import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { AdminPage } from './AdminPage';
import type { AdminPageName } from './admin-pages';
import { PagedList, type PagedRows } from './PagedList';

/** An admin page of one list: its views, its filters, its rows page by page, and a button that refreshes it. */
export function ListPage<Row>({
  page,
  actions,
  about,
  views,
  filterBar,
  onRefresh,
  dialog,
  ...rows
}: PagedRows<Row> & {
  page: AdminPageName;
  /** Buttons beside 'Refresh'. */
  actions?: ReactNode;
  /** Shown above the list: what it contains, or its figures. */
  about?: ReactNode;
  views?: ReactNode;
  filterBar: ReactNode;
  /** Reads what else the page shows. */
  onRefresh?: () => Promise<unknown>;
  /** The dialog of a row. */
  dialog?: ReactNode;
}) {
  const { t } = useTranslation();
  const { isValidating, isStale, revalidate, rows: loaded } = rows.list;
  return (
    <AdminPage
      page={page}
      actions={
        <>
          {actions}
          <Button
            size="compact"
            look="outline"
            busy={isValidating && loaded !== undefined && !isStale}
            onClick={() => void Promise.allSettled([revalidate(), onRefresh?.()])}
          >
            <RefreshCw aria-hidden className="size-4" />
            <span className={classes(Boolean(actions) && 'max-sm:sr-only')}>
              {t('admin.refresh')}
            </span>
          </Button>
        </>
      }
    >
      {typeof about === 'string' ? <p className="text-note text-ink-soft">{about}</p> : about}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        {views}
        {filterBar}
      </div>
      <PagedList {...rows} />
      {dialog}
    </AdminPage>
  );
}
