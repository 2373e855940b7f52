import { useState } from 'react';
import type { Column } from './column';

export type Direction = 'ascending' | 'descending';

/** First the largest or newest, then the other way round, then as the server gave them. */
export function useSort<Row>(columns: Column<Row>[], rows: Row[] | undefined, isOn: boolean) {
  const [sort, setSort] = useState<{ key: string; direction: Direction } | null>(null);

  function press(key: string) {
    setSort((before) => {
      if (before?.key !== key) return { key, direction: 'descending' };
      return before.direction === 'descending' ? { key, direction: 'ascending' } : null;
    });
  }

  const getValue = isOn && columns.find(({ key }) => key === sort?.key)?.sortValue;
  const sorted = sort && getValue && rows ? sortedBy(rows, getValue, sort.direction) : rows;
  return { sorted, sort: isOn ? sort : null, press };
}

/**
 * What has no value stands at the end, whichever the direction.
 * @internal exported for its test
 */
export function sortedBy<Row>(
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
