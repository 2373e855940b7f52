import { formatRupees } from '@sachet/shared/money';
import { useEffect } from 'react';
import { useWallet } from '../api/hooks';
import { useTopUp } from '../api/top-up';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { toNextStep, toOutcome } from './checkout-machine';
import { attend } from './orders';
import { TopUpEnd } from './TopUpEnd';

/** The dialog after the payment. `price` is what the money was for. */
export function Settling({
  orderId,
  price,
  onAgain,
  onClose,
}: {
  orderId: string;
  price: number | null;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { data: topUp } = useTopUp(orderId);
  const { data: wallet } = useWallet();
  useEffect(() => attend(orderId), [orderId]);

  const outcome = toOutcome(topUp);
  const available = wallet?.available ?? 0;
  const missing = price === null ? 0 : Math.max(0, price - available);
  const nextStep = toNextStep(outcome, missing);
  return (
    <div className="grid gap-4">
      <TopUpEnd topUp={topUp}>
        {outcome === 'credited' && wallet && (
          <p className="money text-note">
            {t(missing > 0 ? 'topUp.stillMissing' : 'topUp.nowAvailable', {
              amount: formatRupees(missing > 0 ? missing : available),
            })}
          </p>
        )}
      </TopUpEnd>
      {nextStep === 'tryAgain' || nextStep === 'addMore' ? (
        <Button onClick={onAgain}>{t(`topUp.${nextStep}`)}</Button>
      ) : (
        <Button look={nextStep === 'done' ? 'ink' : 'outline'} onClick={onClose}>
          {t(nextStep === 'done' ? 'topUp.done' : 'shell.close')}
        </Button>
      )}
    </div>
  );
}
