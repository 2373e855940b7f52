import type {
  Finding,
  LedgerVerificationState,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { formatCount } from '@sachet/shared/money';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { EventLink, MomentCell, StateMark } from '../../admin/frame/cells';

export type WithRemedies = Pick<LedgerVerificationState, 'remedies'>;
type FoundAt = Finding & { readonly foundAt?: string };

/** The findings of a verification, or of the auditor, which knows since when: by check, with what to do. */
export function Findings({ findings, remedies }: { findings: readonly FoundAt[] } & WithRemedies) {
  const { t } = useTranslation();
  return [...Map.groupBy(findings, ({ check }) => check)].map(([check, found]) => (
    <section key={check} aria-label={t(`adminLedger.check.${check}`)} className="grid gap-1">
      <h3 className="flex flex-wrap items-baseline gap-x-2">
        <StateMark tone="bad">{t(`adminLedger.check.${check}`)}</StateMark>
        <span className="text-ink-soft tabular-nums">{formatCount(found.length)}</span>
      </h3>
      {remedies
        .filter(({ checks }) => checks.includes(check))
        .map(({ toDo }) => (
          <p key={toDo} className="wrap-anywhere">
            <span className="font-semibold">{t('adminLedger.toDo')}:</span> {toDo}
          </p>
        ))}
      <ul className="divide-y divide-fold border-y border-fold">
        {found.map((finding) => (
          <FindingItem key={`${finding.subject} ${finding.detail}`} finding={finding} />
        ))}
      </ul>
    </section>
  ));
}

function FindingItem({ finding }: { finding: FoundAt }) {
  const { subject, walletId, seq, detail, foundAt } = finding;
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 py-1">
      {walletId === null ? (
        <span className="font-mono wrap-anywhere">{subject}</span>
      ) : (
        <EventLink
          to={seq === null ? paths.ledger({ wallet: walletId }) : paths.ledgerEvent(walletId, seq)}
        >
          <span className="font-mono font-normal wrap-anywhere">{subject}</span>
        </EventLink>
      )}
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{detail}</span>
      {foundAt !== undefined && (
        <span className="text-ink-soft">
          <MomentCell timestamp={foundAt} />
        </span>
      )}
    </li>
  );
}
