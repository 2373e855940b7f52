import { formatRupees } from '@sachet/shared/money';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../api/hooks';

/**
 * Why `price` could not be paid, for whoever it concerns: members cannot add money themselves. With
 * enough in the wallet it was the member's budget.
 */
export function Refusal({ price, available }: { price: number; available: number }) {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const isMember = profile?.accountType === 'organization' && profile.role === 'user';
  const isAboutBudget = available >= price;
  if (isAboutBudget && !profile?.budget) return null;
  const words = {
    name: profile?.organizationName,
    budget: formatRupees(profile?.budget ?? 0),
    spent: formatRupees(profile?.spentThisMonth ?? 0),
    price: formatRupees(price),
  };
  return (
    <div role="alert" className="rounded-xl bg-vermilion-wash px-4 py-3">
      <p className="font-semibold">
        {isAboutBudget
          ? t('member.budgetTitle')
          : t(isMember ? 'member.fundsTitle' : 'error.insufficient_funds')}
      </p>
      {isMember && (
        <p className="mt-1 text-note">
          {t(isAboutBudget ? 'member.budgetText' : 'member.fundsText', words)}
        </p>
      )}
    </div>
  );
}
