import { LiabilityPart, type TaxMonth } from '@sachet/shared/tax/contracts/admin-documents';
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
import { Register, RegisterSkeleton } from './Register';

/** A month's GST: what is due, whether its documents agree with the ledger, and the documents. */
export function GstView() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters } = useFilters(['month']);
  // By default the month whose return is due.
  const month = monthPattern.test(filters.month) ? filters.month : lastIstMonths(now, 2)[0]!;
  const read = useApi('GET /api/admin/tax-month', { month }, { keepPreviousData: true });
  const isStale = read.data !== undefined && read.data.month !== month;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <p className="max-w-prose text-note text-pretty text-ink-soft">{t('adminGst.about')}</p>
        <CompactField
          className="w-full sm:w-52"
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
        // The previous month stays only while the new one is loading.
        hidesOld={isStale}
        loading={<Month month={month} data={null} />}
      >
        {(data) => (
          <div
            aria-busy={isStale || undefined}
            className={classes('grid grid-cols-1 gap-6', isStale && 'opacity-60')}
          >
            <Month month={data.month} data={data} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

/** While the data is loading, each part already has its place and its size. */
function Month({ month, data }: { month: string; data: TaxMonth | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const liabilities = data ? data.liabilities : [null];
  return (
    <>
      {/* Without a registration there is no return: on a phone, nothing that is on the screen moves up. */}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-6 max-xl:order-last">
          {liabilities.length === 0 && (
            <NoRows>{t('adminGst.none', { month: formatMonth(month, language) })}</NoRows>
          )}
          {liabilities.map((liability) => (
            <Liability key={liability?.gstin ?? ''} of={liability} month={month} />
          ))}
        </div>
        <Use month={month} use={data?.use ?? null} />
      </div>
      {data ? (
        <Register
          key={month}
          month={month}
          gstins={data.liabilities.map(({ gstin }) => gstin)}
          given={data.documents}
        />
      ) : (
        <RegisterSkeleton />
      )}
    </>
  );
}

type Registration = TaxMonth['liabilities'][number];

interface Row {
  readonly part: LiabilityPart | 'due';
  readonly documents: number | null;
  /** The amounts are null while they are loading. */
  readonly taxable: number | null;
  readonly cgst: number | null;
  readonly sgst: number | null;
  readonly igst: number | null;
}

const loadingRows: Row[] = [...LiabilityPart.options, 'due' as const].map((part) => ({
  part,
  documents: null,
  taxable: null,
  cgst: null,
  sgst: null,
  igst: null,
}));

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
function Liability({ of, month }: { of: Registration | null; month: string }) {
  const { t } = useTranslation();
  const gstin = of?.gstin ?? '';
  const rows: Row[] = of
    ? [...of.parts.map(toRow), { part: 'due', documents: null, ...of.due }]
    : loadingRows;
  return (
    <Section
      title={
        <>
          {t('adminGst.return')}{' '}
          {of ? (
            <span className="tabular-nums">{gstin}</span>
          ) : (
            <Skeleton className="inline-block h-5 w-40 align-middle" />
          )}
        </>
      }
      end={of ? <Files gstin={gstin} month={month} /> : <Skeleton className="h-9 w-96" />}
    >
      <DataTable<Row>
        label={`${t('adminGst.return')} ${gstin}`}
        rows={rows}
        getKey={({ part }) => part}
        empty={null}
        columns={getColumns(t)}
      />
    </Section>
  );
}

/** The files of a registration's return of a month. */
function Files({ gstin, month }: { gstin: string; month: string }) {
  const { t } = useTranslation();
  const files = [
    ['GSTR-1 JSON', { what: 'gstr-1', format: 'json', month, gstin }],
    ['GSTR-1 CSV', { what: 'gstr-1', format: 'csv', month, gstin }],
    [t('adminGst.eInvoices'), { what: 'e-invoices', month, gstin }],
  ] as const;
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(([name, request]) => (
        <ExportButton key={name} request={request}>
          {name}
        </ExportButton>
      ))}
    </div>
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

function Amount({ row, rupees }: { row: Row; rupees: number | null }) {
  if (rupees === null) return <Skeleton className="ml-auto h-4 w-16" />;
  return (
    <Money
      rupees={rupees}
      className={classes(row.part === 'due' ? 'font-bold' : rupees === 0 && 'text-ink-soft')}
    />
  );
}

/** Compares the documents about a month's use with the ledger. */
function Use({ month, use }: { month: string; use: TaxMonth['use'] | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = (name: 'taxable' | 'tax' | 'discount' | 'notInvoiced' | 'unregistered') => ({
    name: t(`adminGst.use.${name}`),
    sign: name === 'taxable' ? ('' as const) : ('+' as const),
    rupees: use && use[name],
    to: null,
  });
  return (
    <div className="grid grid-cols-1 gap-3 max-xl:max-w-xl">
      <Statement
        title={t('adminGst.use.title', { month: formatMonth(month, language) })}
        lines={(['taxable', 'tax', 'discount', 'notInvoiced', 'unregistered'] as const).map(line)}
        result={{
          name: t('adminGst.use.used'),
          sign: '=',
          rupees: use && use.used,
          to: null,
        }}
      />
      {use ? (
        <Agreement difference={use.difference} revenue={use.revenue} />
      ) : (
        <div aria-hidden className="grid animate-breathe gap-3 rounded bg-sunk *:invisible">
          <Agreement difference={0} revenue={0} />
        </div>
      )}
    </div>
  );
}

function Agreement({ difference, revenue }: { difference: number; revenue: number }) {
  const { t } = useTranslation();
  const agrees = difference === 0;
  const amount = formatRupees(Math.abs(difference));
  return (
    <>
      <p role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-note">
        <StateMark tone={agrees ? 'good' : 'bad'}>
          {t(agrees ? 'adminSettlements.agrees' : 'adminSettlements.differs')}
        </StateMark>
        <span
          className={agrees ? 'flex-1 basis-60' : 'flex-1 basis-60 font-semibold text-vermilion'}
        >
          {agrees
            ? t('adminGst.use.agrees')
            : t(difference > 0 ? 'adminGst.use.more' : 'adminGst.use.less', { amount })}
        </span>
      </p>
      <p className="text-note text-ink-soft">
        {t('adminGst.use.revenue', { amount: formatRupees(revenue) })} {t('adminGst.use.hint')}
      </p>
    </>
  );
}
