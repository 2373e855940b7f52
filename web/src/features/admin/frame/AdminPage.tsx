import type { ReactNode } from 'react';
import { IndianTimeNote } from '../../../app/base/Moment';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { AdminNav } from './AdminNav';
import { type AdminWarning, Notices } from './Notices';
import type { AdminPageName } from './admin-pages';
import './instrument.css';

const noWarnings: readonly AdminWarning[] = [];

/** The frame of every admin page: navigation, notices, and the heading with the page's buttons. */
export function AdminPage({
  page,
  view,
  title,
  actions,
  warnings = noWarnings,
  children,
}: {
  page: AdminPageName;
  /** The name of the shown view, for the title of the tab. */
  view?: string | undefined;
  /** Default: the page's name. */
  title?: string;
  actions?: ReactNode;
  /** The page's own warnings, which are counted and listed with the notices. */
  warnings?: readonly AdminWarning[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const heading = title ?? t(`admin.${page}`);
  usePageTitle(view ? `${view} · ${heading}` : heading);
  return (
    // Inter would show the x of an id such as `6x8` as a multiplication sign.
    <div className="instrument mx-auto grid max-w-7xl grid-cols-1 gap-3 px-4 pt-1 pb-8 sm:px-6 sm:pt-2">
      <div className="flex items-center gap-2 border-b border-fold">
        <AdminNav />
        <Notices warnings={warnings} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-title font-bold">{heading}</h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
      <IndianTimeNote />
    </div>
  );
}
