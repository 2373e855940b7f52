import { classes } from '../../../ui/classes';
import { Money } from '../../../ui/Money';
import { Section } from '../../../ui/Section';
import { Skeleton } from '../../../ui/Skeleton';
import { EventLink } from './cells';
import { tableRoles } from './table-roles';

interface Line {
  readonly name: string;
  /** The sign in front of the name; '' for the first line. */
  readonly sign: '' | '+' | '−' | '=';
  /** null while it is loading. */
  readonly rupees: number | null;
  /** Links to the events that the amount sums up; null without such events. */
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
  return (
    <Section title={title}>
      {/* Each row wraps like text: an amount without room goes below its name. */}
      <table {...tableRoles.table} aria-label={title} className="block text-note">
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
                {line.rupees === null ? (
                  <Skeleton className="h-4 w-16" />
                ) : line.to && line.rupees !== 0 ? (
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
    </Section>
  );
}
