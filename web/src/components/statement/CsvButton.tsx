import type { StatementFilter } from '@sachet/shared/contracts/statement';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords } from '../../api/errors';
import { fetchStatementCsv } from '../../api/statement';
import { Button } from '../../ui/Button';
import { saveFile } from '../../ui/save-file';
import { notify } from '../../ui/Toaster';

/** Everything that the filter lets through. Fetched, since a plain link carries no token. */
export function CsvButton({ filter }: { filter: StatementFilter }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    try {
      const { name, file } = await fetchStatementCsv(filter);
      saveFile(name, file);
    } catch (thrown) {
      notify.error(errorWords(t, thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button look="outline" className="px-4 text-note" busy={busy} onClick={() => void download()}>
      {!busy && <Download aria-hidden className="size-4" />}
      {t('statement.csv')}
    </Button>
  );
}
