import type {
  WalletPayment,
  WalletPayments,
} from '@sachet/shared/payments/contracts/admin-payments';
import { smallestRefundPaise } from '@sachet/shared/payments/payment';
import { useEffect, useRef, useState } from 'react';
import { useUserPayments } from '../../../api/admin-users';
import { api } from '../../../api/client';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { EmptyState } from '../../../ui/EmptyState';
import { Skeleton } from '../../../ui/Skeleton';
import { CopyId, EventLink, MomentCell, StateMark } from '../frame/cells';
import { RefundForm } from '../frame/RefundForm';

/** Lists the payments into the wallet that the user pays from, and what can be refunded. */
export function Payments({ uid, onChanged }: { uid: string; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const read = useUserPayments(uid);
  const [refunding, setRefunding] = useState<string | null>(null);
  useRefundsMoved(read.data, onChanged);
  return (
    <section aria-labelledby="payments" className="grid gap-2 text-note">
      <h3 id="payments" className="text-body font-bold">
        {t('admin.payments')}
      </h3>
      <Loaded
        compact
        read={{ data: read.data?.payments, error: read.error, mutate: () => read.mutate() }}
        failed={t('adminUsers.paymentsFailed')}
        loading={<Skeleton className="h-20 w-full" />}
        empty={
          <EmptyState compact title={t('adminUsers.noPayments')}>
            {t('adminUsers.noPaymentsText')}
          </EmptyState>
        }
      >
        {(payments) => (
          <ul aria-labelledby="payments" className="divide-y divide-fold border-y border-fold">
            {payments.map((payment) => (
              <li key={payment.paymentId} className="grid gap-2 py-2">
                <Payment
                  payment={payment}
                  isOpen={refunding === payment.paymentId}
                  onRefund={() => setRefunding(payment.paymentId)}
                />
                {refunding === payment.paymentId && (
                  <RefundForm
                    label={t('adminUsers.refundOf', { id: payment.paymentId })}
                    refundable={payment.refundable}
                    leastPaise={smallestRefundPaise}
                    onRefund={(refund, idempotencyKey) =>
                      api('POST /api/admin/refund-payment', {
                        body: { paymentId: payment.paymentId, ...refund },
                        idempotencyKey,
                      })
                    }
                    toQuestion={(amount) =>
                      t('adminUsers.confirmRefund', { amount, id: payment.paymentId })
                    }
                    toDone={(amount) => t('adminUsers.refundStarted', { amount })}
                    onChanged={onChanged}
                    onClose={() => setRefunding(null)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

/** Reloads everything when a refund changes its state, because a refund also changes the balance. */
function useRefundsMoved(data: WalletPayments | undefined, onMoved: () => Promise<void>): void {
  const states = data?.payments
    .flatMap(({ refunds }) => refunds.map(({ refundId, status }) => `${refundId} ${status}`))
    .join(', ');
  const seen = useRef(states);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== states) void onMoved();
    seen.current = states;
    // `onMoved` is a new function on every render and must not trigger a reload.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [states]);
}

function Payment({
  payment,
  isOpen,
  onRefund,
}: {
  payment: WalletPayment;
  isOpen: boolean;
  onRefund: () => void;
}) {
  const { t } = useTranslation();
  const { credited, refunded, disputed, refundable, refunds } = payment;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-44">
          <CopyId id={payment.paymentId} />
          <span className="block text-ink-soft">
            <MomentCell timestamp={payment.creditedAt} />
          </span>
          <EventLink to={paths.trail(payment.paymentId)}>{t('admin.trail')}</EventLink>
        </span>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:w-full max-sm:justify-between">
          <Amount name={t('adminUsers.credited')} rupees={credited} />
          {refunded > 0 && <Amount name={t('adminUsers.refunded')} rupees={refunded} />}
          {disputed > 0 && <Amount name={t('adminUsers.disputed')} rupees={disputed} />}
          <Amount name={t('adminUsers.refundable')} rupees={refundable} />
          <Button
            size="compact"
            look="outline"
            aria-expanded={isOpen}
            aria-label={t('adminUsers.refundOf', { id: payment.paymentId })}
            disabled={refundable <= 0}
            onClick={onRefund}
          >
            {t('adminUsers.refund')}
          </Button>
        </div>
      </div>
      {refunds.length > 0 && (
        <ul className="grid gap-1 border-l-2 border-fold pl-3">
          {refunds.map((refund) => (
            <li key={refund.refundId} className="flex flex-wrap items-baseline gap-x-3">
              <Money rupees={refund.amount} className="font-semibold" />
              <StateMark tone={tones[refund.status]}>{t(`adminUsers.${refund.status}`)}</StateMark>
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                {refund.reason}
                {refund.failure && <span className="text-vermilion"> {refund.failure}</span>}
              </span>
              <span className="text-ink-soft">
                <MomentCell timestamp={refund.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const tones = { reserved: 'plain', pending: 'plain', processed: 'good', failed: 'bad' } as const;

function Amount({ name, rupees }: { name: string; rupees: number }) {
  return (
    <span className="sm:text-right">
      <span className="block text-ink-soft">{name}</span>
      <Money rupees={rupees} className="font-semibold" />
    </span>
  );
}
