import type { BankLine } from '@sachet/shared/contracts/admin-settlements';
import { useState } from 'react';
import { type Business, useBankLines } from '../../api/admin-settlements';
import { api } from '../../api/client';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { SignedMoney } from '../../ui/Money';
import { DayCell, Nothing } from '../frame/cells';
import { type Column, DataTable, MoreRows } from '../frame/DataTable';
import { ReasonForm } from '../frame/confirm';

/** Lists the lines of bank statements. Finance can correct how the rules classified a line. */
export function BankLines({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const [business, setBusiness] = useState<Business>('gateway');
  const [marking, setMarking] = useState<BankLine | null>(null);
  const read = useBankLines(business);
  return (
    <>
      <div
        role="group"
        aria-label={t('adminSettlements.whichLines')}
        className="flex flex-wrap gap-2"
      >
        {(['gateway', 'other'] as const).map((value) => (
          <Button
            key={value}
            size="compact"
            look={value === business ? 'outline' : 'plain'}
            aria-pressed={value === business}
            onClick={() => {
              setBusiness(value);
              setMarking(null);
            }}
          >
            {t(`adminSettlements.business.${value}`)}
          </Button>
        ))}
      </div>
      {marking && (
        <ReasonForm
          key={marking.id}
          about={marking.text}
          action={t(
            marking.isGateway ? 'adminSettlements.markOther' : 'adminSettlements.markGateway',
          )}
          failed={t('adminSettlements.markFailed')}
          done={t('adminSettlements.marked')}
          onAct={(note) =>
            api('POST /api/admin/bank-lines', {
              body: { id: marking.id, isGateway: !marking.isGateway, note },
            })
          }
          onSettled={async () => {
            onChanged();
            await read.revalidate();
          }}
          onClose={() => setMarking(null)}
        />
      )}
      <DataTable
        label={t('adminSettlements.bankLines')}
        rows={read.rows}
        columns={getColumns(t, setMarking)}
        getKey={({ id }) => String(id)}
        error={read.error}
        failed={t('adminSettlements.bankLinesFailed')}
        onRetry={() => read.revalidate()}
        empty={t('adminSettlements.noBankLines')}
      />
      {read.rows && read.rows.length > 0 && (
        <MoreRows
          pages={read}
          failed={t('adminSettlements.bankLinesFailed')}
          end={t('adminPayments.end')}
        />
      )}
    </>
  );
}

function getColumns(t: TFunction, onMark: (line: BankLine) => void): Column<BankLine>[] {
  return [
    {
      key: 'text',
      head: t('adminSettlements.narration'),
      isTitle: true,
      wraps: true,
      cell: ({ text }) => text,
    },
    {
      key: 'day',
      head: t('adminSettlements.day'),
      width: 'w-32',
      cell: ({ day }) => <DayCell day={day} />,
    },
    {
      key: 'amount',
      head: t('adminSettlements.amount'),
      width: 'w-36',
      align: 'end',
      cell: ({ amount }) => <SignedMoney rupees={amount} />,
    },
    {
      key: 'utr',
      head: 'UTR',
      width: 'w-52',
      from: 'lg',
      cell: ({ settlementUtr }) => settlementUtr ?? <Nothing />,
    },
    {
      key: 'mark',
      head: t('adminSettlements.change'),
      width: 'w-52',
      cell: (line) => (
        <Button size="compact" look="plain" className="underline" onClick={() => onMark(line)}>
          {t(line.isGateway ? 'adminSettlements.markOther' : 'adminSettlements.markGateway')}
        </Button>
      ),
    },
  ];
}
