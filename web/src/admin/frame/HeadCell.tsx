import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { as, headClasses, type Column } from './column';
import type { Direction } from './use-sort';

const icons = { ascending: ArrowUp, descending: ArrowDown };

/** In `DataTable`: a button where the column can be sorted by. */
export function HeadCell<Row>({
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
      {...as.head}
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
