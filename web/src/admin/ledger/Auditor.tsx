import type { LedgerVerificationState } from '@sachet/shared/contracts/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { MomentCell, StateMark } from '../frame/cells';
import { Fact, Facts, Section } from './Facts';

const grouped = new Intl.NumberFormat('en-IN');

/** What is proved all the time, and what of it is not well now. */
export function Auditor({ auditor }: Pick<LedgerVerificationState, 'auditor'>) {
  const { t } = useTranslation();
  const { lastPassAt, caughtUpAt, findingCount, findings } = auditor;
  return (
    <Section title={t('adminLedger.auditor')}>
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
                {t('adminLedger.auditorFindings', { number: grouped.format(findingCount) })}
              </StateMark>
            )}
          </p>
          <Facts>
            <Fact name={t('adminLedger.auditorLast')}>
              <MomentCell timestamp={lastPassAt} />
            </Fact>
            <Fact name={t('adminLedger.auditorCaughtUp')}>
              <MomentCell timestamp={caughtUpAt} />
            </Fact>
          </Facts>
        </>
      )}
      {findings.length > 0 && (
        <ul className="divide-y divide-fold border-y border-fold text-note">
          {findings.map(({ check, subject, detail, foundAt }) => (
            <li key={`${check} ${subject}`} className="grid gap-0.5 py-2">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{t(`adminLedger.check.${check}`)}</span>
                <span className="text-ink-soft">
                  <MomentCell timestamp={foundAt} />
                </span>
              </span>
              <span className="font-mono wrap-anywhere">{subject}</span>
              <span className="wrap-anywhere">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
