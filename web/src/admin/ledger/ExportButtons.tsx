import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  exportFormats,
  downloadLedger,
  type ExportFormat,
  type LedgerFilters,
} from '../../api/admin-ledger';
import { useDownload } from '../../app/use-download';
import { Button } from '../../ui/Button';

/** The list as it is narrowed now, all pages of it. */
export function ExportButtons({ filters }: { filters: LedgerFilters }) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<ExportFormat>();
  return exportFormats.map((format) => (
    <Button
      size="compact"
      look="outline"
      key={format}
      busy={busy === format}
      disabled={busy !== null}
      aria-label={t('adminLedger.exportAs', { format: format.toUpperCase() })}
      onClick={() => void start(format, () => downloadLedger(filters, format))}
    >
      {busy !== format && <Download aria-hidden className="size-4" />}
      {format.toUpperCase()}
    </Button>
  ));
}
