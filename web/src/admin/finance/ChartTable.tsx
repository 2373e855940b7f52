import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Money } from '../../ui/Money';
import { DayCell, EventLink } from '../frame/cells';
import { toLabel } from './series-label';
import type { Chart, Day } from './charts';
import { oneDay } from './ledger-urls';

const head =
  'sticky top-0 border-b border-edge/60 bg-paper px-2 py-1.5 font-semibold text-ink-soft';
const cell = 'h-9 border-b border-fold px-2 py-1.5 whitespace-nowrap';

/** What is drawn, and what it is made of; newest first. Scrolls in its own frame. */
export function ChartTable({
  chart: { series },
  days,
  title,
}: {
  chart: Chart;
  days: readonly Day[];
  title: string;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="region"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto border-y border-fold focus-visible:-outline-offset-2"
    >
      <table aria-label={title} className="w-full border-separate border-spacing-0 text-note">
        <thead>
          <tr>
            <th scope="col" className={classes(head, 'left-0 z-20 text-left')}>
              {t('adminFinance.day')}
            </th>
            {series.map((each) => (
              <th key={each.key} scope="col" className={classes(head, 'z-10 text-right')}>
                {toLabel(t, each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, figures }) => (
            <tr key={day}>
              <th
                scope="row"
                className={classes(cell, 'sticky left-0 z-10 bg-paper text-left font-semibold')}
              >
                <DayCell day={day} />
              </th>
              {series.map(({ key, rupees, to }) => {
                const amount = rupees(figures);
                return (
                  <td
                    key={key}
                    className={classes(cell, 'text-right', amount === 0 && 'text-ink-soft')}
                  >
                    {to && amount !== 0 ? (
                      <EventLink to={to(oneDay(day))}>
                        <Money rupees={amount} />
                      </EventLink>
                    ) : (
                      <Money rupees={amount} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
