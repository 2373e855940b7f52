import type {
  ReconciledFigures,
  ReconciliationResponse,
} from '@sachet/shared/contracts/admin-settlements';
import { formatRupees } from '@sachet/shared/money';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { addDays } from '@sachet/shared/settlement/day';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { classes } from '../../ui/classes';
import { Money } from '../../ui/Money';
import { DayCell, EventLink } from '../frame/cells';
import { ledgerLink } from '../ledger/ledger-link';
import { parseMomentInput } from '../ledger/indian-moment';
import { getDifferences } from './identity';

/** The figures as the identity has them, with the sign that stands before each. */
const figures = [
  ['ledger', ''],
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
/** Stays while the figures scroll beneath it. */
const firstCell = 'sticky left-0 z-10 bg-paper';

/** A row a day, newest first, and the sum of all. Scrolls in its own frame where there is no room. */
export function IdentityTable({ compared: { days, total } }: { compared: ReconciliationResponse }) {
  const { t } = useTranslation();
  return (
    <div
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
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
              {t('adminSettlements.day')}
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
                <Mark holds={of.holds}>
                  <DayCell day={day} />
                </Mark>
              </th>
              <Figures of={of} day={day} />
              <td className={classes(cell, 'whitespace-nowrap')}>
                <Findings of={of} day={day} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <th scope="row" className={classes(cell, firstCell, 'text-left')}>
              <Mark holds={total.holds}>{t('adminSettlements.total')}</Mark>
            </th>
            <Figures of={total} day={null} />
            <td className={classes(cell, 'tabular-nums')}>{total.openFindings}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Seen without scrolling; the words for it stand in the row. */
function Mark({ holds, children }: { holds: boolean; children: React.ReactNode }) {
  const Icon = holds ? CircleCheck : TriangleAlert;
  return (
    <span className="whitespace-nowrap">
      <Icon
        aria-hidden
        className={classes('mr-1.5 inline size-4', holds ? 'text-leaf' : 'text-vermilion')}
      />
      {children}
    </span>
  );
}

function Figures({ of, day }: { of: ReconciledFigures; day: string | null }) {
  const { t } = useTranslation();
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
          of.holds ? 'text-leaf' : 'text-vermilion',
        )}
      >
        {of.holds ? t('adminSettlements.agrees') : toDifferenceWords(t, of).join(' ')}
      </td>
    </>
  );
}

/** The day's events that moved money at the gateway. */
const toEvents = (day: string): string =>
  ledgerLink({
    kind: 'TopUpCredited,TopUpRefunded,RefundReturned,TopUpDisputed,DisputeWon,GatewayCorrected',
    from: parseMomentInput(`${day}T00:00`),
    to: parseMomentInput(`${addDays(day, 1)}T00:00`),
  });

/** Which side is off, and by how much: `The gateway has ₹500.00 more than the ledger.` */
export function toDifferenceWords(t: TFunction, of: ReconciledFigures): string[] {
  const { gateway, accounted } = getDifferences(of);
  const toWords = (paise: number, side: 'gateway' | 'accounted') =>
    paise === 0
      ? []
      : t(`adminSettlements.${side}${paise > 0 ? 'More' : 'Less'}`, {
          amount: formatRupees(Math.abs(paise) / 100),
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
