import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '../../paths';
import { usePageTitle } from '../../ui/title';

type AdminPage = 'models' | 'billing' | 'users';

const links: [AdminPage, string][] = [
  ['models', paths.admin],
  ['billing', paths.adminBilling],
  ['users', paths.adminUsers],
];

/** An admin page that has no contents yet says so, rather than pretending. */
export function AdminOpensSoon({ page }: { page: AdminPage }) {
  const { t } = useTranslation();
  usePageTitle(t(`admin.${page}`));
  return (
    <div className="mx-auto max-w-7xl px-4 pt-6 sm:px-6 md:pt-8">
      <nav aria-label={t('admin.pages')} className="-mx-1 flex flex-wrap border-b border-fold">
        {links.map(([name, path]) => (
          <NavLink
            key={name}
            to={path}
            end
            className="grid min-h-11 items-center border-b-[2.5px] border-transparent px-3 font-semibold text-ink-soft hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
          >
            {t(`admin.${name}`)}
          </NavLink>
        ))}
      </nav>
      <div className="grid max-w-xl gap-3 py-10 md:py-14">
        <h1 className="text-title font-bold">{t(`admin.${page}`)}</h1>
        <p className="text-lead text-ink-soft">{t(`admin.${page}Text`)}</p>
        <p className="font-semibold">{t('admin.opensSoon')}</p>
      </div>
    </div>
  );
}
