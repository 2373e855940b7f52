import type { LiabilityPart, TaxMonth } from '@sachet/shared/contracts/admin-documents';
import { FileDown } from 'lucide-react';
import { useId } from 'react';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Money } from '../../../ui/Money';
import { Nothing } from '../../frame/cells';
import { type Column, DataTable } from '../../frame/DataTable';
import type { Exporting } from './GstView';

type Registration = TaxMonth['liabilities'][number];

interface Row {
  readonly part: LiabilityPart | 'due';
  readonly documents: number | null;
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
}

/** These lower the tax that is due. */
const lowering: readonly LiabilityPart[] = ['notes-b2b', 'notes-b2c', 'advances-adjusted'];

const minus = (rupees: number) => (rupees === 0 ? 0 : -rupees);

const toRow = ({
  part,
  documents,
  taxable,
  cgst,
  sgst,
  igst,
}: Registration['parts'][number]): Row =>
  lowering.includes(part)
    ? {
        part,
        documents,
        taxable: minus(taxable),
        cgst: minus(cgst),
        sgst: minus(sgst),
        igst: minus(igst),
      }
    : { part, documents, taxable, cgst, sgst, igst };

/** Sections of a registration's return of a month, the tax that is due, and the files. */
export function Liability({
  of: { gstin, parts, due },
  month,
  exporting,
}: {
  of: Registration;
  month: string;
  exporting: Exporting;
}) {
  const { t } = useTranslation();
  const id = useId();
  const files = [
    ['GSTR-1 JSON', { what: 'gstr-1', format: 'json', month, gstin }],
    ['GSTR-1 CSV', { what: 'gstr-1', format: 'csv', month, gstin }],
    [t('adminGst.eInvoices'), { what: 'e-invoices', month, gstin }],
  ] as const;
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="min-w-0 text-lead font-bold wrap-anywhere">
          {t('adminGst.return')} <span className="tabular-nums">{gstin}</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          {files.map(([name, request]) => (
            <Button
              key={name}
              size="compact"
              look="outline"
              disabled={exporting.busy}
              onClick={() => exporting.request(request)}
            >
              <FileDown aria-hidden className="size-4" />
              {name}
            </Button>
          ))}
        </div>
      </div>
      <DataTable<Row>
        label={`${t('adminGst.return')} ${gstin}`}
        rows={[...parts.map(toRow), { part: 'due', documents: null, ...due }]}
        getKey={({ part }) => part}
        empty={null}
        columns={getColumns(t)}
      />
    </section>
  );
}

function getColumns(t: TFunction): Column<Row>[] {
  const toAmount = (name: 'taxable' | 'cgst' | 'sgst' | 'igst', head: string): Column<Row> => ({
    key: name,
    head,
    align: 'end',
    cell: (row) => <Amount row={row} rupees={row[name]} />,
  });
  return [
    {
      key: 'part',
      head: t('adminGst.part'),
      isTitle: true,
      width: 'w-2/5',
      wraps: true,
      cell: ({ part }) => (
        <span className={part === 'due' ? 'font-bold' : 'md:font-normal'}>
          {t(`adminGst.parts.${part}`)}
        </span>
      ),
    },
    {
      key: 'documents',
      head: t('adminGst.documents'),
      align: 'end',
      from: 'lg',
      cell: ({ documents }) =>
        documents === null ? (
          <Nothing />
        ) : (
          <span className="tabular-nums">{documents.toLocaleString('en-IN')}</span>
        ),
    },
    toAmount('taxable', t('adminGst.taxable')),
    toAmount('cgst', 'CGST'),
    toAmount('sgst', 'SGST'),
    toAmount('igst', 'IGST'),
  ];
}

function Amount({ row, rupees }: { row: Row; rupees: number }) {
  return (
    <Money
      rupees={rupees}
      className={classes(row.part === 'due' ? 'font-bold' : rupees === 0 && 'text-ink-soft')}
    />
  );
}
