import { formatCount } from '@sachet/shared/money';
import { CopyId, DayCell, MomentCell, MoneyCell, Nothing } from './cells';
import type { Column } from './DataTable';

type Look<Row> = Omit<Column<Row>, 'head' | 'cell'>;

/** Columns of a `DataTable` with one value each. A value that is missing is a dash. */
export const column = {
  /** An amount in rupees. */
  money: <Row,>(
    head: string,
    get: (row: Row) => number | null | undefined,
    look?: Look<Row>,
  ): Column<Row> => ({
    head,
    align: 'end',
    cell: (row) => <MoneyCell rupees={get(row)} />,
    ...look,
  }),

  /** A number without a unit. */
  count: <Row,>(
    head: string,
    get: (row: Row) => number | null | undefined,
    look?: Look<Row>,
  ): Column<Row> => ({
    head,
    align: 'end',
    cell(row) {
      const number = get(row);
      if (typeof number !== 'number') return <Nothing />;
      return <span className="tabular-nums">{formatCount(number)}</span>;
    },
    ...look,
  }),

  /** A timestamp, to the minute unless `precision` is a day. */
  moment: <Row,>(
    head: string,
    get: (row: Row) => string | null | undefined,
    { precision, ...look }: Look<Row> & { precision?: 'day' } = {},
  ): Column<Row> => ({
    head,
    cell: (row) => <MomentCell timestamp={get(row)} precision={precision} />,
    ...look,
  }),

  /** An Indian day. */
  day: <Row,>(head: string, get: (row: Row) => string, look?: Look<Row>): Column<Row> => ({
    head,
    cell: (row) => <DayCell day={get(row)} />,
    ...look,
  }),

  /** An id with a button that copies it. */
  id: <Row,>(
    head: string,
    get: (row: Row) => string | null | undefined,
    look?: Look<Row>,
  ): Column<Row> => ({
    head,
    cell(row) {
      const id = get(row);
      return id ? <CopyId id={id} /> : <Nothing />;
    },
    ...look,
  }),
};
