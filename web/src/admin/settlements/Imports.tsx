import type { SettlementImport } from '@sachet/shared/contracts/admin-settlements';
import { useState } from 'react';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { DayCell, MomentCell, Nothing, StateMark } from '../frame/cells';
import type { Column } from '../frame/column';
import { DataTable } from '../frame/DataTable';
import { ActorName } from '../frame/ActorName';

const shownFirst = 10;

/** What was read last, by the worker or from a file. */
export function Imports({ imports }: { imports: SettlementImport[] }) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <DataTable
        label={t('adminSettlements.imports')}
        rows={isWhole ? imports : imports.slice(0, shownFirst)}
        columns={getColumns(t)}
        getKey={({ id }) => String(id)}
        failed={t('adminSettlements.importsFailed')}
        onRetry={() => undefined}
        empty={t('adminSettlements.noImports')}
      />
      {!isWhole && imports.length > shownFirst && (
        <Button
          size="compact"
          look="outline"
          className="justify-self-center"
          onClick={() => setIsWhole(true)}
        >
          {t('adminSettlements.showAll', { number: imports.length })}
        </Button>
      )}
    </>
  );
}

function getColumns(t: TFunction): Column<SettlementImport>[] {
  const count = (key: 'lines' | 'newLines' | 'changedLines'): Column<SettlementImport> => ({
    key,
    head: t(`adminSettlements.${key}`),
    width: 'w-24',
    align: 'end',
    cell: ({ [key]: number }) => (
      <span className="tabular-nums">{number.toLocaleString('en-IN')}</span>
    ),
  });
  return [
    {
      key: 'about',
      head: t('adminSettlements.what'),
      isTitle: true,
      cell: ({ day, fileName }) =>
        day ? (
          <DayCell day={day} />
        ) : (
          <span title={fileName ?? undefined}>{fileName ?? <Nothing />}</span>
        ),
    },
    {
      key: 'source',
      head: t('adminSettlements.readFrom'),
      width: 'w-44',
      cell: ({ source }) => t(`adminSettlements.source.${source}`),
    },
    {
      key: 'outcome',
      head: t('adminSettlements.state'),
      cell: ({ outcome, problem }) => (
        <span title={problem ?? undefined}>
          <StateMark tone={outcome === 'complete' ? 'good' : 'bad'}>
            {t(`adminSettlements.report.${outcome === 'complete' ? 'final' : outcome}`)}
          </StateMark>{' '}
          {problem && <span lang="en">{problem}</span>}
        </span>
      ),
    },
    count('lines'),
    count('newLines'),
    count('changedLines'),
    {
      key: 'by',
      head: t('adminSettlements.by'),
      width: 'w-36',
      from: 'lg',
      cell: ({ requestedBy }) => <ActorName actor={requestedBy} />,
    },
    {
      key: 'at',
      head: t('adminSettlements.at'),
      width: 'w-48',
      cell: ({ finishedAt }) => <MomentCell timestamp={finishedAt} />,
    },
  ];
}
