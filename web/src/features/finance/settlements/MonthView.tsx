import type { MonthResponse } from '@sachet/shared/finance/contracts/admin-settlements';
import { sumRupees } from '@sachet/shared/money';
import { addMonths, istDay, istMonth, monthPattern } from '@sachet/shared/time';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/use-api';
import { saveFile } from '../../../browser/save-file';
import { Loaded } from '../../../app/base/Loaded';
import { paths } from '../../../app/base/paths';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import { DayCell, EventLink } from '../../admin/frame/cells';
import { CompactField } from '../../admin/frame/fields';
import { Statement } from '../../admin/frame/Statement';
import { useFilters } from '../../admin/frame/use-filters';
import {
  accountedParts,
  getState,
  type State,
  stateColours,
  stateIcons,
  toDifferenceWords,
  toGatewayEvents,
} from './reconciled';
import { toMonthCsv } from './month-csv';
import { SignOff } from './SignOff';

/** The month-end, with what to do before the sign-off, the identity, the bank and the open disputes. */
export function MonthView() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters } = useFilters(['month']);
  const month = filters.month || addMonths(istMonth(now), -1);
  const isMonth = monthPattern.test(month);
  const read = useApi('GET /api/admin/month', isMonth ? { month } : null);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div className="w-full max-w-56">
          <CompactField
            label={t('studioCommon.month')}
            type="month"
            value={month}
            onChange={(value) => setFilters({ month: value })}
          />
        </div>
        {read.data && (
          <Button size="compact" look="outline" onClick={() => download(read.data!)}>
            {t('adminSettlements.monthCsv')}
          </Button>
        )}
      </div>
      {isMonth && (
        <Loaded
          compact
          read={read}
          failed={t('adminSettlements.monthFailed')}
          loading={<Skeleton className="h-80 w-full" />}
        >
          {(data) => (
            <Month
              key={data.month}
              data={data}
              today={istDay(now)}
              onChanged={() => read.mutate()}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

function Month({
  data,
  today,
  onChanged,
}: {
  data: MonthResponse;
  today: string;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { bank, reserve, atRisk, lastDay } = data;
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-2">
      <Section look="card" title={t('adminSettlements.beforeSignOff')}>
        <ToDo data={data} />
        <SignOff data={data} isOver={lastDay < today} onChanged={onChanged} />
      </Section>
      <Identity data={data} />
      <Section title={t('adminSettlements.bankStatement')}>
        {bank.closing && (
          <DescriptionList className="grid gap-1">
            {(
              [
                ['closingBalance', bank.closing.amount],
                ['uncleared', bank.unclearedTotal],
                ['reconciled', bank.reconciled ?? 0],
              ] as const
            ).map(([name, rupees]) => (
              <Description
                key={name}
                inline
                name={t(`adminSettlements.${name}`)}
                className="font-semibold"
              >
                <Money rupees={rupees} />
              </Description>
            ))}
          </DescriptionList>
        )}
        {!bank.closing && bank.uncleared.length > 0 && (
          <p className="text-ink-soft">{t('adminSettlements.uncleared')}</p>
        )}
        <Items items={bank.uncleared} toLink={paths.trail} />
      </Section>
      <Section title={t('adminSettlements.reserve')}>
        <p>
          <Money rupees={reserve} className="font-semibold" /> {t('adminSettlements.reserveHint')}
        </p>
        <Items items={atRisk} toLink={(id) => paths.ledger({ reference: id })} />
      </Section>
    </div>
  );
}

/** The month's total, from the ledger to what is left unexplained. */
function Identity({ data: { month, lastDay, total } }: { data: MonthResponse }) {
  const { t } = useTranslation();
  const days = toDaysUrl(month, lastDay);
  const parts = ['notReported', ...accountedParts] as const;
  return (
    <Statement
      title={t('adminCommon.total')}
      lines={[
        {
          name: t('adminSettlements.ledger'),
          sign: '',
          rupees: total.ledger,
          to: toGatewayEvents(`${month}-01`, lastDay),
        },
        ...parts.map((name) => ({
          name: t(`adminSettlements.${name}`),
          sign: '−' as const,
          rupees: total[name],
          to: days,
        })),
      ]}
      result={{
        name: t('adminCommon.difference'),
        sign: '=',
        rupees: sumRupees([total.ledger, ...parts.map((name) => -total[name])]),
        to: days,
      }}
    />
  );
}

const toDaysUrl = (month: string, lastDay: string): string =>
  `${paths.adminSettlements}?${new URLSearchParams({ from: `${month}-01`, to: lastDay })}`;

/** Lists what a month needs before its sign-off, each with a link to the page that settles it. */
function ToDo({ data }: { data: MonthResponse }) {
  const { t } = useTranslation();
  const { month, lastDay, total, bank, openExceptions, unreportedDays } = data;
  const state = getState(total);
  const days = toDaysUrl(month, lastDay);
  return (
    <ul className="grid divide-y divide-fold border-y border-fold">
      <Check state={state}>
        <EventLink to={days}>{t('adminSettlements.identity')}</EventLink>
        <span className={stateColours[state]}>
          {state === 'differs'
            ? toDifferenceWords(t, total).join(' ') || t('adminSettlements.differs')
            : t(`adminSettlements.${state}`)}
        </span>
      </Check>
      <Check state={unreportedDays.length === 0 ? 'agrees' : 'notCompared'}>
        <EventLink to={days}>
          {t('adminSettlements.unreported', { number: unreportedDays.length })}
        </EventLink>
      </Check>
      <Check state={bank.closing ? 'agrees' : 'notCompared'}>
        {bank.closing ? (
          <>
            {t('adminSettlements.closingBalance')} <DayCell day={bank.closing.day} />
          </>
        ) : (
          <>
            {t('adminSettlements.noClosing')}{' '}
            <EventLink to={paths.adminSettlements}>
              {t('adminSettlements.importStatement')}
            </EventLink>
          </>
        )}
      </Check>
      <Check state={openExceptions === 0 ? 'agrees' : 'differs'}>
        <EventLink to={paths.adminPayments}>
          {t('adminSettlements.openExceptions', { number: openExceptions })}
        </EventLink>
      </Check>
    </ul>
  );
}

function Check({ state, children }: { state: State; children: ReactNode }) {
  const Icon = stateIcons[state];
  return (
    <li className="flex min-h-9 items-start gap-2 py-1.5">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${stateColours[state]}`} />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">{children}</span>
    </li>
  );
}

function Items({
  items,
  toLink,
}: {
  items: MonthResponse['atRisk'];
  toLink: (subject: string) => string;
}) {
  if (items.length === 0) return null;
  return (
    <ul className="grid divide-y divide-fold">
      {items.map(({ subject, day, amount }) => (
        <li
          key={subject}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-1.5"
        >
          <span className="wrap-anywhere">
            <EventLink to={toLink(subject)}>{subject}</EventLink> · <DayCell day={day} />
          </span>
          <Money rupees={amount} className="tabular-nums" />
        </li>
      ))}
    </ul>
  );
}

function download(data: MonthResponse): void {
  saveFile(`sachet-month-${data.month}.csv`, new Blob([toMonthCsv(data)], { type: 'text/csv' }));
}
