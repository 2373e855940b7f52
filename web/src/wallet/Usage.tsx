import { PaidTool } from '@sachet/shared/contracts/statement';
import type { WalletUsage } from '@sachet/shared/contracts/wallet';
import { formatRupees } from '@sachet/shared/money';
import { useApi } from '../api/use-api';
import { LoadError } from '../app/Loaded';
import { useLanguage } from '../i18n/language';
import { formatMonth } from '../i18n/time';
import { useTranslation } from '../i18n/translate';
import { Money } from '../ui/Money';
import { Skeleton } from '../ui/Skeleton';

type Month = WalletUsage['months'][number];

const colors: Record<PaidTool, string> = {
  image: 'var(--print-lilac)',
  edit_image: 'var(--print-jade)',
  chat: 'var(--print-sky)',
  general: 'var(--print-rose)',
  instagram: 'var(--marigold)',
};

/** The pale print color of a tool, darkened so that it is visible on the paper. */
const toFill = (tool: PaidTool) => `color-mix(in srgb, ${colors[tool]} 55%, var(--ink))`;

const sum = (months: readonly Month[], tools: readonly PaidTool[] = PaidTool.options) =>
  months.reduce(
    (total, { spent }) => tools.reduce((part, tool) => part + (spent[tool] ?? 0), total),
    0,
  );

/** Shows spending by month and tool as bars with their amounts, from the first month with spending. */
export function Usage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, mutate } = useApi('GET /api/wallet/usage');
  if (error && !data) {
    return <LoadError title={t('usage.failed')} error={error} onRetry={() => mutate()} />;
  }
  const first = data?.months.findIndex((month) => sum([month]) !== 0) ?? -1;
  const months = data && first >= 0 ? data.months.slice(first) : [];
  const most = Math.max(...months.map((month) => sum([month])));
  const tools = PaidTool.options.filter((tool) => sum(months, [tool]) > 0);
  return (
    <section aria-labelledby="usage" className="grid gap-3">
      <h2 id="usage" className="text-lead font-bold">
        {t('usage.title')}
      </h2>
      {!data ? (
        <Skeleton className="h-24 w-full" />
      ) : months.length === 0 ? (
        <p className="text-note text-ink-soft">{t('usage.empty')}</p>
      ) : (
        <>
          <table aria-labelledby="usage" className="w-full text-note">
            <tbody>
              {months.toReversed().map((month) => (
                <tr key={month.month}>
                  <th scope="row" className="w-px pr-3 text-left font-normal whitespace-nowrap">
                    {formatMonth(month.month, language)}
                  </th>
                  <td aria-hidden className="py-1">
                    <div
                      className="flex h-4 gap-px overflow-hidden rounded-sm"
                      style={{ width: `${(100 * Math.max(0, sum([month]))) / most}%` }}
                    >
                      {tools.map((tool) => (
                        <span
                          key={tool}
                          style={{ flexGrow: month.spent[tool] ?? 0, background: toFill(tool) }}
                        />
                      ))}
                    </div>
                  </td>
                  <td className="w-px pl-3 text-right font-semibold">
                    <Money rupees={sum([month])} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul aria-label={t('usage.byTool')} className="flex flex-wrap gap-x-4 gap-y-1 text-note">
            {tools.map((tool) => (
              <li key={tool} className="flex items-center gap-1.5">
                <span
                  aria-hidden
                  className="size-2.5 rounded-[3px]"
                  style={{ background: toFill(tool) }}
                />
                {t(`usage.${tool}`)}
                <span className="money text-ink-soft">{formatRupees(sum(months, [tool]))}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
