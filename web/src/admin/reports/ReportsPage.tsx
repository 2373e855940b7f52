import { ReportReason } from '@sachet/shared/contracts/report';
import { useReports } from '../../api/reports';
import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage } from '../frame/AdminPage';
import { ReadError } from '../frame/ReadError';
import { SelectField } from '../frame/SelectField';
import { useFilters } from '../frame/use-filters';
import { ViewLink } from '../frame/ViewLink';
import { ReportItem } from './ReportItem';

const states = ['open', 'closed'] as const;

/** What people reported as not allowed, with the evidence and the two clocks of the law. */
export function ReportsPage() {
  const { t } = useTranslation();
  const { filters, setFilters } = useFilters(['state', 'reason', 'after']);
  const state = filters.state === 'closed' ? 'closed' : 'open';
  const reason = ReportReason.options.find((each) => each === filters.reason) ?? '';
  const { data, error, mutate } = useReports({ state, reason, after: filters.after });
  const reasons = ReportReason.options.map((value) => ({
    value,
    label: t(`report.reasons.${value}`),
  }));
  return (
    <AdminPage page="reports">
      <p className="text-note text-ink-soft">{t('adminReports.about')}</p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <nav aria-label={t('adminReports.states')} className="flex flex-wrap gap-1.5">
          {states.map((each) => (
            <ViewLink
              key={each}
              to={each === 'open' ? '?' : `?state=${each}`}
              isCurrent={each === state}
            >
              {t(`adminReports.state.${each}`)}
            </ViewLink>
          ))}
        </nav>
        <SelectField
          label={t('report.reason')}
          choices={[{ value: '', label: t('adminReports.allReasons') }, ...reasons]}
          value={reason}
          onChange={(value) => setFilters({ reason: value, after: '' })}
        />
      </div>
      {error && !data && (
        <ReadError
          title={t('adminReports.listFailed')}
          error={error}
          onRetry={() => void mutate()}
        />
      )}
      {!error && !data && <Skeleton className="h-44 w-full" />}
      {data?.reports.length === 0 && (
        <p role="status" className="border-y border-fold py-6 text-ink-soft">
          {t('adminReports.none')}
        </p>
      )}
      {data && data.reports.length > 0 && (
        <ul aria-label={t('admin.reports')} className="grid gap-3">
          {data.reports.map((report) => (
            <ReportItem key={report.reportId} report={report} onChanged={() => mutate()} />
          ))}
        </ul>
      )}
      {data?.next && (
        <button
          type="button"
          onClick={() => setFilters({ after: data.next! })}
          className="min-h-11 justify-self-start font-semibold underline underline-offset-2"
        >
          {t('adminReports.more')}
        </button>
      )}
    </AdminPage>
  );
}
