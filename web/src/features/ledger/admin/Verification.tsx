import {
  type Finding,
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
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
          <Section look="card" title={t('adminLedger.view.verification')}>
            <VerifyNow isRunning={data.current !== null} onRequested={() => read.mutate()} />
            {data.current && <Progress run={data.current} />}
            {data.last ? (
              <VerificationEnd run={data.last} />
            ) : (
              <p className="text-note text-ink-soft">{t('adminLedger.neverVerified')}</p>
            )}
          </Section>
          <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Auditor auditor={data.auditor} />
            <Checkpoint checkpoint={data.checkpoint} />
          </div>
          {data.remedies.length > 0 && <Remedies remedies={data.remedies} />}
        </div>
      )}
    </Loaded>
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
  const request = useAdminAction(async () => {
    await api('POST /api/admin/ledger/verify');
    await onRequested();
  }, t('adminLedger.verifyFailed'));

  return (
    <>
      <Button
        size="compact"
        className="justify-self-start"
        busy={request.busy || isRunning}
        onClick={() => void request.run()}
      >
        {t(isRunning ? 'adminLedger.verifying' : 'adminLedger.verifyNow')}
      </Button>
      <Notice role="alert" tone="bad" compact>
        {request.error}
      </Notice>
    </>
  );
}

function Checkpoint({ checkpoint }: Pick<LedgerVerificationState, 'checkpoint'>) {
  const { t } = useTranslation();
  return (
    <Section look="card" title={t('adminLedger.checkpoint')}>
      {!checkpoint && <p className="text-note text-ink-soft">{t('adminLedger.noCheckpoint')}</p>}
      {checkpoint && (
        <DescriptionList>
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
function VerificationEnd({ run }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  const { result, error, requestedBy, finishedAt } = run;
  return (
    <>
      <p role="status">
        <VerdictMark run={run} />
      </p>
      {error && <p className="text-note wrap-anywhere text-vermilion">{error}</p>}
      <DescriptionList>
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
            <Fact name={t('adminCommon.events')}>{formatCount(result.events)}</Fact>
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
      {result && result.findings.length > 0 && <ListedFindings result={result} />}
    </>
  );
}

export function VerdictMark({ run: { result } }: { run: LedgerVerification }) {
  const { t } = useTranslation();
  if (!result) return <StateMark tone="bad">{t('adminLedger.notCarriedOut')}</StateMark>;
  if (result.findingCount === 0) return <StateMark tone="good">{t('adminLedger.sound')}</StateMark>;
  return (
    <StateMark tone="bad">
      {t('adminLedger.findingsFound', { number: formatCount(result.findingCount) })}
    </StateMark>
  );
}

function ListedFindings({ result }: { result: NonNullable<LedgerVerification['result']> }) {
  const { t } = useTranslation();
  return (
    <>
      <Findings findings={result.findings} />
      {result.findingCount > result.findings.length && (
        <p className="text-note text-ink-soft">
          {t('adminLedger.firstFindings', { number: mostFindings })}
        </p>
      )}
    </>
  );
}

/** The continuous audit, with its current findings. */
function Auditor({ auditor }: Pick<LedgerVerificationState, 'auditor'>) {
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
              <StateMark tone="bad">
                {t('adminLedger.findingsFound', { number: formatCount(findingCount) })}
              </StateMark>
            )}
          </p>
          <DescriptionList>
            <Fact name={t('adminLedger.auditorLast')}>
              <MomentCell timestamp={lastPassAt} />
            </Fact>
            <Fact name={t('adminLedger.auditorCaughtUp')}>
              <MomentCell timestamp={caughtUpAt} />
            </Fact>
          </DescriptionList>
        </>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
    </Section>
  );
}

/** Instructions for each check that found something. */
function Remedies({ remedies }: Pick<LedgerVerificationState, 'remedies'>) {
  const { t } = useTranslation();
  return (
    <Section look="card" title={t('adminLedger.toDo')}>
      <ul className="divide-y divide-fold border-y border-fold text-note">
        {remedies.map(({ checks, toDo }) => (
          <li key={toDo} className="grid gap-0.5 py-2">
            <span className="font-semibold">
              {checks.map((check) => t(`adminLedger.check.${check}`)).join(' · ')}
            </span>
            <span className="wrap-anywhere">{toDo}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The findings of a verification or of the auditor, which knows since when. */
function Findings({
  findings,
}: {
  findings: readonly (Finding & { readonly foundAt?: string })[];
}) {
  const { t } = useTranslation();
  return (
    <ul className="divide-y divide-fold border-y border-fold text-note">
      {findings.map(({ check, subject, walletId, seq, detail, foundAt }) => (
        <li key={`${check} ${subject} ${detail}`} className="grid gap-0.5 py-2">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <StateMark tone="bad">{t(`adminLedger.check.${check}`)}</StateMark>
            {foundAt !== undefined && (
              <span className="text-ink-soft">
                <MomentCell timestamp={foundAt} />
              </span>
            )}
          </span>
          {walletId === null ? (
            <span className="font-mono wrap-anywhere">{subject}</span>
          ) : (
            <EventLink
              to={
                seq === null ? paths.ledger({ wallet: walletId }) : paths.ledgerEvent(walletId, seq)
              }
            >
              <span className="font-mono font-normal wrap-anywhere">{subject}</span>
            </EventLink>
          )}
          <span className="wrap-anywhere">{detail}</span>
        </li>
      ))}
    </ul>
  );
}
