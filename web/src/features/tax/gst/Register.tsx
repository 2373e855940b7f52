import type { RegisteredDocument, RegisterSum } from '@sachet/shared/tax/contracts/admin-documents';
import { Download, FileDown } from 'lucide-react';
import { useId } from 'react';
import { download } from '../../../api/download';
import { inPages, usePages } from '../../../api/pages';
import { useDownload } from '../../../app/base/use-download';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Money } from '../../../ui/Money';
import { DayCell, EventLink, Nothing, StateMark } from '../../admin/frame/cells';
import { type Column, DataTable, MoreRows } from '../../admin/frame/DataTable';
import { EInvoiceAnswers } from './EInvoiceAnswers';
import type { Exporting } from './GstView';

const kinds = [
  'tax-invoice',
  'credit-note',
  'receipt-voucher',
  'refund-voucher',
  'receipt',
] as const;
const recipients = ['registered', 'unregistered'] as const;

interface Filter {
  readonly month: string;
  /** An empty text does not filter. */
  readonly kind: string;
  readonly gstin: string;
  readonly recipient: string;
}

/** The documents of a month, newest first, with their sums by kind. */
export function Register({
  filter,
  gstins,
  onFilter,
  exporting,
}: {
  filter: Filter;
  gstins: readonly string[];
  onFilter: (change: Partial<Omit<Filter, 'month'>>) => void;
  exporting: Exporting;
}) {
  const { t } = useTranslation();
  const id = useId();
  const wanted = {
    month: filter.month,
    kind: kinds.find((kind) => kind === filter.kind),
    gstin: filter.gstin || undefined,
    recipient: recipients.find((recipient) => recipient === filter.recipient),
  };
  const list = usePages(
    'GET /api/admin/documents',
    inPages(wanted, ({ id: of }: RegisteredDocument) => of),
    { keepPreviousData: true, revalidateAll: true },
  );
  const sums = list.first?.sums ?? [];
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lead font-bold">
          {t('adminGst.register')}
        </h2>
        <Button
          size="compact"
          look="outline"
          disabled={exporting.busy}
          onClick={() => exporting.request({ what: 'documents', ...wanted })}
        >
          <FileDown aria-hidden className="size-4" />
          {t('adminGst.registerFile')}
        </Button>
      </div>
      {gstins.length > 0 && <EInvoiceAnswers onStored={() => void list.revalidate()} />}
      <div className="grid items-start gap-2 sm:grid-cols-3 md:flex md:flex-wrap">
        <SelectField
          compact
          className="md:w-52"
          label={t('adminGst.kind')}
          value={wanted.kind ?? ''}
          onChange={(kind) => onFilter({ kind })}
          choices={[
            { value: '', label: t('adminGst.allKinds') },
            ...kinds.map((value) => ({ value, label: t(`bills.kind.${value}`) })),
          ]}
        />
        <SelectField
          compact
          className="md:w-52"
          label={t('adminGst.recipient')}
          value={wanted.recipient ?? ''}
          onChange={(recipient) => onFilter({ recipient })}
          choices={[
            { value: '', label: t('adminGst.allRecipients') },
            ...recipients.map((value) => ({ value, label: t(`adminGst.recipients.${value}`) })),
          ]}
        />
        {gstins.length > 1 && (
          <SelectField
            compact
            className="md:w-52"
            label={t('adminGst.registration')}
            value={gstins.find((gstin) => gstin === filter.gstin) ?? ''}
            onChange={(gstin) => onFilter({ gstin })}
            choices={[
              { value: '', label: t('adminGst.allRegistrations') },
              ...gstins.map((value) => ({ value, label: value })),
            ]}
          />
        )}
      </div>
      {sums.length > 0 && (
        <DataTable
          label={t('adminGst.sums')}
          rows={kinds.flatMap((kind) => sums.filter((sum) => sum.kind === kind))}
          columns={getSumColumns(t)}
          getKey={({ kind }) => kind}
          isStale={list.isStale}
          empty={null}
        />
      )}
      <DataTable
        label={t('adminGst.register')}
        rows={list.rows}
        columns={getColumns(t)}
        getKey={({ number }) => number}
        error={list.error}
        failed={t('adminGst.registerFailed')}
        onRetry={() => list.revalidate()}
        isStale={list.isStale}
        empty={t('adminGst.noneFound')}
      />
      {list.rows && list.rows.length > 0 && (
        <MoreRows pages={list} failed={t('adminGst.registerFailed')} end={t('adminGst.end')} />
      )}
    </section>
  );
}

const sumTax = ({ cgst, sgst, igst }: Pick<RegisterSum, 'cgst' | 'sgst' | 'igst'>) =>
  Math.round((cgst + sgst + igst) * 100) / 100;

const getSumColumns = (t: TFunction): Column<RegisterSum>[] => [
  {
    key: 'kind',
    head: t('adminGst.kind'),
    isTitle: true,
    cell: ({ kind }) => t(`bills.kind.${kind}`),
  },
  {
    key: 'documents',
    head: t('adminGst.documents'),
    align: 'end',
    cell: ({ documents }) => (
      <span className="tabular-nums">{documents.toLocaleString('en-IN')}</span>
    ),
  },
  {
    key: 'discount',
    head: t('adminGst.discount'),
    align: 'end',
    from: 'lg',
    cell: ({ discount }) => <Money rupees={discount} />,
  },
  {
    key: 'taxable',
    head: t('adminGst.taxable'),
    align: 'end',
    cell: ({ taxable }) => <Money rupees={taxable} />,
  },
  { key: 'tax', head: 'GST', align: 'end', cell: (sum) => <Money rupees={sumTax(sum)} /> },
  {
    key: 'total',
    head: t('adminGst.total'),
    align: 'end',
    cell: ({ total }) => <Money rupees={total} className="font-semibold" />,
  },
];

const getColumns = (t: TFunction): Column<RegisteredDocument>[] => [
  {
    key: 'number',
    head: t('adminGst.number'),
    isTitle: true,
    width: 'w-40',
    cell: ({ number }) => <span className="tabular-nums">{number}</span>,
  },
  { key: 'day', head: t('adminGst.day'), width: 'w-28', cell: ({ day }) => <DayCell day={day} /> },
  {
    key: 'kind',
    head: t('adminGst.kind'),
    width: 'w-36',
    cell: ({ kind }) => t(`bills.kind.${kind}`),
  },
  {
    key: 'recipient',
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
  {
    key: 'tax',
    head: 'GST',
    align: 'end',
    width: 'w-28',
    from: 'lg',
    cell: (document) => <Money rupees={sumTax(document)} />,
  },
  {
    key: 'total',
    head: t('adminGst.total'),
    align: 'end',
    width: 'w-32',
    cell: ({ total }) => <Money rupees={total} className="font-semibold" />,
  },
  {
    key: 'file',
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
