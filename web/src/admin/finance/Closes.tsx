import type { DayClosed, FinanceRange } from '@sachet/shared/contracts/admin-finance';
import { useId, useState } from 'react';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { SignedMoney } from '../../ui/Money';
import { CopyId, DayCell, EventLink, MomentCell, Nothing } from '../frame/cells';
import { type Column, DataTable } from '../frame/DataTable';
import { Restatement } from './Restatement';

const shownAtFirst = 5;

/** Days whose totals were signed, and what was recorded about them since. */
export function Closes({
  closes,
  range,
  opened,
}: {
  closes: DayClosed[];
  range: FinanceRange;
  /** The day whose restatement is open. */
  opened: string | null;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? closes : closes.slice(0, shownAtFirst);
  return (
    <section aria-labelledby={id} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-lead font-bold">
        {t('adminFinance.closes')}
      </h2>
      <p className="max-w-prose text-note text-ink-soft">{t('adminFinance.closesAbout')}</p>
      <DataTable
        label={t('adminFinance.closes')}
        columns={getColumns(t, range)}
        rows={shown}
        getKey={({ day }) => day}
        empty={t('adminFinance.noCloses')}
      />
      {shown.length < closes.length && (
        <Button
          size="compact"
          look="outline"
          className="justify-self-start"
          onClick={() => setIsWhole(true)}
        >
          {t('adminFinance.showAll', { number: closes.length })}
        </Button>
      )}
      {opened && <Restatement key={opened} day={opened} />}
    </section>
  );
}

function getColumns(t: TFunction, range: FinanceRange): Column<DayClosed>[] {
  return [
    {
      key: 'day',
      head: t('adminFinance.day'),
      isTitle: true,
      cell: ({ day }) => <DayCell day={day} />,
    },
    {
      key: 'closedAt',
      head: t('adminFinance.closedAt'),
      cell: ({ closedAt }) => <MomentCell timestamp={closedAt} />,
    },
    {
      key: 'events',
      head: t('adminFinance.events'),
      align: 'end',
      cell: ({ events }) => <span className="tabular-nums">{events.toLocaleString('en-IN')}</span>,
    },
    {
      key: 'change',
      head: t('adminFinance.change'),
      align: 'end',
      cell: ({ change }) => <SignedMoney rupees={change} />,
    },
    {
      key: 'restated',
      head: t('adminFinance.restated'),
      cell: ({ day, restatedEvents, restatedBy }) =>
        restatedEvents === 0 ? (
          <Nothing />
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <EventLink to={paths.finance(range, day)}>
              {t('adminFinance.restatedEvents', { number: restatedEvents })}
            </EventLink>
            <SignedMoney rupees={restatedBy} />
          </span>
        ),
    },
    {
      key: 'checkpoint',
      head: t('adminFinance.checkpoint'),
      align: 'end',
      from: 'lg',
      cell: ({ checkpoint }) => <span className="tabular-nums">{checkpoint}</span>,
    },
    {
      key: 'hash',
      head: t('adminFinance.hash'),
      from: 'xl',
      cell: ({ hash }) => <CopyId id={hash} />,
    },
  ];
}
