import type { ProviderBalance } from '@sachet/shared/models/contracts/admin-balances';
import { formatCount } from '@sachet/shared/money';
import { useId, useRef } from 'react';
import { useLanguage } from '../../../i18n/language';
import { formatMoment } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { compactInputClasses } from '../../../ui/Field';
import { Figure, Figures } from '../../../ui/Figures';
import { Notice } from '../../../ui/Notice';
import { Section } from '../../../ui/Section';
import { MomentCell, Nothing, StateMark } from '../../admin/frame/cells';
import { CompactField } from '../../admin/frame/fields';
import type { BalanceChange, BalanceDraft } from './balance-changes';

const notesMax = 2000;

/** The balance with one provider, which admins enter by hand (docs/product.md, Screens). */
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
    <Section
      look="card"
      title={name}
      end={
        <StateMark tone={apiKeyPresent ? 'good' : 'bad'}>
          {t(apiKeyPresent ? 'adminBalances.keyPresent' : 'adminBalances.keyMissing')}
        </StateMark>
      }
    >
      <Notice role="alert" tone="bad" compact>
        {belowThreshold && t('adminBalances.low')}
      </Notice>
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
            className={compactInputClasses}
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
      <Spending balance={balance} />
    </Section>
  );
}

/** Restarts the count of spending. A new balance always restarts it. */
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

/**
 * Shows the spending since the balance was entered, computed from our own record of the cost of each call.
 */
function Spending({ balance }: { balance: ProviderBalance }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { balanceEnteredAt, spentUSD, unpricedCalls, remainingUSD, spentPerDayUSD, daysLeft } =
    balance;
  const since = balanceEnteredAt
    ? t('adminBalances.since', { time: formatMoment(balanceEnteredAt, language) })
    : t('adminBalances.sinceEver');
  return (
    <Figures className="fit-columns-5.5">
      <Figure
        name={t('adminBalances.spent')}
        note={
          unpricedCalls > 0
            ? `${since} · ${t('adminBalances.notKnown', { calls: formatCount(unpricedCalls) })}`
            : since
        }
      >
        {formatDollars(spentUSD)}
      </Figure>
      <Figure
        name={t('adminBalances.remaining')}
        isBad={balance.belowThreshold}
        note={remainingUSD === null ? t('adminBalances.noBalance') : null}
      >
        {remainingUSD === null ? <Nothing /> : formatDollars(remainingUSD)}
      </Figure>
      <Figure
        name={t('adminBalances.daysLeft')}
        note={t('adminBalances.perDay', { amount: formatDollars(spentPerDayUSD) })}
      >
        {daysLeft === null ? <Nothing /> : daysLeft.toLocaleString('en-IN')}
      </Figure>
    </Figures>
  );
}

const format = (decimals: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  });
const cents = format(2);
const small = format(4);

/** `$3.20`, `−$0.0041`: a single call can cost less than a cent. */
function formatDollars(usd: number): string {
  const isSmall = usd !== 0 && Math.abs(usd) < 0.1;
  return (isSmall ? small : cents).format(usd).replace('-', '\u2212');
}

/** US dollars in steps of a cent (docs/product.md, Screens). */
function UsdField({
  label,
  value,
  invalid,
  min,
  onChange,
}: {
  label: string;
  value: string;
  invalid: boolean;
  min?: number;
  /** Receives null for text that the browser cannot read as a number and reports as ''. */
  onChange: (typed: string | null) => void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const isUnread = () => field.current?.validity.badInput === true;
  return (
    <CompactField
      label={label}
      type="number"
      step="0.01"
      min={min}
      inputMode="decimal"
      value={value}
      error={
        invalid ? t(min === 0 ? 'adminBalances.invalidThreshold' : 'adminBalances.invalid') : null
      }
      ref={field}
      onChange={(typed) => onChange(isUnread() ? null : typed)}
      // If an empty field becomes unreadable, its value stays '' and React does not call `onChange`.
      onInput={() => isUnread() && onChange(null)}
    />
  );
}
