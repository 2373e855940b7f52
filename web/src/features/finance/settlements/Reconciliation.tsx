import type {
  ReconciledFigures,
  ReconciliationResponse,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { formatRupees, sumRupees } from '@sachet/shared/money';
import { addDays } from '@sachet/shared/time';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { SWRResponse } from 'swr';
import { Loaded } from '../../../app/base/Loaded';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { classes } from '../../../ui/classes';
import { EmptyState } from '../../../ui/EmptyState';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { DayCell, EventLink, StateMark } from '../../admin/frame/cells';
import { parseMomentInput } from '../../ledger/admin/indian-moment';

/** Shows the identity: ledger = gateway = settled + fees + GST + charges + in transit + on hold. */
export function Reconciliation({ read }: { read: SWRResponse<ReconciliationResponse> }) {
  const { t } = useTranslation();
  return (
    <Loaded
      compact
      read={read}
      failed={t('adminSettlements.compareFailed')}
      loading={
        <div className="grid gap-3">
          <Skeleton className="h-6 w-96" />
          <Skeleton className="h-150 w-full" />
        </div>
      }
    >
      {(compared) =>
        [compared.total, ...compared.days.map(({ figures }) => figures)].some(hasMoved) ? (
          <>
            <Verdict compared={compared} />
            <IdentityTable compared={compared} />
          </>
        ) : (
          <EmptyState compact title={t('adminSettlements.nothingMoved')}>
            {t('adminSettlements.nothingMovedText')}
          </EmptyState>
        )
      }
    </Loaded>
  );
}

/** States in one sentence that everything agrees, or which days differ or wait, and by how much in total. */
function Verdict({ compared: { days, total } }: { compared: ReconciliationResponse }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const off = days.filter(({ figures }) => !figures.holds).toReversed();
  const holds = off.length === 0 && total.holds;
  const waiting = days.filter(({ figures }) => !figures.isCompared).length;
  const agreed = days.length - waiting;
  const words = holds
    ? agreed > 0
      ? [t('adminSettlements.allAgree', { number: agreed })]
      : []
    : [
        t('adminSettlements.someDiffer', {
          number: off.length,
          all: days.length,
          days: off.map(({ day }) => formatIndianDay(day, language)).join(', '),
        }),
        total.holds
          ? t('adminSettlements.cancelOut')
          : `${t('adminSettlements.inAll')} ${toDifferenceWords(t, total).join(' ')}`,
      ];
  if (waiting > 0) words.push(t('adminSettlements.daysWaiting', { number: waiting }));
  const isWaiting = holds && waiting > 0;
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 max-sm:text-note">
      <StateMark tone={isWaiting ? 'plain' : holds ? 'good' : 'bad'}>
        {isWaiting
          ? t('adminSettlements.notCompared')
          : t(holds ? 'adminSettlements.agrees' : 'adminSettlements.differs')}
      </StateMark>
      <span className="min-w-0 flex-1 basis-60 font-semibold">{words.join(' ')}</span>
    </p>
  );
}

/** The figures in the order of the identity, each with the sign in front of it. */
const figures = [
  ['ledger', ''],
  ['notReported', '−'],
  ['gateway', '='],
  ['settled', '='],
  ['fees', '+'],
  ['gst', '+'],
  ['charges', '+'],
  ['inTransit', '+'],
  ['onHold', '+'],
] as const;

const head =
  'border-b border-edge/60 px-2 py-1.5 align-bottom font-semibold whitespace-nowrap text-ink-soft';
const cell = 'h-9 border-b border-fold px-2 py-1.5 align-baseline';
/** Sticky, because the figures scroll sideways beneath it. */
const firstCell = 'sticky left-0 z-10 bg-paper';

/** One row per day, newest first, and the total. Scrolls horizontally on narrow screens. */
function IdentityTable({ compared: { days, total } }: { compared: ReconciliationResponse }) {
  const { t } = useTranslation();
  return (
    <div
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
      tabIndex={0}
      aria-label={t('adminSettlements.identity')}
      className="-mx-4 overflow-x-auto px-4 focus-visible:-outline-offset-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
    >
      <table
        aria-label={t('adminSettlements.identity')}
        className="w-full border-separate border-spacing-0 text-note"
      >
        <thead>
          <tr>
            <th scope="col" className={classes(head, firstCell, 'text-left')}>
              {t('adminCommon.day')}
            </th>
            {figures.map(([name, sign]) => (
              <th key={name} scope="col" className={classes(head, 'text-right')}>
                <span aria-hidden>{sign} </span>
                {t(`adminSettlements.${name}`)}
              </th>
            ))}
            <th scope="col" className={classes(head, 'pl-6 text-left')}>
              {t('adminSettlements.result')}
            </th>
            <th scope="col" className={classes(head, 'text-left')}>
              {t('adminSettlements.findings')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, figures: of }) => (
            <tr key={day}>
              <th scope="row" className={classes(cell, firstCell, 'text-left font-semibold')}>
                <Mark of={of}>
                  <DayCell day={day} />
                </Mark>
              </th>
              <FigureCells of={of} day={day} />
              <td className={classes(cell, 'whitespace-nowrap')}>
                <Findings of={of} day={day} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <th scope="row" className={classes(cell, firstCell, 'text-left')}>
              <Mark of={total}>{t('adminCommon.total')}</Mark>
            </th>
            <FigureCells of={total} day={null} />
            <td className={classes(cell, 'tabular-nums')}>{total.openFindings}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type State = 'agrees' | 'differs' | 'notCompared';

export function getState({ holds, isCompared }: ReconciledFigures): State {
  if (!holds) return 'differs';
  return isCompared ? 'agrees' : 'notCompared';
}

const icons = { agrees: CircleCheck, differs: TriangleAlert, notCompared: Clock };
export const stateColours = {
  agrees: 'text-leaf',
  differs: 'text-vermilion',
  notCompared: 'text-ink-soft',
};

/** Shows the result as an icon that is visible without scrolling. The row contains the text. */
function Mark({ of, children }: { of: ReconciledFigures; children: React.ReactNode }) {
  const state = getState(of);
  const Icon = icons[state];
  return (
    <span className="whitespace-nowrap">
      <Icon aria-hidden className={classes('mr-1.5 inline size-4', stateColours[state])} />
      {children}
    </span>
  );
}

function FigureCells({ of, day }: { of: ReconciledFigures; day: string | null }) {
  const { t } = useTranslation();
  const state = getState(of);
  return (
    <>
      {figures.map(([name]) => (
        <td key={name} className={classes(cell, 'text-right', !of[name] && 'text-ink-soft')}>
          {name === 'ledger' && day && of.ledger !== 0 ? (
            <EventLink to={toEvents(day)}>
              <Money rupees={of.ledger} />
            </EventLink>
          ) : (
            <Money rupees={of[name]} />
          )}
        </td>
      ))}
      <td
        className={classes(
          cell,
          'min-w-44 pl-6 font-semibold max-lg:min-w-104',
          stateColours[state],
        )}
      >
        {state === 'differs' ? toDifferenceWords(t, of).join(' ') : t(`adminSettlements.${state}`)}
      </td>
    </>
  );
}

/** Links to the events of the day that moved money at the gateway. */
const toEvents = (day: string): string =>
  paths.ledger({
    kind: 'TopUpCredited,TopUpRefunded,RefundReturned,TopUpDisputed,DisputeWon,GatewayCorrected',
    from: parseMomentInput(`${day}T00:00`),
    to: parseMomentInput(`${addDays(day, 1)}T00:00`),
  });

/** Returns sentences such as `The gateway has ₹500.00 more than the ledger.` */
function toDifferenceWords(t: TFunction, of: ReconciledFigures): string[] {
  const { gateway, accounted } = getDifferences(of);
  const toWords = (rupees: number, side: 'gateway' | 'accounted') =>
    rupees === 0
      ? []
      : t(`adminSettlements.${side}${rupees > 0 ? 'More' : 'Less'}`, {
          amount: formatRupees(Math.abs(rupees)),
        });
  return [toWords(gateway, 'gateway'), toWords(accounted, 'accounted')].flat();
}

function Findings({
  of: { findings, openFindings, resolvedFindings },
  day,
}: {
  of: ReconciledFigures;
  day: string;
}) {
  const { t } = useTranslation();
  if (openFindings > 0) {
    return (
      <EventLink to={paths.findings(day)}>
        {t('adminSettlements.open', { number: openFindings })}
      </EventLink>
    );
  }
  if (resolvedFindings === 0 && findings > 0) {
    return <span>{t('adminSettlements.notRecorded', { number: findings })}</span>;
  }
  if (resolvedFindings === 0)
    return <span className="text-ink-soft">{t('adminSettlements.none')}</span>;
  return (
    <EventLink to={paths.findings(day, 'resolved')}>
      {t('adminSettlements.resolved', { number: resolvedFindings })}
    </EventLink>
  );
}

/** Returns gateway minus what the ledger has of its reports, and accounted sum minus gateway. */
const getDifferences = (of: ReconciledFigures) => ({
  gateway: sumRupees([of.gateway, -of.ledger, of.notReported]),
  accounted: sumRupees([
    of.settled,
    of.fees,
    of.gst,
    of.charges,
    of.inTransit,
    of.onHold,
    -of.gateway,
  ]),
});

const hasMoved = (of: ReconciledFigures): boolean =>
  of.findings > 0 ||
  of.openFindings > 0 ||
  [
    of.ledger,
    of.notReported,
    of.gateway,
    of.settled,
    of.fees,
    of.gst,
    of.charges,
    of.inTransit,
    of.onHold,
  ].some(Boolean);
