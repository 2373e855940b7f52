import {
  type ContentReport,
  ReportNames,
  ReportReason,
} from '@sachet/shared/moderation/contracts/report';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { AdminPage, ViewLink } from '../../admin/frame/AdminPage';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { NoRows } from '../../admin/frame/DataTable';
import { CompactField } from '../../admin/frame/fields';
import { useFilters } from '../../admin/frame/use-filters';
import { ChoiceBox, ReportItem } from './ReportItem';

const states = ['open', 'closed'] as const;

/** Reported content, with its evidence and the two legal deadlines. */
export function ReportsPage() {
  const { t } = useTranslation();
  const { filters, setFilters } = useFilters(['state', 'reason', 'names', 'after']);
  const state = filters.state === 'closed' ? 'closed' : 'open';
  const reason = ReportReason.options.find((each) => each === filters.reason) ?? '';
  const names = ReportNames.options.find((each) => each === filters.names) ?? '';
  const read = useApi('GET /api/admin/reports', { state, reason, names, after: filters.after });
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
            compact
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
            compact
            label={t('report.reason')}
            choices={[{ value: '', label: t('adminReports.allReasons') }, ...reasons]}
            value={reason}
            onChange={(value) => setFilters({ reason: value, after: '' })}
          />
        </div>
      </div>
      <Loaded
        compact
        read={read}
        failed={t('adminReports.listFailed')}
        loading={<Skeleton className="h-44 w-full" />}
      >
        {({ items: reports, next }) => (
          <>
            {reports.length === 0 ? (
              <NoRows>{t('adminReports.none')}</NoRows>
            ) : (
              <ReportList
                reports={reports}
                isOpen={state === 'open'}
                onChanged={() => read.mutate()}
              />
            )}
            {next && (
              <button
                type="button"
                onClick={() => setFilters({ after: next })}
                className="min-h-11 justify-self-start font-semibold underline underline-offset-2"
              >
                {t('adminReports.more')}
              </button>
            )}
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** Open reports can be selected and dismissed together. */
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
  // Reports that are no longer in the list cannot be selected.
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

/** Closes all selected reports with one note. Sticks to the lower edge while a report is selected. */
function DismissMany({
  reports,
  onClear,
  onChanged,
}: {
  reports: readonly ContentReport[];
  onClear: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const [typed, setTyped] = useState('');
  const note = typed.trim();
  const number = reports.length;
  const named = reports.filter(({ evidence }) => evidence !== null).length;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (note === '') return;
    let dismissed = 0;
    ask({
      question: (
        <>
          <p>{t('adminReports.confirmMany', { number })}</p>
          {named > 0 && (
            <p className="rounded-lg bg-vermilion-wash px-3 py-2 font-semibold text-vermilion">
              {t('adminReports.manyNamed', { number: named })}
            </p>
          )}
          <p className="font-semibold wrap-anywhere">{note}</p>
        </>
      ),
      steps: [
        {
          act: async () => {
            const reportIds = reports.map(({ reportId }) => reportId);
            const body = { reportIds, note };
            ({ dismissed } = await api('POST /api/admin/reports/dismiss', { body }));
          },
          failed: t('adminReports.actFailed'),
        },
      ],
      done: () => t('adminReports.dismissedMany', { number: dismissed }),
      onDone: () => {
        setTyped('');
        onClear();
      },
    });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={t('adminReports.dismissMany', { number })}
      className="lower-bar z-20 -mx-4 grid gap-2 border-t border-edge/60 bg-paper px-4 py-2.5 sm:-mx-6 sm:px-6"
    >
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <CompactField
            label={t('adminReports.noteForAll', { number })}
            maxLength={1000}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Button size="compact" look="plain" onClick={onClear}>
          {t('adminReports.clear')}
        </Button>
        <Button size="compact" type="submit" disabled={note === ''}>
          {t('adminReports.dismissMany', { number })}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
