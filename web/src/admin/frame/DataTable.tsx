import { Fragment, useRef, type ComponentProps, type ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { classes } from '../../ui/classes';
import { as, cellClasses, rowClasses, type Column } from './column';
import { HeadCell } from './HeadCell';
import { ReadError } from './ReadError';
import { SkeletonRows } from './SkeletonRows';
import { useRowKeys } from './use-row-keys';
import { useSort } from './use-sort';

/**
 * Users, models, ledger events, payments: rows of 36 px under a head that stays on a desk, cards on
 * a phone. `/` goes to the page's search, j and k go from row to row, Enter opens one.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  getKey,
  to,
  linkState,
  details,
  sortable = false,
  error,
  failed,
  onRetry,
  empty,
  isStale = false,
}: {
  label: string;
  columns: Column<Row>[];
  /** undefined while they are awaited. */
  rows: Row[] | undefined;
  getKey: (row: Row) => string;
  /** Where a row leads: a page, or the same page with a dialog open. */
  to?: (row: Row) => To;
  /** State of the history entry that the row's link adds. */
  linkState?: ComponentProps<typeof Link>['state'];
  /** What a row shows below itself while it is open; then its title opens and closes it. */
  details?: {
    isOpen: (row: Row) => boolean;
    onToggle: (row: Row) => void;
    of: (row: Row) => ReactNode;
  };
  /** Only where all rows are here: the order of a part says nothing. */
  sortable?: boolean;
  error?: unknown;
  /** The promised words for a failure: 'Failed to list users'. */
  failed: string;
  onRetry: () => void;
  empty: ReactNode;
  /** These are the rows of the filter before; others are awaited. */
  isStale?: boolean;
}) {
  const table = useRef<HTMLTableElement>(null);
  const { sorted, sort, press } = useSort(columns, rows, sortable);
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0];
  useRowKeys(table);

  if (error && !rows) return <ReadError title={failed} error={error} onRetry={onRetry} />;
  if (sorted?.length === 0) {
    return (
      <div role="status" className="border-y border-fold py-6 text-ink-soft">
        {empty}
      </div>
    );
  }
  return (
    <table
      ref={table}
      {...as.table}
      aria-label={label}
      aria-busy={!sorted || isStale || undefined}
      className={classes(
        'w-full table-fixed border-separate border-spacing-0 text-note max-md:block',
        isStale && sorted && 'opacity-60',
      )}
    >
      <thead {...as.rows} className="max-md:sr-only">
        <tr {...as.row}>
          {columns.map((column) => (
            <HeadCell
              key={column.key}
              column={column}
              direction={sort?.key === column.key ? sort.direction : null}
              onSort={sortable && column.sortValue ? () => press(column.key) : undefined}
            />
          ))}
        </tr>
      </thead>
      <tbody {...as.rows} className="max-md:grid max-md:gap-2">
        {!sorted && <SkeletonRows columns={columns} />}
        {sorted?.map((row) => (
          <Fragment key={getKey(row)}>
            <tr
              {...as.row}
              className={classes(
                rowClasses,
                (to ?? details) && 'md:hover:bg-sunk/60 md:has-focus-visible:bg-sunk/60',
              )}
            >
              {columns.map((column) => (
                <td key={column.key} {...as.cell} className={cellClasses(column, column === title)}>
                  {column !== title && !column.inCorner && (
                    <span aria-hidden className="block text-ink-soft md:hidden">
                      {column.head}
                    </span>
                  )}
                  {column === title && to ? (
                    <Link
                      to={to(row)}
                      state={linkState}
                      data-row
                      preventScrollReset
                      className={wholeRow}
                    >
                      {column.cell(row)}
                    </Link>
                  ) : column === title && details ? (
                    <button
                      type="button"
                      data-row
                      aria-expanded={details.isOpen(row)}
                      onClick={() => details.onToggle(row)}
                      className={classes(
                        wholeRow,
                        'text-left font-semibold wrap-anywhere max-md:pr-8',
                      )}
                    >
                      {column.cell(row)}
                    </button>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
            {details?.isOpen(row) && (
              <tr {...as.row} className="max-md:block">
                <td
                  {...as.cell}
                  colSpan={columns.length}
                  className="max-md:block md:border-b md:border-fold md:p-3"
                >
                  {details.of(row)}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** A link or button that answers anywhere in its row. */
const wholeRow =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-[2.5px] focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink max-md:after:rounded-lg';
