import type {
  LedgerVerification,
  LedgerVerificationState,
} from '@sachet/shared/contracts/admin-ledger';
import { useState } from 'react';
import { useActionError } from '../../app/use-action-error';
import { useVerification, verifyLedger } from '../../api/admin-ledger';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Money } from '../../ui/Money';
import { Skeleton } from '../../ui/Skeleton';
import { CopyId, MomentCell, ProgressBar } from '../frame/cells';
import { ErrorNote, toAdminErrorMessage } from '../frame/confirm';
import { ReadError } from '../frame/ReadError';
import { Auditor } from './Auditor';
import { Fact, Facts, Section } from './Facts';
import { VerificationEnd } from './VerificationEnd';

/** How the last proof of the whole ledger ended, and the next one when it is asked for. */
export function Verification() {
  const { t } = useTranslation();
  const { data, error, mutate } = useVerification();
  if (!data && error) {
    return (
      <ReadError title={t('adminLedger.loadFailed')} error={error} onRetry={() => void mutate()} />
    );
  }
  if (!data) return <Skeleton className="h-60 w-full" />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title={t('adminLedger.verification')}>
        <VerifyNow isRunning={data.current !== null} onRequested={() => mutate()} />
        {data.current && <Progress run={data.current} />}
        {data.last ? (
          <VerificationEnd run={data.last} />
        ) : (
          <p className="text-note text-ink-soft">{t('adminLedger.neverVerified')}</p>
        )}
      </Section>
      <div className="grid gap-4">
        <Auditor auditor={data.auditor} />
        <Checkpoint checkpoint={data.checkpoint} />
      </div>
    </div>
  );
}

function VerifyNow({
  isRunning,
  onRequested,
}: {
  isRunning: boolean;
  onRequested: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useActionError();

  async function request() {
    setIsAsking(true);
    setError(null);
    try {
      await verifyLedger();
      await onRequested();
    } catch (thrown) {
      setError(toAdminErrorMessage(t, language, thrown, t('adminLedger.verifyFailed')));
    } finally {
      setIsAsking(false);
    }
  }

  return (
    <>
      <Button
        size="compact"
        className="justify-self-start"
        busy={isAsking || isRunning}
        onClick={() => void request()}
      >
        {t(isRunning ? 'adminLedger.verifying' : 'adminLedger.verifyNow')}
      </Button>
      <ErrorNote>{error}</ErrorNote>
    </>
  );
}

function Checkpoint({ checkpoint }: Pick<LedgerVerificationState, 'checkpoint'>) {
  const { t } = useTranslation();
  return (
    <Section title={t('adminLedger.checkpoint')}>
      {!checkpoint && <p className="text-note text-ink-soft">{t('adminLedger.noCheckpoint')}</p>}
      {checkpoint && (
        <Facts>
          <Fact name={t('adminLedger.number')}>{checkpoint.number}</Fact>
          <Fact name={t('adminLedger.time')}>
            <MomentCell timestamp={checkpoint.at} />
          </Fact>
          <Fact name={t('adminLedger.wallets')}>{checkpoint.wallets.toLocaleString('en-IN')}</Fact>
          <Fact name={t('adminLedger.events')}>{checkpoint.events.toLocaleString('en-IN')}</Fact>
          <Fact name={t('adminLedger.balance')}>
            <Money rupees={checkpoint.balance} />
          </Fact>
          <Fact name={t('adminLedger.held')}>
            <Money rupees={checkpoint.held} />
          </Fact>
          <Fact name={t('adminLedger.hash')}>
            <CopyId id={checkpoint.hash} />
          </Fact>
          <Fact name={t('adminLedger.key')}>
            <CopyId id={checkpoint.keyId} />
          </Fact>
        </Facts>
      )}
    </Section>
  );
}

const grouped = new Intl.NumberFormat('en-IN');

/** Of a run that waits for a worker or is under way. */
function Progress({ run: { step, done, total } }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  const words = step
    ? t(`adminLedger.step.${step}`, { done: grouped.format(done), total: grouped.format(total) })
    : t('adminLedger.step.waiting');
  return (
    <div className="grid gap-1 text-note">
      <p role="status" className="tabular-nums">
        {words}
      </p>
      <ProgressBar
        label={t('adminLedger.progress')}
        max={Math.max(1, total)}
        value={step ? done : 0}
      />
    </div>
  );
}
