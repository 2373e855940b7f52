import type {
  RegisteredDocument,
  RegisterPage,
  RegisterSum,
} from '@sachet/shared/tax/contracts/admin-documents';
import { Download } from 'lucide-react';
import { download } from '../../../api/download';
import { revalidate } from '../../../api/keys';
import { inPages, usePages } from '../../../api/pages';
import { useDownload } from '../../../app/base/use-download';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { Section } from '../../../ui/Section';
import { Skeleton } from '../../../ui/Skeleton';
import { EventLink, Nothing, StateMark } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { ExportButton } from '../../admin/frame/exports';
import { FilterBar } from '../../admin/frame/FilterBar';
import { PagedList } from '../../admin/frame/PagedList';
import { useFilters } from '../../admin/frame/use-filters';
import { EInvoiceAnswers } from './EInvoiceAnswers';

const kinds = [
  'tax-invoice',
  'credit-note',
  'receipt-voucher',
  'refund-voucher',
  'receipt',
] as const;
const recipients = ['registered', 'unregistered'] as const;

/** The reads that have documents. */
const readers = ['/api/admin/tax-month', '/api/admin/documents'];

/** The documents of a month, newest first, with their sums by kind. */
export function Register({
  month,
  gstins,
  given,
}: {
  month: string;
  gstins: readonly string[];
  /** The first page without filters. */
  given: RegisterPage;
}) {
  const { t } = useTranslation();
  const filters = useFilters(['kind', 'gstin', 'recipient'], {
    kind: kinds,
    recipient: recipients,
  });
  const { kind, gstin, recipient } = filters.filters;
  const wanted = {
    month,
    kind: kind || undefined,
    gstin: gstin || undefined,
    recipient: recipient || undefined,
  };
  const list = usePages(
    'GET /api/admin/documents',
    inPages(wanted, ({ id: of }: RegisteredDocument) => of),
    {
      // Without filters the given page is newer than the previous rows.
      keepPreviousData: filters.isFiltered,
      revalidateAll: true,
      given: filters.isFiltered ? undefined : given,
    },
  );
  const sums = list.first?.sums ?? [];
  return (
    <Section
      title={t('adminGst.documents')}
      end={
        <ExportButton request={{ what: 'documents', ...wanted }}>
          {t('adminGst.registerFile')}
        </ExportButton>
      }
    >
      {gstins.length > 0 && <EInvoiceAnswers onStored={() => void revalidate(...readers)} />}
      <FilterBar
        filters={filters}
        fields={[
          {
            name: 'kind',
            label: t('adminGst.kind'),
            all: t('adminGst.allKinds'),
            choices: kinds.map((value) => ({ value, label: t(`bills.kind.${value}`) })),
          },
          {
            name: 'recipient',
            label: t('adminGst.recipient'),
            all: t('adminGst.allRecipients'),
            choices: recipients.map((value) => ({
              value,
              label: t(`adminGst.recipients.${value}`),
            })),
          },
          ...(gstins.length > 1
            ? [
                {
                  name: 'gstin' as const,
                  label: t('common.registration'),
                  all: t('adminGst.allRegistrations'),
                  choices: gstins.map((value) => ({ value, label: value })),
                },
              ]
            : []),
        ]}
      />
      {sums.length > 0 && (
        <DataTable
          label={t('adminGst.sums')}
          rows={kinds.flatMap((each) => sums.filter((sum) => sum.kind === each))}
          columns={getSumColumns(t)}
          getKey={(sum) => sum.kind}
          isStale={list.isStale}
          empty={null}
        />
      )}
      <PagedList
        list={list}
        failed={t('adminGst.registerFailed')}
        empty={t('adminGst.noneFound')}
        end={t('adminGst.end')}
        label={t('adminGst.documents')}
        columns={getColumns(t)}
        getKey={({ number }) => number}
      />
    </Section>
  );
}

/** The places of the filters and the rows, while the month is loading. */
export function RegisterSkeleton() {
  const { t } = useTranslation();
  return (
    <Section title={t('adminGst.documents')} end={<Skeleton className="h-9 w-36" />}>
      <Skeleton className="h-9 w-full max-w-xl" />
      <Skeleton className="h-15 w-full max-w-md" />
      <DataTable
        label={t('adminGst.documents')}
        rows={undefined}
        columns={getColumns(t)}
        getKey={({ number }) => number}
        empty={null}
      />
    </Section>
  );
}

const sumTax = ({ cgst, sgst, igst }: Pick<RegisterSum, 'cgst' | 'sgst' | 'igst'>) =>
  Math.round((cgst + sgst + igst) * 100) / 100;

const getSumColumns = (t: TFunction): Column<RegisterSum>[] => [
  { head: t('adminGst.kind'), isTitle: true, cell: ({ kind }) => t(`bills.kind.${kind}`) },
  column.count(t('adminGst.documents'), ({ documents }) => documents),
  column.money(t('adminGst.discount'), ({ discount }) => discount, { from: 'lg' }),
  column.money(t('adminGst.use.taxable'), ({ taxable }) => taxable),
  column.money('GST', (sum) => sumTax(sum)),
  {
    head: t('adminCommon.total'),
    align: 'end',
    cell: ({ total }) => <Money rupees={total} className="font-semibold" />,
  },
];

const getColumns = (t: TFunction): Column<RegisteredDocument>[] => [
  {
    head: t('studioCommon.number'),
    isTitle: true,
    width: 'w-40',
    cell: ({ number }) => <span className="tabular-nums">{number}</span>,
  },
  column.day(t('adminGst.day'), ({ day }) => day, { width: 'w-28' }),
  { head: t('adminGst.kind'), width: 'w-36', cell: ({ kind }) => t(`bills.kind.${kind}`) },
  {
    head: t('adminGst.recipient'),
    cell: ({ recipient, recipientGstin, walletId }) => (
      <span title={recipientGstin ?? undefined}>
        <EventLink to={paths.ledger({ wallet: walletId })}>{recipient || walletId}</EventLink>
        {recipientGstin && (
          <span className="text-ink-soft tabular-nums max-lg:block"> {recipientGstin}</span>
        )}
      </span>
    ),
  },
  column.money('GST', (document) => sumTax(document), { width: 'w-28', from: 'lg' }),
  {
    head: t('adminCommon.total'),
    align: 'end',
    width: 'w-32',
    cell: ({ total }) => <Money rupees={total} className="font-semibold" />,
  },
  {
    head: t('adminGst.eInvoice'),
    align: 'end',
    width: 'w-28',
    cell: (document) => <EInvoice document={document} />,
  },
];

/** Downloads the e-invoice of a document that has one, until the portal has registered it. */
function EInvoice({
  document: { number, kind, recipientGstin, irn },
}: {
  document: RegisteredDocument;
}) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<string>();
  if (recipientGstin === null || (kind !== 'tax-invoice' && kind !== 'credit-note')) {
    return <Nothing />;
  }
  if (irn !== null) {
    return (
      <span title={irn}>
        <StateMark tone="good">IRN</StateMark>
      </span>
    );
  }
  const name = `e-invoice-${number.replaceAll('/', '-')}.json`;
  return (
    <Button
      size="compact"
      look="outline"
      busy={busy !== null}
      aria-label={t('adminGst.downloadEInvoice', { number })}
      onClick={() =>
        void start(number, () => download('GET /api/admin/documents/e-invoice', { number }, name))
      }
    >
      {busy === null && <Download aria-hidden className="size-4" />}
      JSON
    </Button>
  );
}
