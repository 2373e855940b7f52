import type {
  ReconciledFigures,
  ReconciliationResponse,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { paths } from '../../../app/base/paths';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { Money } from '../../../ui/Money';
import { DayCell, EventLink } from '../../admin/frame/cells';
import { tableRoles } from '../../admin/frame/table-roles';
import {
  getState,
  hasMoved,
  stateColours,
  stateIcons,
  toDifferenceWords,
  toGatewayEvents,
} from './reconciled';
import './identity.css';

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
const cell = 'identity-cell lg:h-9 lg:border-b lg:border-fold lg:px-2 lg:py-1.5 lg:align-baseline';

/** One row per day, newest first, and the total. Narrow screens leave out the days on which nothing moved. */
export function IdentityTable({ compared: { days, total } }: { compared: ReconciliationResponse }) {
  const { t } = useTranslation();
  return (
    <div
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
      tabIndex={0}
      aria-label={t('adminSettlements.identity')}
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table
        {...tableRoles.table}
        aria-label={t('adminSettlements.identity')}
        className="w-full border-separate border-spacing-0 text-note identity"
      >
        <thead {...tableRoles.rows} className="max-lg:sr-only">
          <tr {...tableRoles.row}>
            <th {...tableRoles.head} scope="col" className={classes(head, 'text-left')}>
              {t('adminCommon.day')}
            </th>
            {figures.map(([name, sign]) => (
              <th
                key={name}
                {...tableRoles.head}
                scope="col"
                className={classes(head, 'text-right')}
              >
                <span aria-hidden>{sign} </span>
                {t(`adminSettlements.${name}`)}
              </th>
            ))}
            <th {...tableRoles.head} scope="col" className={classes(head, 'pl-6 text-left')}>
              {t('adminSettlements.result')}
            </th>
            <th {...tableRoles.head} scope="col" className={classes(head, 'text-left')}>
              {t('adminSettlements.findings')}
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows} className="identity-days">
          {days.toReversed().map(({ day, figures: of }) => (
            <tr
              key={day}
              {...tableRoles.row}
              className={classes('identity-card', !hasMoved(of) && 'is-still')}
            >
              <th
                {...tableRoles.rowHead}
                scope="row"
                className={classes(cell, 'text-left font-semibold')}
              >
                <Mark of={of}>
                  <DayCell day={day} />
                </Mark>
              </th>
              <FigureCells of={of} day={day} />
              <td
                {...tableRoles.cell}
                data-name={t('adminSettlements.findings')}
                className={classes(
                  cell,
                  'whitespace-nowrap',
                  of.findings === 0 && of.openFindings === 0 && 'is-still',
                )}
              >
                <Findings of={of} day={day} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot {...tableRoles.rows}>
          <tr {...tableRoles.row} className="identity-card font-bold">
            <th {...tableRoles.rowHead} scope="row" className={classes(cell, 'text-left')}>
              <Mark of={total}>{t('adminCommon.total')}</Mark>
            </th>
            <FigureCells of={total} day={null} />
            <td
              {...tableRoles.cell}
              data-name={t('adminSettlements.findings')}
              className={classes(cell, 'tabular-nums')}
            >
              {total.openFindings}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Shows the result as an icon that is visible without scrolling. The row contains the text. */
function Mark({ of, children }: { of: ReconciledFigures; children: React.ReactNode }) {
  const state = getState(of);
  const Icon = stateIcons[state];
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
      {figures.map(([name, sign]) => (
        <td
          key={name}
          {...tableRoles.cell}
          data-name={`${sign} ${t(`adminSettlements.${name}`)}`.trim()}
          className={classes(cell, 'text-right', !of[name] && 'is-still text-ink-soft')}
        >
          {name === 'ledger' && day && of.ledger !== 0 ? (
            <EventLink to={toGatewayEvents(day, day)}>
              <Money rupees={of.ledger} />
            </EventLink>
          ) : (
            <Money rupees={of[name]} />
          )}
        </td>
      ))}
      <td
        {...tableRoles.cell}
        className={classes(cell, 'min-w-44 font-semibold lg:pl-6', stateColours[state])}
      >
        {state === 'differs' ? toDifferenceWords(t, of).join(' ') : t(`adminSettlements.${state}`)}
      </td>
    </>
  );
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
