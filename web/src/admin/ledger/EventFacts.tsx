import type { AdminLedgerEventDetail } from '@sachet/shared/contracts/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { CopyId, EventLink, MomentCell, PersonLink } from '../frame/cells';
import { Owner } from './event-columns';
import { ledgerLink } from './ledger-link';
import { Fact, Facts, Section } from './Facts';

/** Who, when, why. */
export function EventFacts({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { event, actorPerson, member, budgetMonth, holdExpiresAt } = detail;
  const { walletId, owner, recordedAt, effectiveAt, actor, reason, position } = event;
  return (
    <Section title={t('adminLedger.facts')}>
      <Facts>
        <Fact name={t('adminLedger.recordedAt')}>
          <Exactly timestamp={recordedAt} />
        </Fact>
        <Fact name={t('adminLedger.effectiveAt')}>
          <Exactly timestamp={effectiveAt} />
        </Fact>
        <Fact name={t('adminLedger.wallet')}>
          <CopyId id={walletId} />
          <EventLink to={ledgerLink({ wallet: walletId })}>
            {t('adminLedger.walletEvents')}
          </EventLink>
        </Fact>
        <Fact name={t('adminLedger.owner')}>
          {owner?.kind === 'user' ? (
            <PersonLink uid={owner.id}>
              <Owner owner={owner} />
            </PersonLink>
          ) : (
            <span className="grid grid-cols-[minmax(0,1fr)]">
              <Owner owner={owner} />
              {owner && <CopyId id={owner.id} />}
            </span>
          )}
        </Fact>
        <Fact name={t('adminLedger.actor')}>
          <CopyId id={actor} />
          {actorPerson && (
            <PersonLink uid={actorPerson.uid}>{actorPerson.email ?? actorPerson.name}</PersonLink>
          )}
        </Fact>
        {member && (
          <Fact name={t('adminLedger.member')}>
            <span className="grid grid-cols-[minmax(0,1fr)]">
              <PersonLink uid={member.uid}>{member.name ?? member.uid}</PersonLink>
              {budgetMonth && (
                <span className="font-normal">
                  {t('adminLedger.budgetMonth', { month: budgetMonth })}
                </span>
              )}
            </span>
          </Fact>
        )}
        <Fact name={t('adminLedger.reason')}>{reason}</Fact>
        <Fact name={t('adminLedger.position')}>{position}</Fact>
        {holdExpiresAt && (
          <Fact name={t('adminLedger.holdExpiresAt')}>
            <MomentCell timestamp={holdExpiresAt} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

/** In Indian time to the minute, and as the ledger has it. */
function Exactly({ timestamp }: { timestamp: string }) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)]">
      <MomentCell timestamp={timestamp} />
      <span className="font-mono font-normal text-ink-soft">{timestamp}</span>
    </span>
  );
}
