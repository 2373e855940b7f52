import type { LiabilityPart, TaxMonth } from '@sachet/shared/tax/contracts/admin-documents';
import { istMonth, lastIstMonths, monthPattern } from '@sachet/shared/time';
import { formatRupees } from '@sachet/shared/money';
import { useState } from 'react';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useLanguage } from '../../../i18n/language';
import { formatMonth } from '../../../i18n/time';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import { StateMark } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable, NoRows } from '../../admin/frame/DataTable';
import { ExportButton } from '../../admin/frame/exports';
import { CompactField } from '../../admin/frame/fields';
import { useFilters } from '../../admin/frame/use-filters';
import { Statement } from '../../admin/frame/Statement';
import { Register } from './Register';

/** A month's GST: what is due, whether its documents agree with the ledger, and the documents. */
export function GstView() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters } = useFilters(['month']);
  // By default the month whose return is due.
  const month = monthPattern.test(filters.month) ? filters.month : lastIstMonths(now, 2)[0]!;
  const read = useApi('GET /api/admin/tax-month', { month });
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-prose text-note text-ink-soft">{t('adminGst.about')}</p>
      <div className="w-full max-w-56">
        <CompactField
          label={t('studioCommon.month')}
          type="month"
          required
          max={istMonth(now)}
          value={month}
          onChange={(chosen) => setFilters({ month: chosen })}
        />
      </div>
      <Loaded
        compact
        read={read}
        failed={t('adminGst.failed')}
        loading={<Skeleton className="h-72 w-full" />}
      >
        {(data) => <Month key={data.month} data={data} />}
      </Loaded>
      <Register
        key={month}
        month={month}
        gstins={read.data?.liabilities.map(({ gstin }) => gstin) ?? []}
      />
    </div>
  );
}

function Month({ data }: { data: TaxMonth }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { month, liabilities } = data;
  return (
    <>
      {liabilities.length === 0 && (
        <NoRows>{t('adminGst.none', { month: formatMonth(month, language) })}</NoRows>
      )}
      {liabilities.map((liability) => (
        <Liability key={liability.gstin} of={liability} month={month} />
      ))}
      <Use data={data} />
    </>
  );
}

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
function Liability({ of: { gstin, parts, due }, month }: { of: Registration; month: string }) {
  const { t } = useTranslation();
  const files = [
    ['GSTR-1 JSON', { what: 'gstr-1', format: 'json', month, gstin }],
    ['GSTR-1 CSV', { what: 'gstr-1', format: 'csv', month, gstin }],
    [t('adminGst.eInvoices'), { what: 'e-invoices', month, gstin }],
  ] as const;
  return (
    <Section
      title={
        <>
          {t('adminGst.return')} <span className="tabular-nums">{gstin}</span>
        </>
      }
      end={
        <div className="flex flex-wrap gap-2">
          {files.map(([name, request]) => (
            <ExportButton key={name} request={request}>
              {name}
            </ExportButton>
          ))}
        </div>
      }
    >
      <DataTable<Row>
        label={`${t('adminGst.return')} ${gstin}`}
        rows={[...parts.map(toRow), { part: 'due', documents: null, ...due }]}
        getKey={({ part }) => part}
        empty={null}
        columns={getColumns(t)}
      />
    </Section>
  );
}

function getColumns(t: TFunction): Column<Row>[] {
  const toAmount = (name: 'taxable' | 'cgst' | 'sgst' | 'igst', head: string): Column<Row> => ({
    head,
    align: 'end',
    cell: (row) => <Amount row={row} rupees={row[name]} />,
  });
  return [
    {
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
    column.count(t('adminGst.documents'), ({ documents }) => documents, { from: 'lg' }),
    toAmount('taxable', t('adminGst.use.taxable')),
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

/** Compares the documents about a month's use with the ledger. */
function Use({ data: { month, use } }: { data: TaxMonth }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = (name: 'taxable' | 'tax' | 'discount' | 'notInvoiced' | 'unregistered') => ({
    name: t(`adminGst.use.${name}`),
    sign: name === 'taxable' ? ('' as const) : ('+' as const),
    rupees: use[name],
    to: null,
  });
  const agrees = use.difference === 0;
  const amount = formatRupees(Math.abs(use.difference));
  return (
    <div className="grid max-w-xl grid-cols-1 gap-3">
      <Statement
        title={t('adminGst.use.title', { month: formatMonth(month, language) })}
        lines={(['taxable', 'tax', 'discount', 'notInvoiced', 'unregistered'] as const).map(line)}
        result={{
          name: t('adminGst.use.used'),
          sign: '=',
          rupees: use.used,
          to: null,
        }}
      />
      <p role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-note">
        <StateMark tone={agrees ? 'good' : 'bad'}>
          {t(agrees ? 'adminSettlements.agrees' : 'adminSettlements.differs')}
        </StateMark>
        <span
          className={agrees ? 'flex-1 basis-60' : 'flex-1 basis-60 font-semibold text-vermilion'}
        >
          {agrees
            ? t('adminGst.use.agrees')
            : t(use.difference > 0 ? 'adminGst.use.more' : 'adminGst.use.less', { amount })}
        </span>
      </p>
      <p className="text-note text-ink-soft">
        {t('adminGst.use.revenue', { amount: formatRupees(use.revenue) })} {t('adminGst.use.hint')}
      </p>
    </div>
  );
}
