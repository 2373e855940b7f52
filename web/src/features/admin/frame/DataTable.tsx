import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactNode, useRef } from 'react';
import { Link, type To } from 'react-router-dom';
import { LoadError } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { EmptyState } from '../../../ui/EmptyState';
import { Skeleton } from '../../../ui/Skeleton';
import { tableRoles } from './table-roles';
import { useRowKeys } from './use-row-keys';
import { type Direction, useSort } from './use-sort';

/**
 * The table of every admin page. On a wide screen it has rows of 36 px under a sticky head; on a phone, each
 * row is a card. `/` focuses the page's search, j and k move between rows, Enter opens a row.
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
  failed = '',
  onRetry,
  empty,
  isStale = false,
}: {
  label: string;
  columns: Column<Row>[];
  /** undefined while the rows load. */
  rows: Row[] | undefined;
  getKey: (row: Row) => string;
  /** The row's link: to a page, or to the same page with a dialog open. */
  to?: (row: Row) => To;
  /** State of the history entry that the row's link adds. */
  linkState?: ComponentProps<typeof Link>['state'];
  /** Content below an open row. If it is set, the row's title opens and closes the row. */
  details?: {
    isOpen: (row: Row) => boolean;
    onToggle: (row: Row) => void;
    of: (row: Row) => ReactNode;
  };
  /** Set this only when all rows are loaded, because sorting one page of a list would mislead. */
  sortable?: boolean;
  error?: unknown;
  /**
   * The promised message for a failure ('Failed to list users'), shown with a retry. Required with `error`.
   */
  failed?: string;
  onRetry?: () => Promise<unknown>;
  empty: ReactNode;
  /** `rows` belong to the previous filter; new ones are loading. */
  isStale?: boolean;
}) {
  const table = useRef<HTMLTableElement>(null);
  const { sorted, sort, press } = useSort(columns, rows, sortable);
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0];
  useRowKeys(table);

  if (error && !rows)
    return <LoadError compact title={failed} error={error} onRetry={async () => onRetry?.()} />;
  if (sorted?.length === 0) {
    return <NoRows>{empty}</NoRows>;
  }
  return (
    <table
      ref={table}
      {...tableRoles.table}
      aria-label={label}
      aria-busy={!sorted || isStale || undefined}
      className={classes(
        'w-full table-fixed border-separate border-spacing-0 text-note max-md:block',
        isStale && sorted && 'opacity-60',
      )}
    >
      <thead {...tableRoles.rows} className="max-md:sr-only">
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <HeadCell
              key={column.head}
              column={column}
              direction={sort?.head === column.head ? sort.direction : null}
              onSort={sortable && column.sortValue ? () => press(column.head) : undefined}
            />
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.rows} className="max-md:grid max-md:gap-2">
        {!sorted && <SkeletonRows columns={columns} />}
        {sorted?.map((row) => (
          <Fragment key={getKey(row)}>
            <tr
              {...tableRoles.row}
              className={classes(
                rowClasses,
                (to ?? details) && 'md:hover:bg-sunk/60 md:has-focus-visible:bg-sunk/60',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.head}
                  {...tableRoles.cell}
                  className={cellClasses(column, column === title)}
                >
                  {isFact(column, title) && (
                    <span aria-hidden className="w-30 max-w-full text-ink-soft md:hidden">
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
                  ) : isFact(column, title) ? (
                    <div className="min-w-0 flex-1 basis-36 md:contents">{column.cell(row)}</div>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
            {details?.isOpen(row) && (
              <tr {...tableRoles.row} className="max-md:block">
                <td
                  {...tableRoles.cell}
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

/** Replaces an empty list on an admin page. A text is the title of an `EmptyState`. */
export function NoRows({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <EmptyState compact title={children} /> : children;
}

/** Extends a link or button over its whole row. */
const wholeRow =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-[2.5px] focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink max-md:after:rounded-lg';

const icons = { ascending: ArrowUp, descending: ArrowDown };

/** A column head, with a button if the column can be sorted. */
function HeadCell<Row>({
  column,
  direction,
  onSort,
}: {
  column: Column<Row>;
  direction: Direction | null;
  onSort?: () => void;
}) {
  const Icon = direction ? icons[direction] : ChevronsUpDown;
  return (
    <th
      {...tableRoles.head}
      scope="col"
      aria-sort={onSort ? (direction ?? 'none') : undefined}
      className={headClasses(column)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 hover:text-ink"
        >
          {column.head}
          <Icon aria-hidden className="size-3.5" />
        </button>
      ) : (
        column.head
      )}
    </th>
  );
}

const rows = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholders for rows, with the height of real rows. */
function SkeletonRows<Row>({ columns }: { columns: Column<Row>[] }) {
  const { t } = useTranslation();
  return rows.map((row) => (
    <tr key={row} {...tableRoles.row} className={rowClasses}>
      {columns.map((column, index) => (
        <td
          key={column.head}
          {...tableRoles.cell}
          className={cellClasses(column, column.isTitle ?? false)}
        >
          {index === 0 && row === 1 && <span className="sr-only">{t('shell.loading')}</span>}
          <Skeleton className={`h-4 max-w-full ${column.align ? 'ml-auto w-16' : 'w-3/4'}`} />
        </td>
      ))}
    </tr>
  ));
}

/** Whether a phone's card shows the column as a name with its value. */
const isFact = (column: Shape, title: Shape | undefined) => column !== title && !column.inCorner;

/** One column of `DataTable`. */
export type Column<Row> = {
  /** Names the column; no other column of the table has this head. */
  head: string;
  cell: (row: Row) => ReactNode;
  /**
   * Whether this column names the row: it heads the card and contains the row's link. Default: the first
   * column.
   */
  isTitle?: boolean;
  /** Numbers are aligned to the end, text to the start. */
  align?: 'end';
  /** On a phone's card, shows the cell in the upper right corner, without the column's head. */
  inCorner?: boolean;
  /** A Tailwind class such as `w-28`. Columns without a width share the rest. */
  width?: string;
  /** The narrowest screen on which the table shows the column. Cards on a phone always show it. */
  from?: 'lg' | 'xl';
  /** Wraps long content instead of truncating it. */
  wraps?: boolean;
  sortValue?: (row: Row) => string | number | null;
};

const from = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' };

type Shape = Pick<Column<unknown>, 'align' | 'width' | 'from' | 'wraps' | 'inCorner'>;

function headClasses({ align, width, from: desk }: Shape): string {
  return classes(
    'sticky top-[calc(4rem+var(--stuck))] z-20 border-b border-edge/60 bg-paper px-2 py-1.5 align-bottom font-semibold text-ink-soft first:pl-3 last:pr-3',
    align === 'end' ? 'text-right' : 'text-left',
    width,
    desk && from[desk],
  );
}

function cellClasses({ align, from: desk, wraps, inCorner }: Shape, isTitle: boolean): string {
  return classes(
    wraps ? 'md:wrap-anywhere' : 'md:truncate',
    'md:h-9 md:border-b md:border-fold md:px-2 md:first:pl-3 md:last:pr-3 md:pointer-coarse:h-11',
    'max-md:min-w-0 max-md:wrap-anywhere',
    !isTitle && !inCorner && 'max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3',
    isTitle && 'font-semibold max-md:order-first max-md:col-span-full max-md:text-body',
    inCorner && 'max-md:absolute max-md:top-3 max-md:right-3',
    align === 'end' && 'md:text-right',
    desk && from[desk],
  );
}

/** A row of the table; a card on a phone. */
const rowClasses =
  'group relative max-md:grid max-md:gap-x-4 max-md:gap-y-1.5 max-md:rounded-lg sm:max-md:grid-cols-2 max-md:border max-md:border-fold max-md:bg-packet max-md:p-3';
