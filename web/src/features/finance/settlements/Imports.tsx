import type { SettlementImport } from '@sachet/shared/finance/contracts/admin-settlements';
import { useState } from 'react';
import { api } from '../../../api/client';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { ActorName, DayCell, Nothing, StateMark } from '../../admin/frame/cells';
import { ReasonForm } from '../../admin/frame/confirm';
import { column } from '../../admin/frame/columns';
import type { Column } from '../../admin/frame/DataTable';
import { ShortTable } from '../../admin/frame/ShortTable';

/** The latest imports, by the worker or from a file. */
export function Imports({
  imports,
  onChanged,
}: {
  imports: SettlementImport[];
  onChanged: () => void;
}) {
  const { t } = useTranslation();
  const [withdrawing, setWithdrawing] = useState<SettlementImport | null>(null);
  return (
    <>
      {withdrawing && (
        <ReasonForm
          key={withdrawing.id}
          about={withdrawing.fileName ?? `#${withdrawing.id}`}
          action={t('adminCommon.withdraw')}
          failed={t('adminSettlements.withdrawFailed')}
          done={t('adminSettlements.withdrawn')}
          onAct={(reason) =>
            api('POST /api/admin/bank-statement/withdraw', {
              body: { importId: withdrawing.id, reason },
            })
          }
          onSettled={async () => onChanged()}
          onClose={() => setWithdrawing(null)}
        />
      )}
      <ShortTable
        atFirst={10}
        label={t('adminSettlements.imports')}
        rows={imports}
        columns={getColumns(t, setWithdrawing)}
        getKey={({ id }) => String(id)}
        empty={
          <EmptyState compact title={t('adminSettlements.noImports')}>
            {t('adminSettlements.noImportsText')}
          </EmptyState>
        }
      />
    </>
  );
}

function getColumns(
  t: TFunction,
  onWithdraw: (imported: SettlementImport) => void,
): Column<SettlementImport>[] {
  const count = (key: 'lines' | 'newLines' | 'changedLines'): Column<SettlementImport> =>
    column.count(t(`adminSettlements.${key}`), ({ [key]: number }) => number, { width: 'w-24' });
  return [
    {
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
      head: t('adminSettlements.readFrom'),
      width: 'w-44',
      cell: ({ source }) => t(`adminSettlements.source.${source}`),
    },
    {
      head: t('adminCommon.state'),
      cell: (imported) => {
        const { outcome, problem, statement } = imported;
        if (statement?.withdrawn) {
          return (
            <span title={statement.withdrawn.reason}>
              <StateMark tone="bad">{t('adminSettlements.withdrawnState')}</StateMark>{' '}
              {statement.withdrawn.reason}
            </span>
          );
        }
        if (statement) {
          return (
            <Button
              size="compact"
              look="plain"
              className="-ml-3 underline"
              onClick={() => onWithdraw(imported)}
            >
              {t('adminCommon.withdraw')}
            </Button>
          );
        }
        return (
          <span title={problem ?? undefined}>
            <StateMark tone={outcome === 'complete' ? 'good' : 'bad'}>
              {t(`adminSettlements.report.${outcome === 'complete' ? 'final' : outcome}`)}
            </StateMark>{' '}
            {problem && <span lang="en">{problem}</span>}
          </span>
        );
      },
    },
    count('lines'),
    count('newLines'),
    count('changedLines'),
    {
      head: t('adminSettlements.by'),
      width: 'w-36',
      from: 'lg',
      cell: ({ requestedBy }) => <ActorName actor={requestedBy} />,
    },
    column.moment(t('adminSettlements.at'), ({ finishedAt }) => finishedAt, { width: 'w-48' }),
  ];
}
