import type { ExportFile, ExportsResponse } from '@sachet/shared/finance/contracts/admin-exports';
import { Download, Trash2 } from 'lucide-react';
import type { SWRResponse } from 'swr';
import { api } from '../../../api/client';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay, formatMonth } from '../../../i18n/time';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button, buttonClasses } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { Notice } from '../../../ui/Notice';
import { ActorName, CopyId, Nothing, ProgressBar, StateMark } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { exceedsSheet, toKind } from './export-kinds';

const isUnfinished = ({ status }: ExportFile): boolean =>
  status === 'requested' || status === 'running';

/** Pending and finished exports, newest first. */
export function ExportList({
  read: { data, error, mutate },
}: {
  read: SWRResponse<ExportsResponse>;
}) {
  const { t } = useTranslation();
  const deletion = useConfirmedAction(() => mutate());
  const askToDelete = (file: ExportFile) =>
    deletion.ask({
      question: t(isUnfinished(file) ? 'adminExports.askToStop' : 'adminExports.askToDelete', {
        name: file.fileName,
      }),
      steps: [
        {
          act: () => api('DELETE /api/admin/exports', { query: { id: file.id } }),
          failed: t('adminExports.deleteFailed'),
        },
      ],
      done: t('adminExports.deleted'),
    });
  return (
    <>
      <Notice role="alert" tone="bad" compact>
        {deletion.error}
      </Notice>
      <DataTable
        label={t('adminExports.files')}
        rows={data?.exports}
        columns={getColumns(t, askToDelete)}
        getKey={({ id }) => id}
        error={error}
        failed={t('adminExports.loadFailed')}
        onRetry={() => mutate()}
        empty={
          <EmptyState compact title={t('adminExports.empty')}>
            {t('adminExports.emptyText')}
          </EmptyState>
        }
      />
      {deletion.dialog}
    </>
  );
}

const tones = { requested: 'plain', running: 'plain', done: 'good', failed: 'bad' } as const;

function getColumns(t: TFunction, askToDelete: (file: ExportFile) => void): Column<ExportFile>[] {
  return [
    {
      head: t('adminCommon.what'),
      isTitle: true,
      wraps: true,
      cell: (file) => <About file={file} />,
    },
    { head: t('adminCommon.state'), width: 'w-40', cell: (file) => <State file={file} /> },
    column.count(t('adminExports.rows'), ({ rows }) => rows, { width: 'w-24' }),
    {
      head: t('studioCommon.size'),
      width: 'w-24',
      align: 'end',
      cell: ({ bytes }) =>
        bytes === null ? <Nothing /> : <span className="tabular-nums">{toSize(bytes)}</span>,
    },
    {
      head: 'SHA-256',
      width: 'w-28',
      from: 'lg',
      cell: ({ sha256 }) => (sha256 === null ? <Nothing /> : <CopyId id={sha256} />),
    },
    {
      head: t('adminExports.by'),
      width: 'w-28',
      from: 'xl',
      cell: ({ requestedBy }) => <ActorName actor={requestedBy} />,
    },
    column.moment(t('adminExports.until'), ({ expiresAt }) => expiresAt, {
      width: 'w-44',
      from: 'lg',
    }),
    {
      head: t('adminExports.file'),
      width: 'w-44',
      align: 'end',
      cell: (file) => <Actions file={file} onDelete={() => askToDelete(file)} />,
    },
  ];
}

/** The kind of export, with its days or filters. */
function About({ file: { request, fileName } }: { file: ExportFile }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const kind = t(`adminExports.kind.${toKind(request)}`);
  if ('month' in request) {
    const month = formatMonth(request.month, language);
    const parts = [kind, request.gstin, month].filter(Boolean).join(', ');
    return <span title={fileName}>{parts}</span>;
  }
  if (request.what !== 'ledger') {
    const [from, to] = [request.from, request.to].map((day) => formatIndianDay(day, language));
    return <span title={fileName}>{`${kind}, ${from} – ${to}`}</span>;
  }
  const filters = Object.entries(request.filter).map(([name, value]) => `${name} ${value}`);
  const how = filters.join(', ') || t('adminExports.whole');
  return <span title={`${fileName}: ${how}`}>{`${kind}, ${how}`}</span>;
}

function State({ file }: { file: ExportFile }) {
  const { t } = useTranslation();
  const { status, progress, error } = file;
  if (status === 'running') {
    const percent = Math.floor(progress * 100);
    return (
      <span className="grid gap-1">
        <span className="tabular-nums">{t('adminExports.running', { percent })}</span>
        <ProgressBar label={t('adminExports.progress')} max={100} value={percent} />
      </span>
    );
  }
  return (
    <span title={error ?? undefined}>
      <StateMark tone={tones[status]}>{t(`adminExports.status.${status}`)}</StateMark>{' '}
      {error && <span lang="en">{error}</span>}
      {exceedsSheet(file) && t('adminExports.tooManyRows')}
    </span>
  );
}

function Actions({ file, onDelete }: { file: ExportFile; onDelete: () => void }) {
  const { t } = useTranslation();
  const { fileName: name, url } = file;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {url && (
        <a
          href={url}
          download={name}
          aria-label={t('adminExports.downloadFile', { name })}
          className={buttonClasses({
            look: 'outline',
            size: 'compact',
            className: 'whitespace-nowrap',
          })}
        >
          <Download aria-hidden className="size-4" />
          {t('studioCommon.download')}
        </a>
      )}
      <Button
        size="compact"
        look="plain"
        aria-label={t('adminExports.deleteFile', { name })}
        title={t('adminExports.deleteFile', { name })}
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-4" />
      </Button>
    </span>
  );
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a file size as `1.4 MB`, in powers of 1000 like file managers. */
function toSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat('en-IN', {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}
