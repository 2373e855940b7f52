import type { MonthResponse } from '@sachet/shared/finance/contracts/admin-settlements';
import { byteOrderMark, csvText, toCsvLine } from '@sachet/shared/text/csv';
import { addMonths, istDay, istMonth, monthPattern } from '@sachet/shared/time';
import { useState } from 'react';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { saveFile } from '../../../browser/save-file';
import { Loaded } from '../../../app/base/Loaded';
import { paths } from '../../../app/base/paths';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Money } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { Figure, Figures } from '../../../ui/Figures';
import { ActorName, DayCell, EventLink, MomentCell } from '../../admin/frame/cells';
import { ReasonForm } from '../../admin/frame/confirm';
import { CompactField } from '../../admin/frame/fields';
import { getState, stateColours } from './Reconciliation';

/** The month-end, with the identity, the bank, open items and the sign-off. */
export function MonthView() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const [month, setMonth] = useState(addMonths(istMonth(now), -1));
  const isMonth = monthPattern.test(month);
  const read = useApi('GET /api/admin/month', isMonth ? { month } : null);
  return (
    <>
      <div className="w-full max-w-56">
        <CompactField
          label={t('studioCommon.month')}
          type="month"
          value={month}
          onChange={setMonth}
        />
      </div>
      {isMonth && (
        <Loaded
          compact
          read={read}
          failed={t('adminSettlements.monthFailed')}
          loading={<Skeleton className="h-44 w-full" />}
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
  const { bank, total, reserve, atRisk, openExceptions, unreportedDays, lastDay } = data;
  const state = getState(total);
  const figures = [
    ['ledger', total.ledger],
    ['notReported', total.notReported],
    ['settled', total.settled],
    ['fees', total.fees],
    ['gst', total.gst],
    ['charges', total.charges],
    ['inTransit', total.inTransit],
    ['onHold', total.onHold],
  ] as const;
  const lines = bank.closing
    ? ([
        [`${t('adminSettlements.closingBalance')}, ${bank.closing.day}`, bank.closing.amount],
        [t('adminSettlements.uncleared'), bank.unclearedTotal],
        [t('adminSettlements.reconciled'), bank.reconciled ?? 0],
      ] as const)
    : [];
  return (
    <div className="grid grid-cols-1 gap-4 text-note">
      <p className={`font-semibold ${stateColours[state]}`}>{t(`adminSettlements.${state}`)}</p>
      <Figures className="fit-columns-8">
        {figures.map(([name, rupees]) => (
          <Figure key={name} name={t(`adminSettlements.${name}`)}>
            <Money rupees={rupees} />
          </Figure>
        ))}
      </Figures>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <section className="grid grid-cols-1 content-start gap-2">
          <h3 className="text-body font-bold">{t('adminSettlements.bankStatement')}</h3>
          {lines.length > 0 ? (
            <DescriptionList className="grid gap-1">
              {lines.map(([name, rupees]) => (
                <Description key={name} inline name={name} className="font-semibold">
                  <Money rupees={rupees} />
                </Description>
              ))}
            </DescriptionList>
          ) : (
            <p>
              {t('adminSettlements.noClosing')}{' '}
              <EventLink to={paths.adminSettlements}>
                {t('adminSettlements.importStatement')}
              </EventLink>
            </p>
          )}
          <Items items={bank.uncleared} />
        </section>
        <section className="grid grid-cols-1 content-start gap-2">
          <h3 className="text-body font-bold">{t('adminSettlements.reserve')}</h3>
          <p>
            <Money rupees={reserve} className="font-semibold" /> {t('adminSettlements.reserveHint')}
          </p>
          <Items items={atRisk} />
        </section>
      </div>
      <ul className="grid gap-1">
        {openExceptions > 0 && (
          <li>{t('adminSettlements.openExceptions', { number: openExceptions })}</li>
        )}
        {unreportedDays.length > 0 && (
          <li>{t('adminSettlements.unreported', { number: unreportedDays.length })}</li>
        )}
      </ul>
      <SignOff data={data} isOver={lastDay < today} onChanged={onChanged} />
    </div>
  );
}

function Items({ items }: { items: MonthResponse['atRisk'] }) {
  return (
    <ul className="grid divide-y divide-fold">
      {items.map(({ subject, day, amount }) => (
        <li key={subject} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5">
          <span className="wrap-anywhere">
            {subject} · <DayCell day={day} />
          </span>
          <Money rupees={amount} className="tabular-nums" />
        </li>
      ))}
    </ul>
  );
}

function SignOff({
  data,
  isOver,
  onChanged,
}: {
  data: MonthResponse;
  isOver: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const [isAsking, setIsAsking] = useState(false);
  const { month, lock } = data;
  const mayUnlock = lock !== null && me?.isSuperAdmin === true;
  const action = t(lock ? 'adminSettlements.unlock' : 'adminSettlements.lock');
  return (
    <>
      {lock && (
        <p className="border-l-2 border-leaf pl-3">
          {t('adminSettlements.locked')} <MomentCell timestamp={lock.at} />{' '}
          <ActorName actor={lock.by} /> <span className="font-semibold">{lock.note}</span>
        </p>
      )}
      <Notice tone="bad" compact>
        {lock?.hasChanged && t('adminSettlements.changedSince')}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" look="outline" onClick={() => download(data)}>
          {t('adminSettlements.monthCsv')}
        </Button>
        {!isAsking && ((!lock && isOver) || mayUnlock) && (
          <Button size="compact" look="outline" onClick={() => setIsAsking(true)}>
            {action}
          </Button>
        )}
      </div>
      {isAsking && (
        <ReasonForm
          about={month}
          action={action}
          failed={t('adminSettlements.lockFailed')}
          done={t(lock ? 'adminSettlements.unlocked' : 'adminSettlements.lockDone')}
          onAct={(note) =>
            api(lock ? 'POST /api/admin/month/unlock' : 'POST /api/admin/month/lock', {
              body: { month, note },
            })
          }
          onSettled={onChanged}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function download(data: MonthResponse): void {
  saveFile(`sachet-month-${data.month}.csv`, new Blob([toMonthCsv(data)], { type: 'text/csv' }));
}

const columns = [
  'ledger',
  'notReported',
  'gateway',
  'settled',
  'fees',
  'gst',
  'charges',
  'inTransit',
  'onHold',
] as const;

/**
 * Returns the month as CSV in rupees: a row for each day, the total, the bank's items and the open disputes.
 * @internal exported for its test
 */
export function toMonthCsv({ days, total, bank, atRisk, reserve }: MonthResponse): string {
  const toLine = (name: string, of: MonthResponse['total']) =>
    toCsvLine([
      name,
      ...columns.map((column) => of[column].toFixed(2)),
      of.holds ? 'yes' : 'no',
      of.isCompared ? 'yes' : 'no',
      String(of.openFindings),
    ]);
  const item = (kind: string, { subject, day, amount }: MonthResponse['atRisk'][number]) =>
    toCsvLine([kind, csvText(subject), day, amount.toFixed(2)]);
  return [
    byteOrderMark,
    toCsvLine(['day', ...columns, 'holds', 'compared', 'open_findings']),
    ...days.map(({ day, figures }) => toLine(day, figures)),
    toLine('total', total),
    toCsvLine(['']),
    ...(bank.closing
      ? [toCsvLine(['closing balance', '', bank.closing.day, bank.closing.amount.toFixed(2)])]
      : []),
    ...bank.uncleared.map((each) => item('uncleared', each)),
    ...atRisk.map((each) => item('open dispute', each)),
    toCsvLine(['reserve', '', '', reserve.toFixed(2)]),
  ].join('');
}
