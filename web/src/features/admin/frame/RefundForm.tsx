import { refundReasonLength } from '@sachet/shared/payments/contracts/admin-payments';
import { formatRupees, paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import type { FormEvent } from 'react';
import { useIdempotentSend } from '../../../api/idempotent-send';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { parseAmount } from './amount';
import { MoneyWarning, useConfirmedAction } from './confirm';
import { CompactField, useDraft } from './fields';

/** Refunds a payment or a charge, in whole or in part. The default amount is all that is refundable. */
export function RefundForm({
  label,
  reasonHint,
  refundable,
  leastPaise,
  onRefund,
  toQuestion,
  toDone,
  onChanged,
  onClose,
}: {
  label: string;
  /** Says who reads the reason. */
  reasonHint?: string;
  /** Rupees. */
  refundable: number;
  /** The smallest amount that can be refunded. */
  leastPaise: number;
  onRefund: (
    refund: { amount: number; reason: string },
    idempotencyKey: string,
  ) => Promise<unknown>;
  /** `amount` is formatted. */
  toQuestion: (amount: string) => string;
  /** The toast after the answer. */
  toDone: (amount: string) => string;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const send = useIdempotentSend();
  const { draft, field } = useDraft({ amount: String(refundable), reason: '' });
  const amount = parseAmount(draft.amount);
  const reason = draft.reason.trim();
  const isOutside =
    amount !== null && (amount > refundable || paiseFromRupees(amount)! < leastPaise);
  const most = formatRupees(refundable);
  const isReady = amount !== null && !isOutside && reason.length >= refundReasonLength.min;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const refund = { amount, reason };
    ask({
      question: (
        <MoneyWarning rupees={amount} reason={refund.reason}>
          {toQuestion(formatRupees(amount))}
        </MoneyWarning>
      ),
      steps: [
        {
          act: () => send(refund, (idempotencyKey) => onRefund(refund, idempotencyKey)),
          failed: t('adminCommon.actionFailed'),
        },
      ],
      done: () => toDone(formatRupees(amount)),
      onDone: onClose,
    });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={label}
      className="grid gap-3 rounded-lg bg-sunk/50 p-3"
    >
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <CompactField
          {...field('amount', t('adminCommon.amountInRupees'))}
          inputMode="decimal"
          hint={t('adminUsers.atMost', { amount: most })}
          error={
            draft.amount.trim() !== '' && (amount === null || isOutside)
              ? t('adminUsers.refundInvalid', {
                  least: formatRupees(rupeesFromPaise(leastPaise)),
                  amount: most,
                })
              : null
          }
        />
        <CompactField
          {...field('reason', t('studioCommon.reason'))}
          {...(reasonHint && { hint: reasonHint })}
          maxLength={refundReasonLength.max}
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
          {t('studioCommon.neverMind')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
