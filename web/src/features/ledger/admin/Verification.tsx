import {
  type LedgerVerification,
  type LedgerVerificationState,
  mostFindings,
  verificationByWorker,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { formatCount } from '@sachet/shared/money';
import { useVerification } from '../../../api/admin-ledger';
import { api } from '../../../api/client';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { DescriptionList } from '../../../ui/DescriptionList';
import { Money } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import {
  CopyId,
  EventLink,
  Fact,
  MomentCell,
  ProgressBar,
  StateMark,
} from '../../admin/frame/cells';
import { useAdminAction } from '../../admin/frame/confirm';
import { Findings, type WithRemedies } from './Findings';

const factColumns = 'grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3';

/** The last verification of the whole ledger, and a button for the next one. */
export function Verification() {
  const { t } = useTranslation();
  const read = useVerification();
  return (
    <Loaded
      compact
      read={read}
      failed={t('adminLedger.loadFailed')}
      loading={<Skeleton className="h-60 w-full" />}
    >
      {(data) => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <VerifiedSection data={data} onRequested={() => read.mutate()} />
          <div className="grid gap-4">
            <Auditor auditor={data.auditor} remedies={data.remedies} />
            <Checkpoint checkpoint={data.checkpoint} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** The last verification, and the button for the next one. */
function VerifiedSection({
  data: { current, last, remedies },
  onRequested,
}: {
  data: LedgerVerificationState;
  onRequested: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const request = useAdminAction(async () => {
    await api('POST /api/admin/ledger/verify');
    await onRequested();
  }, t('adminLedger.verifyFailed'));

  return (
    <Section
      look="card"
      title={t('adminLedger.view.verification')}
      end={
        <Button
          size="compact"
          busy={request.busy || current !== null}
          onClick={() => void request.run()}
        >
          {t(current ? 'adminLedger.verifying' : 'adminLedger.verifyNow')}
        </Button>
      }
    >
      <Notice role="alert" tone="bad" compact>
        {request.error}
      </Notice>
      {current && <Progress run={current} />}
      {last ? (
        <VerificationEnd run={last} remedies={remedies} />
      ) : (
        <p className="text-note text-ink-soft">{t('adminLedger.neverVerified')}</p>
      )}
    </Section>
  );
}

function Checkpoint({ checkpoint }: Pick<LedgerVerificationState, 'checkpoint'>) {
  const { t } = useTranslation();
  return (
    <Section look="card" title={t('adminLedger.checkpoint')}>
      {!checkpoint && <p className="text-note text-ink-soft">{t('adminLedger.noCheckpoint')}</p>}
      {checkpoint && (
        <DescriptionList className={factColumns}>
          <Fact name={t('studioCommon.number')}>{checkpoint.number}</Fact>
          <Fact name={t('adminCommon.time')}>
            <MomentCell timestamp={checkpoint.at} />
          </Fact>
          <Fact name={t('adminLedger.wallets')}>{formatCount(checkpoint.wallets)}</Fact>
          <Fact name={t('adminCommon.events')}>{formatCount(checkpoint.events)}</Fact>
          <Fact name={t('studioCommon.balance')}>
            <Money rupees={checkpoint.balance} />
          </Fact>
          <Fact name={t('adminLedger.held')}>
            <Money rupees={checkpoint.held} />
          </Fact>
          <Fact name={t('adminCommon.hash')}>
            <CopyId id={checkpoint.hash} />
          </Fact>
          <Fact name={t('adminLedger.key')}>
            <CopyId id={checkpoint.keyId} />
          </Fact>
        </DescriptionList>
      )}
    </Section>
  );
}

/** Progress of a verification that is waiting or running. */
function Progress({ run: { step, done, total } }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  const words = step
    ? t(`adminLedger.step.${step}`, { done: formatCount(done), total: formatCount(total) })
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

/** The result of a finished verification. */
function VerificationEnd({ run, remedies }: { run: LedgerVerification } & WithRemedies) {
  const { t } = useTranslation();
  const { result, error, requestedBy, finishedAt } = run;
  return (
    <>
      <p role="status">
        <VerdictMark run={run} />
      </p>
      {error && <p className="text-note wrap-anywhere text-vermilion">{error}</p>}
      <DescriptionList className={factColumns}>
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
            <Fact name={t('adminCommon.events')}>
              <EventLink to={paths.ledger({})}>{formatCount(result.events)}</EventLink>
            </Fact>
            <Fact name={t('adminLedger.wallets')}>{formatCount(result.wallets)}</Fact>
            <Fact name={t('adminLedger.checkpoints')}>{formatCount(result.checkpoints)}</Fact>
            <Fact name={t('adminLedger.auditRows')}>{formatCount(result.auditRows)}</Fact>
            <Fact name={t('adminLedger.signatures')}>
              {t(
                result.signaturesChecked
                  ? 'adminLedger.signaturesChecked'
                  : 'adminLedger.signaturesUnchecked',
              )}
            </Fact>
          </>
        )}
      </DescriptionList>
      {result && result.findings.length > 0 && (
        <ListedFindings result={result} remedies={remedies} />
      )}
    </>
  );
}

/** The verdict on the whole ledger: the last verification may be sound while the auditor has found something since. */
export function LedgerVerdict({ state: { last, auditor } }: { state: LedgerVerificationState }) {
  const { t } = useTranslation();
  if (auditor.findingCount > 0 && last?.result?.findingCount === 0) {
    return <FindingCount number={auditor.findingCount} />;
  }
  return last ? <VerdictMark run={last} /> : t('adminLedger.neverVerified');
}

function FindingCount({ number }: { number: number }) {
  const { t } = useTranslation();
  return (
    <StateMark tone="bad">
      {t('adminLedger.findingsFound', { number: formatCount(number) })}
    </StateMark>
  );
}

function VerdictMark({ run: { result } }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  if (!result) return <StateMark tone="bad">{t('adminLedger.notCarriedOut')}</StateMark>;
  if (result.findingCount === 0) return <StateMark tone="good">{t('adminLedger.sound')}</StateMark>;
  return <FindingCount number={result.findingCount} />;
}

function ListedFindings({
  result,
  remedies,
}: { result: NonNullable<LedgerVerification['result']> } & WithRemedies) {
  const { t } = useTranslation();
  return (
    <>
      <Findings findings={result.findings} remedies={remedies} />
      {result.findingCount > result.findings.length && (
        <p className="text-note text-ink-soft">
          {t('adminLedger.firstFindings', { number: mostFindings })}
        </p>
      )}
    </>
  );
}

/** The continuous audit, with its current findings. */
function Auditor({ auditor, remedies }: Pick<LedgerVerificationState, 'auditor' | 'remedies'>) {
  const { t } = useTranslation();
  const { lastPassAt, caughtUpAt, findingCount, findings } = auditor;
  return (
    <Section look="card" title={t('adminLedger.auditor')}>
      {lastPassAt === null && (
        <p className="text-note text-ink-soft">{t('adminLedger.auditorNever')}</p>
      )}
      {lastPassAt !== null && (
        <>
          <p>
            {findingCount === 0 ? (
              <StateMark tone="good">{t('adminLedger.auditorClean')}</StateMark>
            ) : (
              <FindingCount number={findingCount} />
            )}
          </p>
          <DescriptionList className={factColumns}>
            <Fact name={t('adminLedger.auditorLast')}>
              <MomentCell timestamp={lastPassAt} />
            </Fact>
            <Fact name={t('adminLedger.auditorCaughtUp')}>
              <MomentCell timestamp={caughtUpAt} />
            </Fact>
          </DescriptionList>
        </>
      )}
      {findings.length > 0 && <Findings findings={findings} remedies={remedies} />}
    </Section>
  );
}
