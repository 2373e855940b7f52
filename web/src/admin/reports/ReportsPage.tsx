import { type ContentReport, ReportNames, ReportReason } from '@sachet/shared/contracts/report';
import { useState } from 'react';
import { useReports } from '../../api/reports';
import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage, ViewLink } from '../frame/AdminPage';
import { ReadError } from '../frame/ReadError';
import { SelectField } from '../frame/fields';
import { useFilters } from '../frame/use-filters';
import { ChoiceBox } from './ChoiceBox';
import { DismissMany } from './DismissMany';
import { ReportItem } from './ReportItem';

const states = ['open', 'closed'] as const;

/** What people reported as not allowed, with the evidence and the two clocks of the law. */
export function ReportsPage() {
  const { t } = useTranslation();
  const { filters, setFilters } = useFilters(['state', 'reason', 'names', 'after']);
  const state = filters.state === 'closed' ? 'closed' : 'open';
  const reason = ReportReason.options.find((each) => each === filters.reason) ?? '';
  const names = ReportNames.options.find((each) => each === filters.names) ?? '';
  const { data, error, mutate } = useReports({ state, reason, names, after: filters.after });
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
        <div className="flex flex-wrap gap-3">
          <SelectField
            label={t('adminReports.what')}
            choices={[
              { value: '', label: t('adminReports.allNames') },
              ...ReportNames.options.map((value) => ({
                value,
                label: t(`adminReports.named.${value}`),
              })),
            ]}
            value={names}
            onChange={(value) => setFilters({ names: value, after: '' })}
          />
          <SelectField
            label={t('report.reason')}
            choices={[{ value: '', label: t('adminReports.allReasons') }, ...reasons]}
            value={reason}
            onChange={(value) => setFilters({ reason: value, after: '' })}
          />
        </div>
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
        <ReportList reports={data.reports} isOpen={state === 'open'} onChanged={() => mutate()} />
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

/** Open ones can be chosen and dismissed together. */
function ReportList({
  reports,
  isOpen,
  onChanged,
}: {
  reports: ContentReport[];
  isOpen: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  // A report that is no longer shown is no longer chosen.
  const chosen = isOpen ? reports.filter(({ reportId }) => chosenIds.has(reportId)) : [];

  function choose(reportId: string, isChosen: boolean) {
    const ids = new Set(chosen.map((each) => each.reportId));
    if (isChosen) ids.add(reportId);
    else ids.delete(reportId);
    setChosenIds(ids);
  }

  return (
    <>
      {isOpen && (
        <div className="text-note font-semibold">
          <ChoiceBox
            checked={chosen.length === reports.length}
            isMixed={chosen.length > 0 && chosen.length < reports.length}
            onChange={(all) =>
              setChosenIds(new Set(all ? reports.map(({ reportId }) => reportId) : []))
            }
          >
            {t('adminReports.chooseAll', { number: reports.length })}
          </ChoiceBox>
        </div>
      )}
      <ul aria-label={t('admin.reports')} className="grid gap-3">
        {reports.map((report) => (
          <ReportItem
            key={report.reportId}
            report={report}
            {...(isOpen && {
              choice: {
                isChosen: chosenIds.has(report.reportId),
                onChoose: (isChosen: boolean) => choose(report.reportId, isChosen),
              },
            })}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {chosen.length > 0 && (
        <DismissMany
          reports={chosen}
          onClear={() => setChosenIds(new Set())}
          onChanged={onChanged}
        />
      )}
    </>
  );
}
