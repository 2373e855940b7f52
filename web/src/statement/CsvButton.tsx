import type { StatementFilter } from '@sachet/shared/contracts/statement';
import { Download } from 'lucide-react';
import { downloadStatement } from '../api/statement';
import { useDownload } from '../app/use-download';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';

/** Everything that the filter lets through. */
export function CsvButton({ filter }: { filter: StatementFilter }) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<'csv'>();
  return (
    <Button
      look="outline"
      size="small"
      busy={busy !== null}
      onClick={() => void start('csv', () => downloadStatement(filter))}
    >
      {!busy && <Download aria-hidden className="size-4" />}
      {t('statement.csv')}
    </Button>
  );
}
