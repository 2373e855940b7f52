import type {
  SettlementRange,
  SettlementsResponse,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { useState } from 'react';
import { api } from '../../../api/client';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { MomentCell, StateMark } from '../../admin/frame/cells';
import { useAdminAction } from '../../admin/frame/confirm';
import { column } from '../../admin/frame/columns';
import type { Column } from '../../admin/frame/DataTable';
import { ShortTable } from '../../admin/frame/ShortTable';
import { toDays } from '../../admin/frame/day-range';

type Day = SettlementsResponse['days'][number];
type Row = { day: string; report: Day | null; state: ReportState };

/**
 * Shows the gateway's report of each day: whether it is complete, and when it will be read next. Final
 * reports are hidden initially.
 */
export function Reports({
  range,
  read,
  unread,
  onRequested,
  error,
  onRetry,
}: {
  range: SettlementRange;
  /** undefined while the reports load. */
  read: (SettlementsResponse & { readAtMs: number }) | undefined;
  /** Days whose reports this page requested and that no import has read since. */
  unread: readonly string[];
  onRequested: () => void;
  error: unknown;
  onRetry: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const rows = read && toRows(range, read, unread);
  const changing = rows?.filter(({ state }) => state !== 'final');
  return (
    <>
      <ReadAgain range={range} left={unread.length} onRequested={onRequested} />
      <ShortTable
        atFirst={isWhole ? Infinity : 5}
        label={t('adminSettlements.reports')}
        rows={isWhole ? rows : changing}
        columns={getColumns(t)}
        getKey={({ day }) => day}
        error={error}
        failed={t('adminSettlements.importsFailed')}
        onRetry={onRetry}
        empty={t('adminSettlements.allComplete')}
      />
      {rows && changing && !isWhole && changing.length < rows.length && (
        <Button
          size="compact"
          look="outline"
          className="justify-self-center"
          onClick={() => setIsWhole(true)}
        >
          {t('adminSettlements.showComplete', { number: rows.length - changing.length })}
        </Button>
      )}
    </>
  );
}

function toRows(
  range: SettlementRange,
  { days, readAtMs }: SettlementsResponse & { readAtMs: number },
  unread: readonly string[],
): Row[] {
  const reports = new Map(days.map((report) => [report.day, report]));
  return toDays(range).map((day) => {
    const report = reports.get(day) ?? null;
    return { day, report, state: getReportState(report, readAtMs, unread.includes(day)) };
  });
}

/** Requests new reports. The worker reads them later, so the response only confirms the request. */
function ReadAgain({
  range,
  left,
  onRequested,
}: {
  range: SettlementRange;
  left: number;
  onRequested: () => void;
}) {
  const { t } = useTranslation();
  const number = toDays(range).length;
  const request = useAdminAction(async () => {
    await api('POST /api/admin/settlements/import', { body: range });
    onRequested();
  }, t('adminSettlements.readFailed'));

  return (
    <div className="grid gap-2 text-note">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="compact"
          look="outline"
          busy={request.busy || left > 0}
          onClick={() => void request.run()}
        >
          {t('adminSettlements.readAgain', { number })}
        </Button>
        <p role="status" className="min-w-0 flex-1 basis-60 text-ink-soft">
          {left > 0
            ? t('adminSettlements.underWay', { number: left })
            : t('adminSettlements.readAgainHint')}
        </p>
      </div>
      <Notice role="alert" tone="bad" compact>
        {request.error}
      </Notice>
    </div>
  );
}

const tones: Record<ReportState, 'plain' | 'good' | 'bad'> = {
  unread: 'plain',
  reading: 'plain',
  complete: 'good',
  final: 'good',
  incomplete: 'bad',
};

function getColumns(t: TFunction): Column<Row>[] {
  return [
    column.day(t('adminCommon.day'), ({ day }) => day, { width: 'w-32', isTitle: true }),
    {
      head: t('adminCommon.state'),
      cell: ({ state, report }) => (
        <span title={report?.problem ?? undefined}>
          <StateMark tone={tones[state]}>{t(`adminSettlements.report.${state}`)}</StateMark>{' '}
          {report?.problem && <span lang="en">{report.problem}</span>}
        </span>
      ),
    },
    column.count(t('adminSettlements.lines'), ({ report }) => report?.lines, { width: 'w-20' }),
    column.moment(t('adminSettlements.completeAt'), ({ report }) => report?.completeAt, {
      width: 'w-48',
    }),
    {
      head: t('adminSettlements.next'),
      width: 'w-48',
      cell: ({ report, state }) =>
        state === 'reading' ? (
          t('adminCommon.now')
        ) : state === 'final' ? (
          t('adminSettlements.never')
        ) : (
          <MomentCell timestamp={report?.nextImportAt} />
        ),
    },
  ];
}

/** `reading`: the worker was asked to read the report, or is reading it. */
type ReportState = 'unread' | 'reading' | 'complete' | 'final' | 'incomplete';

/** The server's clock may be slightly ahead of the browser's. */
const clockSkewMs = 60_000;

/** Returns the state of a day's report. `day` is null before the first import. */
function getReportState(day: Day | null, nowMs: number, isRequested: boolean): ReportState {
  if (isRequested) return 'reading';
  if (!day) return 'unread';
  const { nextImportAt, problem, completeAt } = day;
  if (nextImportAt && Date.parse(nextImportAt) <= nowMs + clockSkewMs) return 'reading';
  if (problem !== null) return 'incomplete';
  if (completeAt === null) return 'unread';
  return nextImportAt === null ? 'final' : 'complete';
}

/** The requested days, and the id of the newest import before the request. */
export interface Requested {
  days: readonly string[];
  after: number;
}

/** Returns the requested days that no import has read since the request. */
export function getUnread(
  { days, after }: Requested,
  imports: SettlementsResponse['imports'],
): string[] {
  const read = new Set(imports.filter(({ id }) => id > after).map(({ day }) => day));
  return days.filter((day) => !read.has(day));
}
