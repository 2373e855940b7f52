import type { ReactNode } from 'react';
import { classes } from '../../ui/classes';

/** Said again: laid out as a card, an element of a table is none to some screen readers. */
export const as = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** One column of `DataTable`. */
export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Names the row: heads its card, and is its link where rows open. Else the first column does. */
  isTitle?: boolean;
  /** Figures stand to the right, words to the left. */
  align?: 'end';
  /** On a phone's card it is in the upper right corner; its head is not shown there. */
  inCorner?: boolean;
  /** `w-28`; the columns without one share what is left. */
  width?: string;
  /** The narrowest desk that has room for it; on a phone's card it is always there. */
  from?: 'lg' | 'xl';
  /** All of it is shown, over more lines where the column is too narrow. */
  wraps?: boolean;
  sortValue?: (row: Row) => string | number | null;
};

const from = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' };

type Shape = Pick<Column<unknown>, 'align' | 'width' | 'from' | 'wraps' | 'inCorner'>;

export function headClasses({ align, width, from: desk }: Shape): string {
  return classes(
    'sticky top-[calc(4rem+var(--stuck))] z-20 border-b border-edge/60 bg-paper px-2 py-1.5 align-bottom font-semibold text-ink-soft first:pl-3 last:pr-3',
    align === 'end' ? 'text-right' : 'text-left',
    width,
    desk && from[desk],
  );
}

export function cellClasses(
  { align, from: desk, wraps, inCorner }: Shape,
  isTitle: boolean,
): string {
  return classes(
    wraps ? 'md:wrap-anywhere' : 'md:truncate',
    'md:h-9 md:border-b md:border-fold md:px-2 md:first:pl-3 md:last:pr-3 md:pointer-coarse:h-11',
    'max-md:min-w-0 max-md:wrap-anywhere',
    isTitle && 'font-semibold max-md:order-first max-md:col-span-full max-md:text-body',
    inCorner && 'max-md:absolute max-md:top-3 max-md:right-3',
    align === 'end' && 'md:text-right',
    desk && from[desk],
  );
}

/** A row of the table, a card on a phone. */
export const rowClasses =
  'group relative max-md:grid max-md:fit-columns-7.5 max-md:gap-x-4 max-md:gap-y-2 max-md:rounded-lg max-md:border max-md:border-fold max-md:bg-packet max-md:p-3';
