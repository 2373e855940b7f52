import type { ProviderBalance } from '@sachet/shared/contracts/admin-balances';
import { useId } from 'react';
import { useTranslation } from '../../i18n/translate';
import { MomentCell, StateMark } from '../frame/cells';
import { compactInput } from '../frame/fields';
import type { BalanceChange, BalanceDraft } from './balance-changes';
import { Spending } from './Spending';
import { UsdField } from './UsdField';

const notesMax = 2000;

/** docs/product.md, Screens: what we have with one provider, as an admin keeps it by hand. */
export function BalanceCard({
  name,
  balance,
  change,
  onChange,
}: {
  name: string;
  balance: ProviderBalance;
  change: BalanceChange;
  onChange: (draft: BalanceDraft) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { typed, invalid, belowThreshold } = change;
  const { apiKeyPresent } = balance;
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-lg border border-fold bg-packet px-4 py-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lead font-bold">
          {name}
        </h2>
        <span className="text-note">
          <StateMark tone={apiKeyPresent ? 'good' : 'bad'}>
            {t(apiKeyPresent ? 'adminBalances.keyPresent' : 'adminBalances.keyMissing')}
          </StateMark>
        </span>
      </div>
      <div role="alert" className="empty:hidden">
        {belowThreshold && (
          <p className="rounded-lg bg-vermilion-wash px-3 py-2 text-note font-semibold text-vermilion">
            {t('adminBalances.low')}
          </p>
        )}
      </div>
      <Spending balance={balance} />
      <div className="grid gap-3 sm:grid-cols-2">
        <UsdField
          label={t('adminBalances.balance')}
          value={typed.balance}
          invalid={invalid.balance}
          onChange={(balance) => onChange({ balance })}
        />
        <UsdField
          label={t('adminBalances.threshold')}
          min={0}
          value={typed.threshold}
          invalid={invalid.threshold}
          onChange={(threshold) => onChange({ threshold })}
        />
        <IsCurrent change={change} onChange={(isCurrent) => onChange({ isCurrent })} />
        <div className="grid gap-1 sm:col-span-2">
          <label htmlFor={`${id}-notes`} className="text-note font-semibold">
            {t('adminBalances.notes')}
          </label>
          <textarea
            id={`${id}-notes`}
            rows={3}
            maxLength={notesMax}
            value={typed.notes}
            onChange={(event) => onChange({ notes: event.target.value })}
            className={compactInput}
          />
        </div>
      </div>
      <p className="text-note wrap-anywhere text-ink-soft">
        {balance.updatedAt ? (
          <>
            {t('adminBalances.updated')} <MomentCell timestamp={balance.updatedAt} />
            {balance.updatedBy && ` · ${balance.updatedBy}`}
          </>
        ) : (
          t('adminBalances.noUpdates')
        )}
      </p>
    </section>
  );
}

/** Whether the count of what was spent begins anew; with another balance it always does. */
function IsCurrent({
  change: { hasBalance, isNewBalance, update },
  onChange,
}: {
  change: BalanceChange;
  onChange: (isCurrent: boolean) => void;
}) {
  const { t } = useTranslation();
  const isImplied = hasBalance && isNewBalance;
  return (
    <label className="flex items-start gap-2 text-note sm:col-span-2 pointer-coarse:min-h-11 pointer-coarse:items-center">
      <input
        type="checkbox"
        checked={isImplied || update?.balanceIsCurrent === true}
        disabled={isImplied || !hasBalance}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-ink pointer-coarse:mt-0"
      />
      <span>
        <span className="font-semibold">{t('adminBalances.isCurrent')}</span>{' '}
        <span className="text-ink-soft">{t('adminBalances.isCurrentText')}</span>
      </span>
    </label>
  );
}
