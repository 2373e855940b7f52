import type { ExportRequest } from '@sachet/shared/contracts/admin-exports';
import type { TaxMonth } from '@sachet/shared/contracts/admin-documents';
import { istMonth, lastIstMonths } from '@sachet/shared/ledger/calendar';
import { formatRupees } from '@sachet/shared/money';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/Loaded';
import { useLanguage } from '../../../i18n/language';
import { formatMonth } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../paths';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { StateMark } from '../../frame/cells';
import { useAdminAction } from '../../frame/confirm';
import { NoRows } from '../../frame/DataTable';
import { CompactField } from '../../frame/fields';
import { useFilters } from '../../frame/use-filters';
import { Statement } from '../Statement';
import { Liability } from './Liability';
import { Register } from './Register';

const isMonth = (text: string) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);

/** A month's GST: what is due, whether its documents agree with the ledger, and the documents. */
export function GstView() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters } = useFilters(['month', 'kind', 'gstin', 'recipient']);
  // By default the month whose return is due.
  const month = isMonth(filters.month) ? filters.month : lastIstMonths(now, 2)[0]!;
  const read = useApi('GET /api/admin/tax-month', { month });
  const exporting = useExport();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-prose text-note text-ink-soft">{t('adminGst.about')}</p>
      <div className="w-full max-w-56">
        <CompactField
          label={t('adminGst.month')}
          type="month"
          required
          max={istMonth(now)}
          value={month}
          onChange={(chosen) => setFilters({ month: chosen })}
        />
      </div>
      <Notice role="alert" tone="bad" compact>
        {exporting.error}
      </Notice>
      <Loaded
        compact
        read={read}
        failed={t('adminGst.failed')}
        loading={<Skeleton className="h-72 w-full" />}
      >
        {(data) => <Month key={data.month} data={data} exporting={exporting} />}
      </Loaded>
      <Register
        key={month}
        filter={{ ...filters, month }}
        gstins={read.data?.liabilities.map(({ gstin }) => gstin) ?? []}
        onFilter={setFilters}
        exporting={exporting}
      />
    </div>
  );
}

export interface Exporting {
  readonly error: string | null;
  readonly busy: boolean;
  request(body: ExportRequest): void;
}

/** Requests a file from the worker, then shows the exports page with its progress. */
function useExport(): Exporting {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { error, busy, run } = useAdminAction(async (body: ExportRequest) => {
    await api('POST /api/admin/exports', { body });
    void navigate(paths.adminExports);
  }, t('adminExports.requestFailed'));
  return { error, busy, request: (body) => void run(body) };
}

function Month({ data, exporting }: { data: TaxMonth; exporting: Exporting }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { month, liabilities } = data;
  return (
    <>
      {liabilities.length === 0 && (
        <NoRows>{t('adminGst.none', { month: formatMonth(month, language) })}</NoRows>
      )}
      {liabilities.map((liability) => (
        <Liability key={liability.gstin} of={liability} month={month} exporting={exporting} />
      ))}
      <Use data={data} />
    </>
  );
}

/** Compares the documents about a month's use with the ledger's revenue of that month. */
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
    <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3">
      <Statement
        title={t('adminGst.use.title', { month: formatMonth(month, language) })}
        lines={(['taxable', 'tax', 'discount', 'notInvoiced', 'unregistered'] as const).map(line)}
        result={{
          name: t('adminGst.use.revenue'),
          sign: '=',
          rupees: use.revenue,
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
      <p className="text-note text-ink-soft">{t('adminGst.use.hint')}</p>
    </div>
  );
}
