import { refundReasonLength, type WalletPayment } from '@sachet/shared/contracts/admin-payments';
import { formatRupees } from '@sachet/shared/money';
import { type FormEvent, useState } from 'react';
import { refundPayment } from '../../api/admin-users';
import { useIdempotentSend } from '../../api/idempotent-send';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from '../frame/fields';
import { ErrorNote, MoneyWarning, useGuarded } from '../frame/confirm';
import { parseAmount } from './amount';

/** How much of a payment goes back, and why. It begins with all that may. */
export function RefundForm({
  payment,
  onChanged,
  onClose,
}: {
  payment: WalletPayment;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useGuarded(onChanged);
  const send = useIdempotentSend();
  const [typed, setTyped] = useState(String(payment.refundable));
  const [reason, setReason] = useState('');
  const amount = parseAmount(typed);
  const isTooMuch = amount !== null && amount > payment.refundable;
  const most = formatRupees(payment.refundable);
  const isReady =
    amount !== null && amount > 0 && !isTooMuch && reason.trim().length >= refundReasonLength.min;

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
          act: () => send(body, (key) => refundPayment(body, key)),
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
            typed.trim() !== '' && (amount === null || amount < 0 || isTooMuch)
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
      <ErrorNote>{error}</ErrorNote>
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
