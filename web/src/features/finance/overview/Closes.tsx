import type {
  DayClosed,
  FinanceRange,
  FinanceTotal,
  RestatementResponse,
} from '@sachet/shared/finance/contracts/admin-finance';
import { useEffect, useId, useRef } from 'react';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay, formatMoment } from '../../../i18n/time';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { EmptyState } from '../../../ui/EmptyState';
import { Money, SignedMoney } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import { EventLink, Nothing } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { ShortTable } from '../../admin/frame/ShortTable';
import { eventColumns } from '../../ledger/admin/event-columns';
import type { Day } from './charts';

/** Lists the days with signed totals. Each day counts the events that were recorded about it afterwards. */
export function Closes({
  closes,
  days,
  range,
  opened,
}: {
  closes: DayClosed[];
  days: readonly Day[];
  range: FinanceRange;
  /** The day whose restatement is open. */
  opened: string | null;
}) {
  const { t } = useTranslation();
  return (
    <Section title={t('adminFinance.closes')} text={t('adminFinance.closesAbout')} className="mt-4">
      <ShortTable
        atFirst={5}
        label={t('adminFinance.closes')}
        columns={getColumns(t, { days, range })}
        rows={closes}
        getKey={({ day }) => day}
        empty={
          <EmptyState compact title={t('adminFinance.noCloses')}>
            {t('adminFinance.noClosesText')}
          </EmptyState>
        }
      />
      {opened && <Restatement key={opened} day={opened} />}
    </Section>
  );
}

function getColumns(
  t: TFunction,
  { days, range }: { days: readonly Day[]; range: FinanceRange },
): Column<DayClosed>[] {
  const revenue = new Map(days.map(({ day, figures }) => [day, figures.revenue]));
  return [
    column.day(t('adminCommon.day'), ({ day }) => day, { isTitle: true }),
    column.moment(t('adminFinance.closedAt'), ({ closedAt }) => closedAt),
    column.count(t('adminCommon.events'), ({ events }) => events),
    {
      head: t('adminFinance.change'),
      align: 'end',
      cell: ({ change }) => <SignedMoney rupees={change} />,
    },
    column.money(t('adminFinance.series.revenue'), ({ day }) => revenue.get(day) ?? 0),
    {
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
      head: t('adminFinance.checkpoint'),
      align: 'end',
      from: 'lg',
      cell: ({ checkpoint }) => <span className="tabular-nums">{checkpoint}</span>,
    },
    column.id(t('adminCommon.hash'), ({ hash }) => hash, { from: 'xl' }),
  ];
}

/** Shows a day's totals as closed and as known now, and the events recorded in between. */
function Restatement({ day }: { day: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useApi('GET /api/admin/finance/day', { day });
  // The section opens below the table of days, where it may be out of view.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section aria-labelledby={id} className="mt-2 grid grid-cols-1 gap-3">
      <h3 id={id} ref={heading} className="font-bold">
        {t('adminFinance.restatementOf', { day: formatIndianDay(day, language) })}
      </h3>
      <Loaded
        compact
        read={read}
        failed={t('adminFinance.restatementFailed')}
        loading={<Skeleton className="h-40 w-full" />}
      >
        {(restatement) => <Difference restatement={restatement} />}
      </Loaded>
    </section>
  );
}

function Difference({ restatement }: { restatement: RestatementResponse }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { closedAt, events, eventCount } = restatement;
  return (
    <>
      <p className="text-note text-ink-soft">
        {t('adminFinance.believedOn', { moment: formatMoment(closedAt, language) })}
      </p>
      <DataTable
        label={t('adminFinance.totals')}
        columns={getTotalColumns(t)}
        rows={toRows(restatement)}
        getKey={({ kind, account }) => `${kind} ${account}`}
        empty={t('adminFinance.noEvents')}
      />
      <DataTable
        label={t('adminFinance.restatingEvents')}
        columns={eventColumns(t)}
        rows={events}
        getKey={({ walletId, seq }) => `${walletId} ${seq}`}
        to={({ walletId, seq }) => paths.ledgerEvent(walletId, seq)}
        empty={t('adminFinance.notRestated')}
      />
      {eventCount > events.length && (
        <p className="text-note text-ink-soft">
          {t('adminFinance.moreEvents', { number: eventCount - events.length })}
        </p>
      )}
    </>
  );
}

interface Row {
  readonly kind: FinanceTotal['kind'];
  readonly account: string;
  readonly believed: number;
  readonly known: number;
  readonly difference: number;
}

/** Lists every kind and account that moved money on the day, as closed or as known now. */
function toRows({ believed, known, difference }: RestatementResponse): Row[] {
  const amountIn = (totals: FinanceTotal[], { kind, account }: FinanceTotal) =>
    totals.find((each) => each.kind === kind && each.account === account)?.amount ?? 0;
  const all = known.length > 0 ? known : believed;
  return all
    .map((of) => ({
      kind: of.kind,
      account: of.account,
      believed: amountIn(believed, of),
      known: amountIn(known, of),
      difference: amountIn(difference, of),
    }))
    .filter((row) => row.believed !== 0 || row.known !== 0);
}

function getTotalColumns(t: TFunction): Column<Row>[] {
  return [
    {
      head: t('studioCommon.kind'),
      isTitle: true,
      cell: ({ kind }) => t(`adminLedger.kinds.${kind}`),
    },
    {
      head: t('adminLedger.counterAccount'),
      cell: ({ account }) => <span className="font-mono break-words">{account}</span>,
    },
    column.money(t('adminFinance.believed'), ({ believed }) => believed),
    column.money(t('adminFinance.known'), ({ known }) => known),
    {
      head: t('adminCommon.difference'),
      align: 'end',
      cell: ({ difference }) =>
        difference === 0 ? (
          <Money rupees={0} className="text-ink-soft" />
        ) : (
          <SignedMoney rupees={difference} className="font-bold" />
        ),
    },
  ];
}
