import { type ReactNode, useState } from 'react';
import { settlementKinds } from '@sachet/shared/finance/settlement/line';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { CopyId, DayCell, EventLink } from '../../admin/frame/cells';
import { type Evidence, formatPaise, toEvidenceWords } from './exception-text';

/** Describes what a comparison found, with the figures of ledger, gateway and bank side by side. */
export function EvidenceView({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { day, differencePaise, ledger, gateway, bank } = evidence;
  return (
    <div className="grid grid-cols-1 gap-3">
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
            <DescriptionList key={`${item.walletId} ${item.seq}`} className={facts}>
              <Description inline name={t(`adminPayments.item.${item.kind}`)}>
                <Paise>{item.amountPaise}</Paise>
              </Description>
              <Description inline name={t('adminCommon.recorded')}>
                <DayCell day={item.day} />
              </Description>
              <Description inline name={t('adminPayments.event')}>
                <EventLink to={paths.ledgerEvent(item.walletId, item.seq)}>
                  {t('adminPayments.seeEvent', { number: item.seq })}
                </EventLink>
              </Description>
            </DescriptionList>
          ))}
        </Side>
        <Side name="gateway" empty={!bank && gateway.length === 0 && t('adminPayments.inNoReport')}>
          {bank && (
            <DescriptionList className={facts}>
              <Description inline name={t('adminPayments.settled')}>
                {bank.settledPaise === null ? (
                  t('adminPayments.noSettlement')
                ) : (
                  <Paise>{bank.settledPaise}</Paise>
                )}
              </Description>
              <Description inline name={t('adminCommon.day')}>
                <DayCell day={bank.day} />
              </Description>
            </DescriptionList>
          )}
          {gateway.map((line) => (
            <DescriptionList key={`${line.entityId} ${line.settlementId}`} className={facts}>
              <Description inline name={toKindLabel(t, line.kind)}>
                <Paise>{line.amountPaise}</Paise>
                {line.currency !== 'INR' && ` ${line.currency}`}
              </Description>
              <Description inline name={t('adminPayments.fee')}>
                <Paise>{line.feePaise - line.taxPaise}</Paise>
              </Description>
              <Description inline name={t('adminPayments.gst')}>
                <Paise>{line.taxPaise}</Paise>
              </Description>
              <Description inline name={t('adminPayments.paidOut')}>
                <Paise>{line.creditPaise - line.debitPaise}</Paise>
              </Description>
              <Description inline name={t('adminPayments.made')}>
                <DayCell day={line.createdOn} />
              </Description>
              <Description inline name={t('adminPayments.settled')}>
                {line.settledOn ? (
                  <DayCell day={line.settledOn} />
                ) : (
                  t(line.onHold ? 'studioCommon.onHold' : 'adminPayments.notSettled')
                )}
              </Description>
              {line.settlementId && (
                <Description inline name={t('adminPayments.settlement')}>
                  <CopyId id={line.settlementId} />
                </Description>
              )}
              {line.utr && (
                <Description inline name="UTR">
                  <CopyId id={line.utr} />
                  <EventLink to={paths.trail(line.utr)}>{t('admin.trail')}</EventLink>
                </Description>
              )}
            </DescriptionList>
          ))}
        </Side>
        <Side name="bank" empty={!bank && t('adminPayments.notConcerned')}>
          {bank && (
            <DescriptionList className={facts}>
              <Description inline name={t('adminPayments.received')}>
                {bank.bankPaise === null ? (
                  t('adminPayments.noStatement')
                ) : (
                  <Paise>{bank.bankPaise}</Paise>
                )}
              </Description>
              <Description inline name="UTR">
                <CopyId id={bank.utr} />
              </Description>
            </DescriptionList>
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
  /** Explains why there are no figures for this side; false if there are some. */
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

function Paise({ children: paise }: { children: number }) {
  return <span className="money font-semibold">{formatPaise(paise)}</span>;
}

/** Returns the gateway's own name for an unknown type. */
function toKindLabel(t: TFunction, kind: string): string {
  const known = settlementKinds.find((each) => each === kind);
  return known ? t(`adminPayments.item.${known}`) : kind.replace('other:', '');
}
