import { Download } from 'lucide-react';
import {
  exportFormats,
  downloadLedger,
  type ExportFormat,
  type LedgerFilters,
} from '../../api/admin-ledger';
import { useDownload } from '../../app/use-download';
import { useTranslation } from '../../i18n/translate';
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
