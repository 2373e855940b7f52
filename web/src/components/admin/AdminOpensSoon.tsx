import { useTranslation } from 'react-i18next';
import { AdminPage } from './frame/AdminPage';
import type { AdminPageName } from './frame/admin-pages';

/** An admin page that has no contents yet says so, rather than pretending. */
export function AdminOpensSoon({ page }: { page: AdminPageName }) {
  const { t } = useTranslation();
  return (
    <AdminPage page={page}>
      <p className="text-ink-soft">{t('admin.opensSoon')}</p>
    </AdminPage>
  );
}
