import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { as, cellClasses, rowClasses, type Column } from './column';

const rows = [1, 2, 3, 4, 5, 6, 7, 8];

/** In `DataTable`, as high as the rows that will come. */
export function SkeletonRows<Row>({ columns }: { columns: Column<Row>[] }) {
  const { t } = useTranslation();
  return rows.map((row) => (
    <tr key={row} {...as.row} className={rowClasses}>
      {columns.map((column, index) => (
        <td key={column.key} {...as.cell} className={cellClasses(column, column.isTitle ?? false)}>
          {index === 0 && row === 1 && <span className="sr-only">{t('shell.loading')}</span>}
          <Skeleton className={`h-4 max-w-full ${column.align ? 'ml-auto w-16' : 'w-3/4'}`} />
        </td>
      ))}
    </tr>
  ));
}
