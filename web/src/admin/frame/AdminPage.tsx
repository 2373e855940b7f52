import type { ReactNode } from 'react';
import { IndianTimeNote } from '../../app/Moment';
import { usePageTitle } from '../../browser/page-title';
import { useTranslation } from '../../i18n/translate';
import type { AdminPageName } from './admin-pages';
import { AdminNav } from './AdminNav';
import { Notices } from './Notices';

/**
 * What every admin page stands in: the way to the others, what admins should hear of, the heading
 * and beside it the page's own buttons.
 */
export function AdminPage({
  page,
  title,
  actions,
  children,
}: {
  page: AdminPageName;
  /** Where it is not the page's name: one event of the ledger. */
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  usePageTitle(t(`admin.${page}`));
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-3 sm:px-6">
      <AdminNav />
      <Notices page={page} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-title font-bold">{title ?? t(`admin.${page}`)}</h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <IndianTimeNote />
      {children}
    </div>
  );
}
