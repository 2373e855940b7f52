import { useState } from 'react';
import type { Column } from './DataTable';

export type Direction = 'ascending' | 'descending';

/**
 * The first press on a head sorts descending, the second ascending, and the third restores the server's
 * order.
 */
export function useSort<Row>(columns: Column<Row>[], rows: Row[] | undefined, isOn: boolean) {
  const [sort, setSort] = useState<{ head: string; direction: Direction } | null>(null);

  function press(head: string) {
    setSort((previous) => {
      if (previous?.head !== head) return { head, direction: 'descending' };
      return previous.direction === 'descending' ? { head, direction: 'ascending' } : null;
    });
  }

  const getValue = isOn && columns.find(({ head }) => head === sort?.head)?.sortValue;
  const sorted = sort && getValue && rows ? sortBy(rows, getValue, sort.direction) : rows;
  return { sorted, sort: isOn ? sort : null, press };
}

/**
 * Sorts rows. Rows without a value are last in either direction.
 * @internal exported for its test
 */
export function sortBy<Row>(
  rows: Row[],
  getValue: (row: Row) => string | number | null,
  direction: Direction,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((left, right) => {
    const [one, other] = [getValue(left), getValue(right)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * String(one).localeCompare(String(other));
  });
}
