import type { StatementRow } from '@sachet/shared/wallet/contracts/statement';
import type { EventRecord } from '@sachet/shared/ledger/event';
import { rupeesFromPaise } from '@sachet/shared/money';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConfig } from '../../../api/hooks';
import { Moment } from '../../../app/base/Moment';
import { useTranslation } from '../../../i18n/translate';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Money, SignedMoney } from '../../../ui/Money';
import { Packet } from '../../../ui/Packet';

export type EntryFacts = Pick<
  StatementRow,
  'kind' | 'amount' | 'held' | 'balanceAfter' | 'at' | 'paymentId' | 'seq'
>;

/** The facts of a ledger event in rupees. */
export const toEntryFacts = (event: EventRecord): EntryFacts => ({
  kind: event.kind,
  amount: rupeesFromPaise(event.amountPaise),
  held: rupeesFromPaise(event.heldPaise),
  balanceAfter: rupeesFromPaise(event.balanceAfterPaise),
  at: new Date(event.recordedAtMs).toISOString(),
  paymentId: event.paymentId,
  seq: event.seq,
});

const settledKinds: readonly string[] = ['HoldCaptured', 'Charged', 'TopUpCredited'];

/** The paper of a receipt: the amount, when, what it was for, from which wallet, and its number. */
export function Slip({
  facts: { kind, amount, held, balanceAfter, at, paymentId, seq },
  about,
  wallet,
  member,
}: {
  facts: EntryFacts;
  /** Describes the purchase, if it is known. */
  about?: ReactNode;
  /** The name of the wallet, if it is the user's. */
  wallet?: string;
  /** The buyer, if it is another member of the organization. */
  member?: string;
}) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const company = config?.company;
  const isSale = kind === 'HoldCaptured' || kind === 'Charged';
  const walletName = isSale ? 'proof.from' : amount > 0 ? 'proof.into' : 'studioCommon.wallet';
  const figure = 'figure-display mt-1 block font-extrabold tight';
  return (
    <Packet>
      <div className="grid gap-4 p-5 pt-8 sm:gap-5 sm:p-7 sm:pt-11">
        <div>
          <p className="flex items-center gap-1.5 font-semibold">
            {settledKinds.includes(kind) && (
              <CircleCheck aria-hidden className="size-5 shrink-0 text-leaf" />
            )}
            {t(`statement.${kind}`)}
          </p>
          {/* The word above says which way the money went. Adjustments and refunds need the sign. */}
          {isSale || amount === 0 ? (
            <Money rupees={Math.abs(amount || held)} className={figure} />
          ) : (
            <SignedMoney rupees={amount} className={figure} />
          )}
          <Moment timestamp={at} className="mt-1 block text-ink-soft tabular-nums" />
        </div>
        {about}
        <DescriptionList className="grid gap-y-1.5 border-t border-dashed border-edge pt-4 sm:pt-5">
          {wallet && (
            <Description inline name={t(walletName)}>
              <span className="wrap-anywhere">{wallet}</span>
            </Description>
          )}
          {member && (
            <Description inline name={t('proof.member')}>
              <span className="wrap-anywhere">{member}</span>
            </Description>
          )}
          <Description inline name={t('proof.balanceAfter')}>
            <Money rupees={balanceAfter} />
          </Description>
          {paymentId && (
            <Description inline name={t('proof.payment')}>
              <span className="wrap-anywhere select-all">{paymentId}</span>
            </Description>
          )}
          <Description inline name={t('proof.number')}>
            <span className="tabular-nums select-all">{seq}</span>
          </Description>
        </DescriptionList>
        {company?.name && (
          <p className="border-t border-dashed border-edge pt-4 text-note wrap-anywhere text-ink-soft">
            {[company.name, company.taxId && `${t('shell.taxId')} ${company.taxId}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
    </Packet>
  );
}
