import type { TopUp } from '@sachet/shared/payments/contracts/payment';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { Check, CircleAlert, Hourglass, type LucideIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useConfig, useWallet } from '../../../api/hooks';
import { useTopUp } from '../../../api/top-up';
import { EntryDocuments } from '../../tax/documents/DownloadDocument';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Spinner } from '../../../ui/Spinner';
import { toNextStep, toOutcome } from './checkout-machine';
import { showEndInDialog } from './orders';

/**
 * Shows the state of an order and what it means for the user. `children` are the possible actions. While the
 * order loads, `topUp` is undefined.
 */
export function TopUpEnd({
  topUp,
  available,
  children,
}: {
  topUp: TopUp | undefined;
  /** Shown instead of the added amount, beside the toast that says what was added. */
  available?: number;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const words = {
    amount: formatPrice(topUp?.amount ?? 0),
    email: config?.company.supportEmail,
    order: topUp?.orderId,
  };
  switch (toOutcome(topUp)) {
    case 'credited': {
      const title =
        available === undefined
          ? t('topUp.added', words)
          : t('topUp.nowAvailable', { amount: formatRupees(available) });
      return (
        <Outcome look="good" icon={Check} title={title}>
          {children}
          {topUp && <EntryDocuments order={topUp.orderId} />}
        </Outcome>
      );
    }
    case 'failed': {
      const title = topUp?.reason
        ? t('topUp.failedBecause', { reason: topUp.reason })
        : t(topUp?.status === 'expired' ? 'topUp.expired' : 'topUp.failed');
      return (
        <Outcome look="bad" icon={CircleAlert} title={title} text={t('topUp.ifPaid')}>
          {children}
        </Outcome>
      );
    }
    case 'review':
      return (
        <Outcome
          look="waiting"
          icon={CircleAlert}
          title={t('topUp.review')}
          text={t('topUp.reviewText', words)}
        >
          {children}
        </Outcome>
      );
    case 'confirming':
      return (
        <Outcome
          look="waiting"
          icon={Hourglass}
          title={t('topUp.confirming')}
          text={t('topUp.confirmingText')}
        >
          {children}
        </Outcome>
      );
  }
}

/** Shown while the server verifies the payment that the gateway reported. */
export function Verifying() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid justify-items-center gap-3 py-8 text-center">
      <Spinner className="size-8" />
      <p className="text-lead font-semibold">{t('topUp.verifying')}</p>
      <p className="text-note text-ink-soft">{t('topUp.verifyingText')}</p>
    </div>
  );
}

const looks = {
  good: { box: 'bg-leaf-wash', icon: 'text-leaf' },
  bad: { box: 'bg-vermilion-wash', icon: 'text-vermilion' },
  waiting: { box: 'bg-sunk', icon: 'text-ink' },
};

function Outcome({
  look,
  icon: Icon,
  title,
  text,
  children,
}: {
  look: keyof typeof looks;
  icon: LucideIcon;
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div
      role={look === 'bad' ? 'alert' : 'status'}
      className={classes(
        'grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-xl px-4 py-4',
        looks[look].box,
      )}
    >
      <Icon aria-hidden className={classes('mt-0.5 size-5', looks[look].icon)} />
      <p className="money font-bold whitespace-normal">{title}</p>
      {text && <p className="col-start-2 text-note wrap-anywhere">{text}</p>}
      {children && <div className="col-start-2 mt-2 grid gap-3 empty:hidden">{children}</div>}
    </div>
  );
}

/** The content of the dialog after a payment. `price` is the price of the purchase that the money is for. */
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
  useEffect(() => showEndInDialog(orderId), [orderId]);

  const outcome = toOutcome(topUp);
  const missing = price === null || !wallet ? 0 : Math.max(0, price - wallet.available);
  const nextStep = toNextStep(outcome, missing);
  return (
    <div className="grid gap-4">
      <TopUpEnd topUp={topUp} available={wallet?.available}>
        {outcome === 'credited' && missing > 0 && (
          <p className="money text-note">
            {t('topUp.stillMissing', { amount: formatRupees(missing) })}
          </p>
        )}
      </TopUpEnd>
      {nextStep === 'tryAgain' || nextStep === 'addMore' ? (
        <Button onClick={onAgain}>
          {t(nextStep === 'tryAgain' ? 'common.tryAgain' : 'topUp.addMore')}
        </Button>
      ) : (
        <Button look={nextStep === 'done' ? 'ink' : 'outline'} onClick={onClose}>
          {t(nextStep === 'done' ? 'topUp.done' : 'common.close')}
        </Button>
      )}
    </div>
  );
}
