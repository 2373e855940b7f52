import { useExports } from '../../api/admin-exports';
import { useTranslation } from '../../i18n/translate';
import { AdminPage } from '../frame/AdminPage';
import { ExportList } from './ExportList';
import { NewExport } from './NewExport';

/** Files of the books that the worker makes, however long they take. */
export function ExportsPage() {
  const { t } = useTranslation();
  const read = useExports();
  return (
    <AdminPage page="exports">
      <p className="text-note text-ink-soft">{t('adminExports.about')}</p>
      <NewExport onRequested={() => void read.mutate()} />
      <ExportList read={read} />
    </AdminPage>
  );
}
