import { formatPrice } from '@sachet/shared/money';
import type { ComponentProps } from 'react';
import { useConfig } from '../api/hooks';
import { useProfile } from '../api/profile';
import { useTopUp } from '../api/top-up';
import { useTranslation } from '../i18n/translate';
import type { CheckoutError } from './checkout-machine';
import { useOpenedOrders } from './orders';
import { TopUpForm } from './TopUpForm';

/** The form, and what its payer should know before: what went wrong, whose wallet it is. */
export function AddMoney({
  error,
  busy,
  ...form
}: {
  error: CheckoutError | null;
} & ComponentProps<typeof TopUpForm>) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const { data: profile } = useProfile();
  if (config && !config.razorpay) return <Note>{t('topUp.off')}</Note>;
  return (
    <div className="grid gap-4">
      {error && (
        // The toast has announced it.
        <div className="rounded-xl bg-vermilion-wash px-4 py-3">
          <p className="font-semibold wrap-anywhere">{error.message}</p>
          <p className="mt-1 text-note">
            {t(error.isNothingPaid ? 'topUp.nothingPaid' : 'topUp.ifPaid')}
          </p>
        </div>
      )}
      <StillConfirming />
      {profile?.organizationName && (
        <Note>
          {t(profile.role === 'admin' ? 'member.paysInto' : 'member.paysIntoTheirs', {
            name: profile.organizationName,
          })}
        </Note>
      )}
      <TopUpForm {...form} busy={busy || !config} />
    </div>
  );
}

/** So that nobody pays again what is on its way. */
function StillConfirming() {
  const { t } = useTranslation();
  const last = useOpenedOrders().findLast((order) => !order.hasEnded);
  const { data: topUp } = useTopUp(last?.orderId ?? null);
  if (topUp?.status !== 'confirming') return null;
  return <Note>{t('topUp.stillConfirming', { amount: formatPrice(topUp.amount) })}</Note>;
}

function Note({ children }: { children: string }) {
  return <p className="rounded-xl bg-sunk px-4 py-3 text-note wrap-anywhere">{children}</p>;
}
