import type { LedgerVerification } from '@sachet/shared/contracts/admin-ledger';
import { useTranslation } from 'react-i18next';

const grouped = new Intl.NumberFormat('en-IN');

/** Of a run that waits for a worker or is under way. */
export function Progress({ run: { step, done, total } }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  const words = step
    ? t(`adminLedger.step.${step}`, { done: grouped.format(done), total: grouped.format(total) })
    : t('adminLedger.step.waiting');
  return (
    <div className="grid gap-1 text-note">
      <p role="status" className="tabular-nums">
        {words}
      </p>
      <progress
        aria-label={t('adminLedger.progress')}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-ink"
        max={Math.max(1, total)}
        value={step ? done : 0}
      />
    </div>
  );
}
