import {
  type LedgerVerification,
  mostLedgerFaults,
  verificationByWorker,
} from '@sachet/shared/contracts/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { EventLink, MomentCell, StateMark } from '../frame/cells';
import { Fact, Facts } from './Facts';

const grouped = new Intl.NumberFormat('en-IN');

/** What a run that has ended has found. */
export function VerificationEnd({ run }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  const { result, error, requestedBy, finishedAt } = run;
  return (
    <>
      <p role="status">
        <VerdictMark run={run} />
      </p>
      {error && <p className="text-note wrap-anywhere text-vermilion">{error}</p>}
      <Facts>
        <Fact name={t('adminLedger.finished')}>
          <MomentCell timestamp={finishedAt} />
        </Fact>
        <Fact name={t('adminLedger.requestedBy')}>
          {requestedBy.uid === verificationByWorker
            ? t('adminLedger.requestedDaily')
            : (requestedBy.name ?? requestedBy.uid)}
        </Fact>
        {result && (
          <>
            <Fact name={t('adminLedger.events')}>{grouped.format(result.events)}</Fact>
            <Fact name={t('adminLedger.wallets')}>{grouped.format(result.wallets)}</Fact>
            <Fact name={t('adminLedger.checkpoints')}>{grouped.format(result.checkpoints)}</Fact>
            <Fact name={t('adminLedger.auditRows')}>{grouped.format(result.auditRows)}</Fact>
            <Fact name={t('adminLedger.signatures')}>
              {t(
                result.signaturesChecked
                  ? 'adminLedger.signaturesChecked'
                  : 'adminLedger.signaturesUnchecked',
              )}
            </Fact>
          </>
        )}
      </Facts>
      {result && result.faults.length > 0 && <Faults result={result} />}
    </>
  );
}

export function VerdictMark({ run: { result } }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  if (!result) return <StateMark tone="bad">{t('adminLedger.notCarriedOut')}</StateMark>;
  if (result.faultCount === 0) return <StateMark tone="good">{t('adminLedger.sound')}</StateMark>;
  return (
    <StateMark tone="bad">
      {t('adminLedger.faultsFound', { number: grouped.format(result.faultCount) })}
    </StateMark>
  );
}

function Faults({ result }: { result: NonNullable<LedgerVerification['result']> }) {
  const { t } = useTranslation();
  return (
    <>
      <ul className="divide-y divide-fold border-y border-fold text-note">
        {result.faults.map(({ kind, walletId, seq, detail }) => (
          <li key={`${kind} ${walletId} ${seq} ${detail}`} className="grid gap-0.5 py-2">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <StateMark tone="bad">{kind}</StateMark>
              {walletId !== null && (
                <EventLink
                  to={
                    seq === null
                      ? paths.ledger({ wallet: walletId })
                      : paths.ledgerEvent(walletId, seq)
                  }
                >
                  <span className="font-mono font-normal wrap-anywhere">
                    {walletId}
                    {seq !== null && ` #${seq}`}
                  </span>
                </EventLink>
              )}
            </span>
            <span className="wrap-anywhere">{detail}</span>
          </li>
        ))}
      </ul>
      {result.faultCount > result.faults.length && (
        <p className="text-note text-ink-soft">
          {t('adminLedger.firstFaults', { number: mostLedgerFaults })}
        </p>
      )}
    </>
  );
}
