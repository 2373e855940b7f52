import type {
  AdminLedgerEvent,
  AdminLedgerEventDetail,
} from '@sachet/shared/contracts/admin-ledger';
import { useSearchParams } from 'react-router-dom';
import { useAdminMe } from '../../api/hooks';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { EventLink, MomentCell } from '../frame/cells';
import { Effect } from './event-columns';
import { Section } from './Facts';
import { Source, Sources } from './Sources';

/** What the event is about, and the events that belong to it. */
export function EventBehind({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { data: me } = useAdminMe();
  const { hold, reverses, reversedBy, upgrades, upgradedBy, adminAction } = detail;
  return (
    <Section title={t('adminLedger.behind')}>
      <Sources detail={detail} />
      {hold && (
        <Source
          name={t('adminLedger.hold')}
          id={hold.id}
          amount={hold.amount}
          words={t(`adminLedger.holdStatus.${hold.status}`)}
        >
          <Events events={hold.otherEvents} />
        </Source>
      )}
      {reverses && (
        <Source name={t('adminLedger.reverses')}>
          <Events events={[reverses]} />
        </Source>
      )}
      {reversedBy.length > 0 && (
        <Source name={t('adminLedger.reversedBy')}>
          <Events events={reversedBy} />
        </Source>
      )}
      {upgrades && (
        <Source name={t('adminLedger.upgrades')}>
          <Events events={[upgrades]} />
        </Source>
      )}
      {upgradedBy.length > 0 && (
        <Source name={t('adminLedger.upgradedBy')}>
          <Events events={upgradedBy} />
        </Source>
      )}
      {adminAction && (
        <Source name={t('adminLedger.adminAction')} words={adminAction.action} at={adminAction.at}>
          {adminAction.targetUid && me?.isSuperAdmin && (
            <EventLink to={`${paths.adminUser(adminAction.targetUid)}&tab=audit`}>
              {t('adminLedger.seeAudit')}
            </EventLink>
          )}
        </Source>
      )}
    </Section>
  );
}

function Events({ events }: { events: AdminLedgerEvent[] }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const back = params.get('back') ?? '';
  return (
    <ul className="grid gap-1">
      {events.map((event) => (
        <li key={event.seq} className="flex flex-wrap items-baseline gap-x-3">
          <EventLink to={paths.ledgerEvent(event.walletId, event.seq, back)}>
            {t(`adminLedger.kinds.${event.kind}`)} #{event.seq}
          </EventLink>
          <Effect rupees={event.amount === 0 ? event.held : event.amount} />
          <span className="text-ink-soft">
            <MomentCell timestamp={event.recordedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
