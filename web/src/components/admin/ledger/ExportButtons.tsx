import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  exportFormats,
  fetchLedgerExport,
  type ExportFormat,
  type LedgerFilters,
} from '../../../api/admin-ledger';
import { errorWords } from '../../../api/errors';
import { notify } from '../../../ui/Toaster';
import { saveFile } from '../../../ui/save-file';
import { CompactButton } from '../frame/CompactButton';

/** The list as it is narrowed now, all pages of it. Fetched, since a plain link carries no token. */
export function ExportButtons({ filters }: { filters: LedgerFilters }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<ExportFormat | null>(null);

  async function download(format: ExportFormat) {
    setBusy(format);
    try {
      const { name, file } = await fetchLedgerExport(filters, format);
      saveFile(name, file);
    } catch (thrown) {
      notify.error(errorWords(t, thrown));
    } finally {
      setBusy(null);
    }
  }

  return exportFormats.map((format) => (
    <CompactButton
      key={format}
      busy={busy === format}
      disabled={busy !== null}
      aria-label={t('adminLedger.exportAs', { format: format.toUpperCase() })}
      onClick={() => void download(format)}
    >
      {busy !== format && <Download aria-hidden className="size-4" />}
      {format.toUpperCase()}
    </CompactButton>
  ));
}
