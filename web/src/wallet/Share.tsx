import { formatRupees } from '@sachet/shared/money';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../api/hooks';
import { SpendMeter } from '../organization/SpendMeter';

/** For people of an organisation: whose wallet this is, and their own part of it. */
export function Share() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  if (!profile?.organizationName) return null;
  const { organizationName, firstName, lastName, budget, spentThisMonth } = profile;
  return (
    <div className="grid gap-4 rounded-xl border border-fold bg-packet px-4 py-4 sm:px-5">
      <div>
        <h2 className="text-lead font-bold wrap-anywhere">
          {t('member.wallet', { name: organizationName })}
        </h2>
        <p className="text-note text-ink-soft">{t('member.shared')}</p>
      </div>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-note">
          <span className="font-semibold text-ink-soft">
            {t(budget > 0 ? 'member.budget' : 'member.spent')}
          </span>
          {budget > 0 && (
            <span className="money text-ink-soft">
              {t('results.left', { amount: formatRupees(Math.max(0, budget - spentThisMonth)) })}
            </span>
          )}
        </p>
        <SpendMeter name={`${firstName} ${lastName}`} spent={spentThisMonth} budget={budget} />
      </div>
    </div>
  );
}
