import type {
  FinanceFigures,
  FinanceRange,
  FinanceResponse,
} from '@sachet/shared/finance/contracts/admin-finance';
import { type MovedPaise, tools } from '@sachet/shared/finance/day-figures';
import { addDays } from '@sachet/shared/time';
import { useId } from 'react';
import { useApi } from '../../api/use-api';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { classes } from '../../ui/classes';
import { Money } from '../../ui/Money';
import { EventLink } from '../frame/cells';
import { tableRoles } from '../frame/DataTable';
import { toBalancesUrl, toEventsUrl } from './charts';

/** The figures that change the money owed to users, each with its sign. */
const steps = [
  ['topUps', '+'],
  ['paidBack', '−'],
  ['given', '+'],
  ['used', '−'],
  ['cleared', '−'],
] as const satisfies [keyof MovedPaise, string][];

/** Leads from the opening to the closing liability. The lines add up to the paisa. */
export function Movement({ books, range }: { books: FinanceResponse; range: FinanceRange }) {
  const { t } = useTranslation();
  const { opening, total } = books;
  const dayBefore = addDays(range.from, -1);
  return (
    <Statement
      title={t('adminFinance.movement')}
      lines={[
        {
          name: t('adminFinance.opening'),
          sign: '',
          rupees: opening,
          to: toBalancesUrl({ from: dayBefore, to: dayBefore }),
        },
        ...steps.map(([name, sign]) => ({
          name: t(`adminFinance.step.${name}`),
          sign,
          rupees: total[name],
          to: toEventsUrl([name], range),
        })),
      ]}
      result={{
        name: t('adminFinance.closing'),
        sign: '=',
        rupees: total.owed,
        to: toBalancesUrl(range),
      }}
    />
  );
}

const providers = ['google', 'openai'] as const;

/**
 * Shows revenue by tool without GST, less gateway fees and provider costs. Super admins get links to the providers'
 * billing.
 */
export function Earned({ figures }: { figures: FinanceFigures }) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const { revenueByTool, forfeited, fees, providerCost, margin } = figures;
  return (
    <Statement
      title={t('adminFinance.earned')}
      lines={[
        ...tools.map((tool) => ({
          name: t(`adminFinance.series.${tool}`),
          sign: '+' as const,
          rupees: revenueByTool[tool],
          to: null,
        })),
        { name: t('adminFinance.forfeited'), sign: '+', rupees: forfeited, to: null },
        { name: t('adminFinance.gatewayFees'), sign: '−', rupees: fees, to: null },
        ...providers.map((provider) => ({
          name: t('adminFinance.costOf', { provider: t(`adminFinance.series.${provider}`) }),
          sign: '−' as const,
          rupees: providerCost[provider],
          to: me?.isSuperAdmin ? paths.adminBilling : null,
        })),
      ]}
      result={{ name: t('adminFinance.margin'), sign: '=', rupees: margin, to: null }}
    />
  );
}

interface Line {
  readonly name: string;
  /** The sign in front of the name; '' for the first line. */
  readonly sign: '' | '+' | '−' | '=';
  readonly rupees: number;
  /** Links to the events that the amount sums up; null if there are none. */
  readonly to: string | null;
}

/** A list of amounts of which the last line is the sum. */
export function Statement({
  title,
  lines,
  result,
}: {
  title: string;
  lines: readonly Line[];
  result: Line;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      {/* Each row wraps like text: an amount without room goes below its name. */}
      <table {...tableRoles.table} aria-labelledby={id} className="block text-note">
        <tbody {...tableRoles.rows} className="block">
          {[...lines, result].map((line) => (
            <tr
              key={line.name}
              {...tableRoles.row}
              className={classes(
                'flex min-h-9 flex-wrap items-center justify-between gap-x-4 py-1',
                line === result ? 'font-bold' : 'border-b border-fold',
              )}
            >
              <th
                {...tableRoles.rowHead}
                scope="row"
                className={classes('text-left', line !== result && 'font-normal')}
              >
                <span aria-hidden className="inline-block w-5 text-ink-soft">
                  {line.sign}
                </span>
                {line.name}
              </th>
              <td
                {...tableRoles.cell}
                className={classes('ml-auto', line.rupees === 0 && 'text-ink-soft')}
              >
                {line.to && line.rupees !== 0 ? (
                  <EventLink to={line.to}>
                    <Money rupees={line.rupees} />
                  </EventLink>
                ) : (
                  <Money rupees={line.rupees} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
