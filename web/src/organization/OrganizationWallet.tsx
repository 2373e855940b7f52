import { Link } from 'react-router-dom';
import { useBusy } from '../app/busy';
import { openWallet } from '../app/dialogs';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { Button, buttonClasses } from '../ui/Button';
import { CountingMoney, Money } from '../ui/Money';

/** What the members pay from, and what went this month. */
export function OrganizationWallet({
  balance,
  spentThisMonth,
}: {
  balance: number;
  spentThisMonth: number;
}) {
  const { t } = useTranslation();
  const busy = useBusy();
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3">
        <div>
          <dt className="text-note font-semibold text-ink-soft">{t('organization.wallet')}</dt>
          <dd className="figure-display font-extrabold tight">
            <CountingMoney rupees={balance} />
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 border-t border-fold pt-3">
          <dt className="text-note font-semibold text-ink-soft">{t('organization.spent')}</dt>
          <dd className="font-bold">
            <Money rupees={spentThisMonth} />
          </dd>
        </div>
      </dl>
      <div className="grid fit-columns-8 gap-3">
        <Button look="money" disabled={busy} onClick={() => openWallet()}>
          {t('wallet.addFunds')}
        </Button>
        <Link to={paths.wallet} className={buttonClasses({ look: 'outline' })}>
          {t('wallet.statement')}
        </Link>
      </div>
    </div>
  );
}
