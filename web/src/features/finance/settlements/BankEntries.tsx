import type { BankEntry } from '@sachet/shared/finance/contracts/admin-settlements';
import { useState } from 'react';
import { api } from '../../../api/client';
import { useUid } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { SignedMoney } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { PersonName } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { ReasonForm, useConfirmedAction } from '../../admin/frame/confirm';

/** Shows entries for differences with the bank. One admin proposes an entry, another one approves it. */
export function BankEntries({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data, error: readError, mutate } = useApi('GET /api/admin/bank-entries');
  const reload = async () => {
    onChanged();
    await mutate();
  };
  const { ask, error, dialog } = useConfirmedAction(reload);
  const [refusing, setRefusing] = useState<BankEntry | null>(null);

  const decide = (entry: BankEntry, decision: 'approve' | 'withdraw') =>
    ask({
      question: (
        <p>
          {t(`adminSettlements.entry.confirm.${decision}`, { id: entry.utr })} {entry.reason}
        </p>
      ),
      steps: [
        {
          act: () =>
            api('POST /api/admin/bank-entries/decide', { body: { id: entry.id, decision } }),
          failed: t('adminSettlements.entry.failed'),
        },
      ],
      done: t('adminSettlements.entry.decided'),
    });

  return (
    <>
      <p className="text-note text-ink-soft">{t('adminSettlements.entry.about')}</p>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      {refusing && (
        <ReasonForm
          key={refusing.id}
          about={refusing.utr}
          action={t('adminCommon.refuse')}
          failed={t('adminSettlements.entry.failed')}
          done={t('adminSettlements.entry.decided')}
          onAct={(note) =>
            api('POST /api/admin/bank-entries/decide', {
              body: { id: refusing.id, decision: 'refuse', note },
            })
          }
          onSettled={reload}
          onClose={() => setRefusing(null)}
        />
      )}
      <DataTable
        label={t('adminSettlements.entries')}
        rows={data?.entries}
        columns={getColumns(t, {
          isOwn: ({ proposedBy }) => proposedBy === uid,
          onDecide: decide,
          onRefuse: setRefusing,
        })}
        getKey={({ id }) => id}
        error={readError}
        failed={t('adminSettlements.entry.listFailed')}
        onRetry={() => mutate()}
        empty={t('adminSettlements.entry.none')}
      />
      {dialog}
    </>
  );
}

interface Actions {
  isOwn: (entry: BankEntry) => boolean;
  onDecide: (entry: BankEntry, decision: 'approve' | 'withdraw') => void;
  onRefuse: (entry: BankEntry) => void;
}

function getColumns(t: TFunction, actions: Actions): Column<BankEntry>[] {
  return [
    {
      head: t('studioCommon.reason'),
      isTitle: true,
      wraps: true,
      cell: ({ account, reason }) => `${t(`adminPayments.account.${account}`)}: ${reason}`,
    },
    { head: 'UTR', width: 'w-44', wraps: true, cell: ({ utr }) => utr },
    column.day(t('adminCommon.day'), ({ day }) => day, { width: 'w-32' }),
    {
      head: t('studioCommon.amount'),
      width: 'w-32',
      align: 'end',
      cell: ({ amount }) => <SignedMoney rupees={amount} />,
    },
    {
      head: t('adminSettlements.entry.people'),
      width: 'w-44',
      wraps: true,
      cell: ({ proposedBy, decidedBy }) => (
        <>
          <PersonName uid={proposedBy} />
          {decidedBy !== null && decidedBy !== proposedBy && (
            <>
              , <PersonName uid={decidedBy} />
            </>
          )}
        </>
      ),
    },
    {
      head: t('adminCommon.state'),
      width: 'w-60',
      wraps: true,
      cell: (entry) => <State entry={entry} actions={actions} />,
    },
  ];
}

function State({ entry, actions }: { entry: BankEntry; actions: Actions }) {
  const { t } = useTranslation();
  const { status, note, utr } = entry;
  if (status !== 'waiting') {
    return (
      <>
        {t(`adminSettlements.entry.is.${status}`)}
        {note !== null && <span className="text-ink-soft"> {note}</span>}
      </>
    );
  }
  const decisions = actions.isOwn(entry)
    ? [['withdraw', () => actions.onDecide(entry, 'withdraw')] as const]
    : [
        ['approve', () => actions.onDecide(entry, 'approve')] as const,
        ['refuse', () => actions.onRefuse(entry)] as const,
      ];
  return (
    <span className="flex flex-wrap gap-2">
      {decisions.map(([name, onClick]) => (
        <Button
          key={name}
          size="compact"
          look="outline"
          aria-label={`${t(`adminCommon.${name}`)}: ${utr}`}
          onClick={onClick}
        >
          {t(`adminCommon.${name}`)}
        </Button>
      ))}
    </span>
  );
}
