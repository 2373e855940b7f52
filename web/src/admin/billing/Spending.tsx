import type { ProviderBalance } from '@sachet/shared/contracts/admin-balances';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language';
import { formatMoment } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Nothing } from '../frame/cells';

/** Counted down from our own record of what calls cost, as it was last saved. */
export function Spending({ balance }: { balance: ProviderBalance }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { balanceEnteredAt, spentUSD, remainingUSD, spentPerDayUSD, daysLeft } = balance;
  const since = balanceEnteredAt
    ? t('adminBalances.since', { time: formatMoment(balanceEnteredAt, language) })
    : t('adminBalances.sinceEver');
  return (
    <dl className="grid fit-columns-5.5 gap-px overflow-hidden rounded-lg border border-fold bg-fold">
      <Figure name={t('adminBalances.spent')} note={since}>
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
    </dl>
  );
}

function Figure({
  name,
  note,
  isBad = false,
  children,
}: {
  name: string;
  note: string | null;
  isBad?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid content-start bg-packet px-3 py-2.5">
      <dt className="text-note text-ink-soft">{name}</dt>
      <dd className={classes('text-lead font-bold tabular-nums', isBad && 'text-vermilion')}>
        {children}
        {note && <span className="block text-note font-normal text-ink-soft">{note}</span>}
      </dd>
    </div>
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

/** `$3.20`, `−$0.0041`: a single call costs parts of a cent, which are not nothing. */
function formatDollars(usd: number): string {
  const isSmall = usd !== 0 && Math.abs(usd) < 0.1;
  return (isSmall ? small : cents).format(usd).replace('-', '\u2212');
}
