import {
  refundReasonLength,
  type WalletPayment,
  type WalletPayments,
} from '@sachet/shared/contracts/admin-payments';
import { formatRupees, paiseFromRupees } from '@sachet/shared/money';
import { smallestRefundPaise } from '@sachet/shared/payment';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useUserPayments } from '../../api/admin-users';
import { api } from '../../api/client';
import { useIdempotentSend } from '../../api/idempotent-send';
import { Loaded } from '../../app/Loaded';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { Money } from '../../ui/Money';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { CopyId, EventLink, MomentCell, StateMark } from '../frame/cells';
import { MoneyWarning, useConfirmedAction } from '../frame/confirm';
import { CompactField } from '../frame/fields';
import { parseAmount } from './user-input';

/** Lists the payments into the wallet that the user pays from, and what can be refunded. */
export function Payments({ uid, onChanged }: { uid: string; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const read = useUserPayments(uid);
  const [refunding, setRefunding] = useState<string | null>(null);
  useRefundsMoved(read.data, onChanged);
  return (
    <section aria-labelledby="payments" className="grid gap-2 text-note">
      <h3 id="payments" className="text-body font-bold">
        {t('adminUsers.payments')}
      </h3>
      <Loaded
        compact
        read={{ data: read.data?.payments, error: read.error, mutate: () => read.mutate() }}
        failed={t('adminUsers.paymentsFailed')}
        loading={<Skeleton className="h-20 w-full" />}
        empty={<p className="text-ink-soft">{t('adminUsers.noPayments')}</p>}
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
                    payment={payment}
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

/** Refunds a payment. The default amount is all that is refundable. */
function RefundForm({
  payment,
  onChanged,
  onClose,
}: {
  payment: WalletPayment;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const send = useIdempotentSend();
  const [typed, setTyped] = useState(String(payment.refundable));
  const [reason, setReason] = useState('');
  const amount = parseAmount(typed);
  const isOutside =
    amount !== null &&
    (amount > payment.refundable || paiseFromRupees(amount)! < smallestRefundPaise);
  const most = formatRupees(payment.refundable);
  const isReady = amount !== null && !isOutside && reason.trim().length >= refundReasonLength.min;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const body = { paymentId: payment.paymentId, amount, reason: reason.trim() };
    const words = { amount: formatRupees(amount), id: payment.paymentId };
    ask({
      question: (
        <MoneyWarning rupees={amount} reason={body.reason}>
          {t('adminUsers.confirmRefund', words)}
        </MoneyWarning>
      ),
      steps: [
        {
          act: () =>
            send(body, (idempotencyKey) =>
              api('POST /api/admin/refund-payment', { body, idempotencyKey }),
            ),
          failed: t('adminUsers.actionFailed'),
        },
      ],
      done: t('adminUsers.refundStarted', words),
      onDone: onClose,
    });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={t('adminUsers.refundOf', { id: payment.paymentId })}
      className="grid gap-3 rounded-lg bg-sunk/50 p-3"
    >
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <CompactField
          label={t('adminUsers.amount')}
          inputMode="decimal"
          value={typed}
          onChange={setTyped}
          hint={t('adminUsers.atMost', { amount: most })}
          error={
            typed.trim() !== '' && (amount === null || isOutside)
              ? t('adminUsers.refundInvalid', { amount: most })
              : null
          }
        />
        <CompactField
          label={t('adminUsers.reason')}
          maxLength={refundReasonLength.max}
          value={reason}
          onChange={setReason}
        />
      </div>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" look="money" type="submit" disabled={!isReady}>
          {t('adminUsers.refundNow')}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
