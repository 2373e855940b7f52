import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { DataTable } from './DataTable';

/** A table with its first `atFirst` rows, and with all of them when the user asks. */
export function ShortTable<Row>({
  rows,
  atFirst,
  ...table
}: ComponentProps<typeof DataTable<Row>> & { atFirst: number }) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <DataTable {...table} rows={isWhole ? rows : rows?.slice(0, atFirst)} />
      {!isWhole && rows && rows.length > atFirst && (
        <Button
          size="compact"
          look="outline"
          className="justify-self-center"
          onClick={() => setIsWhole(true)}
        >
          {t('adminCommon.showAll', { number: rows.length })}
        </Button>
      )}
    </>
  );
}
