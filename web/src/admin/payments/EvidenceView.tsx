import { type ReactNode, useState } from 'react';
import { settlementKinds } from '@sachet/shared/settlement/line';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { CopyId, DayCell, EventLink } from '../frame/cells';
import { type Evidence, formatPaise, toEvidenceWords } from './exception-text';

/** What a comparison found, in words, and the figures of the three sides beside each other. */
export function EvidenceView({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { day, differencePaise, ledger, gateway, bank } = evidence;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-body">{toEvidenceWords(t, evidence, now)}</p>
      <div className="grid gap-px overflow-hidden rounded-lg border border-fold bg-fold md:grid-cols-3">
        <Side
          name="ledger"
          empty={
            ledger.length === 0 &&
            t(bank ? 'adminPayments.notConcerned' : 'adminPayments.notInLedger')
          }
        >
          {ledger.map((item) => (
            <dl key={`${item.walletId} ${item.seq}`} className={facts}>
              <Fact name={t(`adminPayments.item.${item.kind}`)}>
                <Paise>{item.amountPaise}</Paise>
              </Fact>
              <Fact name={t('adminPayments.recorded')}>
                <DayCell day={item.day} />
              </Fact>
              <Fact name={t('adminPayments.event')}>
                <EventLink to={paths.ledgerEvent(item.walletId, item.seq)}>
                  {t('adminPayments.seeEvent', { number: item.seq })}
                </EventLink>
              </Fact>
            </dl>
          ))}
        </Side>
        <Side name="gateway" empty={!bank && gateway.length === 0 && t('adminPayments.inNoReport')}>
          {bank && (
            <dl className={facts}>
              <Fact name={t('adminPayments.settledToBank')}>
                {bank.settledPaise === null ? (
                  t('adminPayments.noSettlement')
                ) : (
                  <Paise>{bank.settledPaise}</Paise>
                )}
              </Fact>
              <Fact name={t('adminPayments.on')}>
                <DayCell day={bank.day} />
              </Fact>
            </dl>
          )}
          {gateway.map((line) => (
            <dl key={`${line.entityId} ${line.settlementId}`} className={facts}>
              <Fact name={toKindLabel(t, line.kind)}>
                <Paise>{line.amountPaise}</Paise>
                {line.currency !== 'INR' && ` ${line.currency}`}
              </Fact>
              <Fact name={t('adminPayments.fee')}>
                <Paise>{line.feePaise - line.taxPaise}</Paise>
              </Fact>
              <Fact name={t('adminPayments.gst')}>
                <Paise>{line.taxPaise}</Paise>
              </Fact>
              <Fact name={t('adminPayments.paidOut')}>
                <Paise>{line.creditPaise - line.debitPaise}</Paise>
              </Fact>
              <Fact name={t('adminPayments.made')}>
                <DayCell day={line.createdOn} />
              </Fact>
              <Fact name={t('adminPayments.settled')}>
                {line.settledOn ? (
                  <DayCell day={line.settledOn} />
                ) : (
                  t(line.onHold ? 'adminPayments.onHold' : 'adminPayments.notSettled')
                )}
              </Fact>
              {line.settlementId && (
                <Fact name={t('adminPayments.settlement')}>
                  <CopyId id={line.settlementId} />
                </Fact>
              )}
              {line.utr && (
                <Fact name="UTR">
                  <CopyId id={line.utr} />
                  <EventLink to={paths.trail(line.utr)}>{t('admin.trail')}</EventLink>
                </Fact>
              )}
            </dl>
          ))}
        </Side>
        <Side name="bank" empty={!bank && t('adminPayments.notConcerned')}>
          {bank && (
            <dl className={facts}>
              <Fact name={t('adminPayments.received')}>
                {bank.bankPaise === null ? (
                  t('adminPayments.noStatement')
                ) : (
                  <Paise>{bank.bankPaise}</Paise>
                )}
              </Fact>
              <Fact name="UTR">
                <CopyId id={bank.utr} />
              </Fact>
            </dl>
          )}
        </Side>
      </div>
      <p className="text-ink-soft tabular-nums">
        {t(differencePaise === 0 ? 'adminPayments.identityHolds' : 'adminPayments.identityOff', {
          amount: formatPaise(differencePaise),
        })}{' '}
        <EventLink to={paths.settlements(day)}>
          <span>
            {t('adminPayments.comparison')} <DayCell day={day} />
          </span>
        </EventLink>
      </p>
    </div>
  );
}

const facts = 'grid gap-1';

function Side({
  name,
  empty,
  children,
}: {
  name: 'ledger' | 'gateway' | 'bank';
  /** Why there is nothing, where there is nothing. */
  empty: string | false;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t(`adminPayments.side.${name}`)}
      className="grid min-w-0 content-start gap-3 bg-packet p-3"
    >
      <h3 className="font-semibold">{t(`adminPayments.side.${name}`)}</h3>
      {empty ? <p className="text-ink-soft">{empty}</p> : children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="ml-auto min-w-0 text-right">{children}</dd>
    </div>
  );
}

function Paise({ children: paise }: { children: number }) {
  return <span className="money font-semibold">{formatPaise(paise)}</span>;
}

/** A type that we do not know has the gateway's own name. */
function toKindLabel(t: TFunction, kind: string): string {
  const known = settlementKinds.find((each) => each === kind);
  return known ? t(`adminPayments.item.${known}`) : kind.replace('other:', '');
}
