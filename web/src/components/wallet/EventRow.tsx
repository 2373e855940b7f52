import { FailureCategory } from '@sachet/shared/contracts/vocabulary';
import type { WalletEvent } from '@sachet/shared/contracts/wallet';
import { formatRupees } from '@sachet/shared/money';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language';
import { classes } from '../../ui/classes';
import { SignedMoney } from '../../ui/Money';
import { formatMoment } from './moment';

/** One fact of the ledger: what it was, when, what it did to the balance and what that left. */
export function EventRow({ event }: { event: WalletEvent }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const category = FailureCategory.options.find((option) => option === event.reason);
  const cancelled = event.reason === 'cancelled' ? t('results.cancelled') : null;
  const reason = category ? t(`failure.${category}`) : (cancelled ?? event.reason);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-b border-dashed border-fold px-5 py-3.5 last:border-b-0">
      <p className="font-semibold">{t(`wallet.${soldThing(event) ?? event.kind}`)}</p>
      <p className="text-right">
        {event.amount === 0 ? (
          <span aria-hidden className="text-ink-soft">
            —
          </span>
        ) : (
          <SignedMoney
            rupees={event.amount}
            className={classes('font-bold', event.amount > 0 && 'text-leaf')}
          />
        )}
      </p>
      <p className="text-note text-ink-soft">
        <time dateTime={event.recordedAt}>{formatMoment(event.recordedAt, language)}</time>
        {event.held !== 0 && (
          <>
            {' · '}
            <span className="money">
              {t(heldWords(event), {
                amount: formatRupees(Math.abs(event.held)),
              })}
            </span>
          </>
        )}
        {reason && ` · ${reason}`}
      </p>
      <p className="money text-right text-note text-ink-soft">
        {t('wallet.balanceAfter', { amount: formatRupees(event.balanceAfter) })}
      </p>
    </li>
  );
}

/** What was bought, where the ledger's account of it says. */
function soldThing({ kind, counterAccount }: WalletEvent) {
  if (kind !== 'HoldCaptured' && kind !== 'Charged') return null;
  if (counterAccount === 'revenue:general') return 'soldAnswer';
  return counterAccount === 'revenue:edit_image' ? 'soldEdit' : null;
}

/** A capture pays out of what was set aside; every other decrease gives it back. */
function heldWords(event: WalletEvent) {
  if (event.held > 0) return 'wallet.heldEffect';
  return event.kind === 'HoldCaptured' ? 'wallet.capturedEffect' : 'wallet.releasedEffect';
}
