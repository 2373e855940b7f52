import type { AdminLedgerEventDetail } from '@sachet/shared/ledger/contracts/admin-ledger';
import { formatRupees } from '@sachet/shared/money';
import { useRef, useState } from 'react';
import { api } from '../../../api/client';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { RefundForm } from '../../admin/frame/RefundForm';

/** Opens a form that refunds a charge to the wallet. Nothing is shown for other events. */
export function RefundCharge({
  detail: { event, refundable },
  onChanged,
}: {
  detail: AdminLedgerEventDetail;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const wasProposed = useRef(false);
  if (refundable === null) return null;
  const paid = formatRupees(-event.amount);
  if (refundable === 0) return <p>{t('adminLedger.refundedAll', { amount: paid })}</p>;
  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="compact" look="outline" onClick={() => setOpen(true)}>
          {t('adminLedger.refundCharge')}
        </Button>
        {refundable < -event.amount && (
          <span>
            {t('adminLedger.refundableOf', { part: formatRupees(refundable), amount: paid })}
          </span>
        )}
      </div>
    );
  }
  return (
    <RefundForm
      label={t('adminLedger.refundCharge')}
      reasonHint={t('adminLedger.refundReasonHint')}
      refundable={refundable}
      leastPaise={1}
      onRefund={async (refund, idempotencyKey) => {
        const body = { wallet: event.walletId, seq: event.seq, ...refund };
        const path = 'POST /api/admin/ledger/refund-charge';
        const { proposal } = await api(path, { body, idempotencyKey });
        wasProposed.current = proposal !== null;
      }}
      toQuestion={(amount) => t('adminLedger.confirmRefundCharge', { amount, seq: event.seq })}
      toDone={(amount) =>
        wasProposed.current
          ? t('adminUsers.creditsProposed')
          : t('adminLedger.chargeRefunded', { amount })
      }
      onChanged={onChanged}
      onClose={() => setOpen(false)}
    />
  );
}
