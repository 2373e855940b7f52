import {
  type ContentReport,
  ReportNames,
  ReportReason,
} from '@sachet/shared/moderation/contracts/report';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client';
import { inPages, usePages } from '../../../api/pages';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { Notice } from '../../../ui/Notice';
import { column } from '../../admin/frame/columns';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { CompactField } from '../../admin/frame/fields';
import { FilterBar } from '../../admin/frame/FilterBar';
import { ListPage } from '../../admin/frame/ListPage';
import { useFilters } from '../../admin/frame/use-filters';
import { useView, ViewLinks } from '../../admin/frame/views';
import { ReportItem, ReportState } from './ReportItem';

const states = ['open', 'closed'] as const;

/** Reported content, with its evidence and the two legal deadlines. */
export function ReportsPage() {
  const { t } = useTranslation();
  const state = useView('state', states);
  const filters = useFilters(['reason', 'names'], {
    reason: ReportReason.options,
    names: ReportNames.options,
  });
  const list = useReports({ state, ...filters.filters });
  return (
    <ListPage
      page="reports"
      about={t('adminReports.about')}
      views={
        <ViewLinks label={t('adminReports.states')} name="state" views={states}>
          {(view) => t(`adminReports.state.${view}`)}
        </ViewLinks>
      }
      filterBar={
        <FilterBar
          filters={filters}
          fields={[
            {
              name: 'names',
              label: t('adminReports.what'),
              all: t('adminReports.allNames'),
              choices: ReportNames.options.map((value) => ({
                value,
                label: t(`adminReports.named.${value}`),
              })),
            },
            {
              name: 'reason',
              label: t('studioCommon.reason'),
              all: t('adminReports.allReasons'),
              choices: ReportReason.options.map((value) => ({
                value,
                label: t(`report.reasons.${value}`),
              })),
            },
          ]}
        />
      }
      list={list}
      failed={t('adminReports.listFailed')}
      filters={filters}
      empty={
        <EmptyState compact title={t(`adminReports.none.${state}`)}>
          {t(`adminReports.noneText.${state}`)}
        </EmptyState>
      }
    >
      {(reports) => (
        <ReportList reports={reports} isOpen={state === 'open'} onChanged={list.revalidate} />
      )}
    </ListPage>
  );
}

/** Loads pages of reports: open ones oldest first, closed ones newest first. */
const useReports = (filter: { state: (typeof states)[number]; reason: string; names: string }) =>
  usePages(
    'GET /api/admin/reports',
    inPages(filter, ({ reportId }: ContentReport) => reportId),
    { revalidateAll: true },
  );

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
  const [toggled, setToggled] = useState<readonly string[]>([]);
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
      {isOpen && reports.length > 1 && (
        <label className="inline-flex items-center gap-1.5 text-note font-semibold pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={chosen.length === reports.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && chosen.length < reports.length;
            }}
            onChange={({ target }) =>
              setChosenIds(new Set(target.checked ? reports.map(({ reportId }) => reportId) : []))
            }
            className="size-4 accent-ink"
          />
          {t('adminReports.chooseAll', { number: reports.length })}
        </label>
      )}
      <DataTable
        label={t('admin.reports')}
        rows={reports}
        columns={[
          ...(isOpen ? [getChoice(t, (reportId) => chosenIds.has(reportId), choose)] : []),
          ...getColumns(t),
        ]}
        getKey={({ reportId }) => reportId}
        empty=""
        details={{
          // If there is only one report, it is open initially.
          isOpen: ({ reportId }) => toggled.includes(reportId) !== (reports.length === 1),
          onToggle: ({ reportId }) =>
            setToggled(
              toggled.includes(reportId)
                ? toggled.filter((each) => each !== reportId)
                : [...toggled, reportId],
            ),
          of: getDetails(onChanged),
        }}
      />
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

const getDetails = (onChanged: () => Promise<unknown>) =>
  function showReport(report: ContentReport) {
    return <ReportItem report={report} onChanged={onChanged} />;
  };

function getChoice(
  t: TFunction,
  isChosen: (reportId: string) => boolean,
  onChoose: (reportId: string, isChosen: boolean) => void,
): Column<ContentReport> {
  return {
    head: '',
    width: 'w-10',
    inCorner: true,
    cell: ({ reportId, reason }) => (
      <input
        type="checkbox"
        checked={isChosen(reportId)}
        onChange={({ target }) => onChoose(reportId, target.checked)}
        aria-label={`${t(`report.reasons.${reason}`)} ${reportId}`}
        className="relative z-10 size-4 accent-ink"
      />
    ),
  };
}

function getColumns(t: TFunction): Column<ContentReport>[] {
  return [
    {
      head: t('studioCommon.reason'),
      isTitle: true,
      wraps: true,
      cell: ({ reason }) => t(`report.reasons.${reason}`),
    },
    {
      head: t('adminReports.what'),
      wraps: true,
      cell: ({ about }) => about || t('adminReports.erased'),
    },
    column.moment(t('adminReports.came'), ({ createdAt }) => createdAt, { width: 'w-44' }),
    {
      head: t('adminCommon.state'),
      width: 'w-64',
      wraps: true,
      cell: (report) => <ReportState report={report} />,
    },
  ];
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
          failed: t('adminCommon.actionFailed'),
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
