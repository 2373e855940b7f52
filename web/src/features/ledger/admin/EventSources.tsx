import type {
  AdminLedgerEvent,
  AdminLedgerEventDetail,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { formatRupees } from '@sachet/shared/money';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useApi } from '../../../api/use-api';
import { providerName } from '../../../app/base/provider';
import { modeName } from '../../../app/base/tools';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Money } from '../../../ui/Money';
import { Section } from '../../../ui/Section';
import { CopyId, EventLink, MomentCell } from '../../admin/frame/cells';
import { Effect } from './event-columns';

/** Shows the records that caused the event, and its related events. */
export function EventBehind({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const { hold, reverses, reversedBy, upgrades, upgradedBy, adminAction } = detail;
  return (
    <Section look="card" title={t('adminLedger.behind')}>
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

/** Shows generation, conversation, order and payment, each with links to its events and its owner. */
function Sources({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { event, generation, conversation, order, payment, hold, adminAction } = detail;
  const { reverses, reversedBy } = detail;
  const isAlone =
    !event.generationId && !event.conversationId && !event.orderId && !event.paymentId && !hold;
  if (isAlone && !reverses && reversedBy.length === 0 && !adminAction) {
    return <p className="text-note text-ink-soft">{t('adminLedger.nothingBehind')}</p>;
  }
  return (
    <>
      {event.generationId && (
        <Source
          name={t('adminLedger.generation')}
          id={event.generationId}
          words={
            generation
              ? [
                  modeName(t, generation.mode),
                  providerName[generation.provider],
                  generation.modelLabel,
                  generation.status,
                ].join(' · ')
              : t('adminLedger.goneSource')
          }
          at={generation?.createdAt}
        >
          <SourceLinks id={event.generationId} uid={generation?.uid} hasTrail />
        </Source>
      )}
      {event.conversationId && (
        <Source
          name={t('adminLedger.conversation')}
          id={event.conversationId}
          words={conversation ? providerName[conversation.provider] : t('adminLedger.goneSource')}
          at={conversation?.createdAt}
        >
          <SourceLinks id={event.conversationId} uid={conversation?.uid} />
        </Source>
      )}
      {event.orderId && (
        <Source
          name={t('adminLedger.order')}
          id={event.orderId}
          amount={order?.amount}
          words={[order?.status, order?.gatewayOrderId].filter(Boolean).join(' · ')}
          at={order?.createdAt}
        >
          <SourceLinks id={event.orderId} uid={order?.uid} tab="wallet" />
        </Source>
      )}
      {event.paymentId && (
        <Source
          name={t('adminCommon.payment')}
          id={event.paymentId}
          words={
            payment &&
            t('adminLedger.paymentWords', {
              credited: formatRupees(payment.credited),
              refunded: formatRupees(payment.refunded),
              disputed: formatRupees(payment.disputed),
            })
          }
        >
          <SourceLinks id={event.paymentId} hasTrail />
        </Source>
      )}
    </>
  );
}

function SourceLinks({
  id,
  uid,
  tab,
  hasTrail = false,
}: {
  id: string;
  uid?: string;
  tab?: string;
  hasTrail?: boolean;
}) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  return (
    <span className="flex flex-wrap gap-x-4">
      <EventLink to={paths.ledger({ reference: id })}>{t('adminLedger.itsEvents')}</EventLink>
      {hasTrail && <EventLink to={paths.trail(id)}>{t('admin.trail')}</EventLink>}
      {uid && me?.isSuperAdmin && (
        <EventLink to={paths.adminUser(uid) + (tab ? `&tab=${tab}` : '')}>
          {t('adminLedger.owner')}
        </EventLink>
      )}
    </span>
  );
}

function Source({
  name,
  id,
  amount,
  words,
  at,
  children,
}: {
  name: string;
  id?: string;
  amount?: number;
  words?: string | null;
  at?: string;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-0.5 border-t border-fold pt-2 text-note first-of-type:border-t-0 first-of-type:pt-0">
      <h3 className="text-ink-soft">{name}</h3>
      {id && <CopyId id={id} className="font-medium" />}
      <p className="flex flex-wrap gap-x-3 wrap-anywhere empty:hidden">
        {amount !== undefined && <Money rupees={amount} className="font-semibold" />}
        {words && <span>{words}</span>}
        {at && (
          <span className="text-ink-soft">
            <MomentCell timestamp={at} />
          </span>
        )}
      </p>
      {children}
    </div>
  );
}
