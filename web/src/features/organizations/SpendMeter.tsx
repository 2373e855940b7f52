import { formatRupees } from '@sachet/shared/money';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Money } from '../../ui/Money';
import { partSpent } from './budget';

/** Shows a user's spending this month, compared with the budget if there is one. */
export function SpendMeter({
  name,
  spent,
  budget,
}: {
  name: string;
  spent: number;
  budget: number;
}) {
  const { t } = useTranslation();
  const part = partSpent(spent, budget);
  const isUsedUp = part === 1;
  const amounts = { spent: formatRupees(spent), budget: formatRupees(budget) };
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <Money rupees={spent} className="font-bold" />
        <span className="money text-note text-ink-soft">
          {part === null ? t('member.unlimited') : t('organization.ofBudget', amounts)}
        </span>
      </p>
      {part !== null && (
        <div
          role="meter"
          aria-label={t('organization.spent')}
          aria-valuemin={0}
          aria-valuemax={budget}
          aria-valuenow={Math.min(spent, budget)}
          aria-valuetext={t('organization.spentOf', { name, ...amounts })}
          className="h-2 overflow-hidden rounded-full bg-sunk ring-1 ring-edge/60 ring-inset"
        >
          <div
            className={classes(
              'h-full rounded-full transition-[width] duration-200 ease-out',
              isUsedUp ? 'bg-vermilion' : 'bg-ink',
            )}
            style={{ width: `${part * 100}%` }}
          />
        </div>
      )}
      {isUsedUp && (
        <p className="text-note font-semibold text-vermilion">{t('organization.usedUp')}</p>
      )}
    </div>
  );
}
