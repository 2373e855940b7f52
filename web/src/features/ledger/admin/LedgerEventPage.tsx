import type { AdminLedgerEventDetail } from '@sachet/shared/ledger/contracts/admin-ledger';
import { formatRupees, sumRupees } from '@sachet/shared/money';
import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { DescriptionList } from '../../../ui/DescriptionList';
import { Money, SignedMoney } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import { AdminPage } from '../../admin/frame/AdminPage';
import {
  CopyId,
  CopyIdButton,
  EventLink,
  Fact,
  MomentCell,
  Nothing,
  PersonLink,
} from '../../admin/frame/cells';
import { EventProvenance } from './provenance';
import { Effect, Owner } from './event-columns';
import { EventBehind } from './EventSources';
import { RefundCharge } from './RefundCharge';

/** One event of the ledger, with its effect, its proof and its related records. */
export function LedgerEventPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const back = params.get('back') ?? '';
  const place = { wallet: params.get('wallet') ?? '', seq: params.get('seq') ?? '' };
  const read = useApi('GET /api/admin/ledger/event', place.wallet && place.seq ? place : null);
  return (
    <AdminPage
      page="ledger"
      title={
        read.data
          ? `${t(`adminLedger.kinds.${read.data.event.kind}`)} #${read.data.event.seq}`
          : t('adminLedger.event')
      }
      actions={
        <Link
          to={paths.adminLedger + back}
          className="inline-flex min-h-9 items-center gap-1.5 text-note font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('adminLedger.backToList')}
        </Link>
      }
    >
      <Loaded
        compact
        read={read}
        failed={t('adminLedger.loadFailed')}
        loading={<Skeleton className="h-96 w-full" />}
      >
        {(data) => (
          <>
            <PreviousEvent detail={data} back={back} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <div className="grid min-w-0 gap-4">
                <EventMoney detail={data} onChanged={() => read.mutate()} />
                <EventFacts detail={data} />
              </div>
              <div className="grid min-w-0 gap-4">
                <EventBehind detail={data} />
                <EventProvenance event={data.event} />
                <EventChain detail={data} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** Shows the kind under the ledger's own name, and links to the previous event in the hash chain. */
function PreviousEvent({
  detail: { event },
  back,
}: {
  detail: AdminLedgerEventDetail;
  back: string;
}) {
  const { t } = useTranslation();
  const { walletId, seq, kind } = event;
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 text-note">
      <span className="font-mono text-ink-soft">{kind}</span>
      {seq > 1 && (
        <EventLink to={paths.ledgerEvent(walletId, seq - 1, back)}>
          {t('adminLedger.eventBefore', { seq: seq - 1 })}
        </EventLink>
      )}
    </p>
  );
}

/** Breaks words and amounts instead of overflowing on a phone with large text. */
const cell = 'border-b border-fold py-1.5 pr-3 text-left last:pr-0 max-sm:wrap-anywhere';
const figure = `${cell} text-right! max-sm:*:whitespace-normal`;

/** Shows balance and held amount before and after the event, and the double entry. */
function EventMoney({
  detail,
  onChanged,
}: {
  detail: AdminLedgerEventDetail;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { event, balanceBefore, heldBefore, postings } = detail;
  const { amount, held, balanceAfter, heldAfter } = event;
  return (
    <>
      <Section look="card" title={t('adminLedger.effect')}>
        <table className="w-full text-note">
          <thead>
            <tr className="text-ink-soft">
              <th scope="col" className={cell}>
                <span className="sr-only">{t('adminLedger.about')}</span>
              </th>
              <th scope="col" className={figure}>
                {t('studioCommon.before')}
              </th>
              <th scope="col" className={figure}>
                {t('adminLedger.change')}
              </th>
              <th scope="col" className={figure}>
                {t('studioCommon.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[
              {
                name: t('studioCommon.balance'),
                before: balanceBefore,
                by: amount,
                after: balanceAfter,
              },
              { name: t('adminLedger.held'), before: heldBefore, by: held, after: heldAfter },
            ].map(({ name, before, by, after }) => (
              <tr key={name}>
                <th scope="row" className={cell}>
                  {name}
                </th>
                <td className={figure}>
                  <Money rupees={before} />
                </td>
                <td className={figure}>
                  <Effect rupees={by} />
                </td>
                <td className={figure}>
                  <Money rupees={after} className="font-bold" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {event.locked !== 0 && (
          <p className="text-note">
            {t(event.locked > 0 ? 'adminLedger.lockedBy' : 'adminLedger.releasedBy', {
              amount: formatRupees(Math.abs(event.locked)),
            })}
          </p>
        )}
        <RefundCharge detail={detail} onChanged={onChanged} />
      </Section>
      <Section look="card" title={t('adminLedger.postings')}>
        {postings.length === 0 ? (
          <p className="text-note text-ink-soft">{t('adminLedger.noPostings')}</p>
        ) : (
          <table className="w-full text-note" aria-label={t('adminLedger.postings')}>
            <tbody>
              {postings.map(({ account, amount: posted }) => (
                <tr key={account}>
                  <th scope="row" className={`${cell} font-normal wrap-anywhere`}>
                    <Account account={account} counterAccount={event.counterAccount} />
                  </th>
                  <td className={figure}>
                    <SignedMoney rupees={posted} />
                  </td>
                </tr>
              ))}
              <tr>
                <th scope="row" className={cell}>
                  {t('adminLedger.sum')}
                </th>
                <td className={figure}>
                  <Money
                    rupees={sumRupees(postings.map(({ amount }) => amount))}
                    className="font-bold"
                  />
                </td>
              </tr>
            </tbody>
          </table>
        )}
      </Section>
    </>
  );
}

function Account({ account, counterAccount }: { account: string; counterAccount: string | null }) {
  if (account !== counterAccount) return <span className="font-mono">{account}</span>;
  return (
    <EventLink to={paths.ledger({ counterAccount })}>
      <span className="font-mono">{account}</span>
    </EventLink>
  );
}

/** Shows actor, times, wallet and reason of the event. */
function EventFacts({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { event, actorPerson, member, budgetMonth, holdExpiresAt } = detail;
  const { walletId, owner, recordedAt, effectiveAt, actor, reason, position } = event;
  return (
    <Section look="card" title={t('studioCommon.details')}>
      <DescriptionList>
        <Fact name={t('adminCommon.recorded')}>
          <ExactMoment timestamp={recordedAt} />
        </Fact>
        <Fact name={t('adminLedger.effectiveAt')}>
          <ExactMoment timestamp={effectiveAt} />
        </Fact>
        <Fact name={t('adminLedger.wallet')}>
          <CopyId id={walletId} />
          <EventLink to={paths.ledger({ wallet: walletId })}>
            {t('adminLedger.walletEvents')}
          </EventLink>
        </Fact>
        <Fact name={t('adminLedger.owner')}>
          {owner?.kind === 'user' ? (
            <PersonLink uid={owner.id}>
              <Owner owner={owner} />
            </PersonLink>
          ) : (
            <span className="grid grid-cols-1">
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
            <span className="grid grid-cols-1">
              <PersonLink uid={member.uid}>{member.name ?? member.uid}</PersonLink>
              {budgetMonth && (
                <span className="font-normal">
                  {t('adminLedger.budgetMonth', { month: budgetMonth })}
                </span>
              )}
            </span>
          </Fact>
        )}
        <Fact name={t('studioCommon.reason')}>{reason}</Fact>
        <Fact name={t('adminLedger.position')}>{position}</Fact>
        {holdExpiresAt && (
          <Fact name={t('adminLedger.holdExpiresAt')}>
            <MomentCell timestamp={holdExpiresAt} />
          </Fact>
        )}
      </DescriptionList>
    </Section>
  );
}

/** Shows the Indian time to the minute, and the ledger's exact timestamp. */
function ExactMoment({ timestamp }: { timestamp: string }) {
  return (
    <span className="grid grid-cols-1">
      <MomentCell timestamp={timestamp} />
      <span className="font-mono font-normal text-ink-soft">{timestamp}</span>
    </span>
  );
}

/** Shows the event's hashes, which place it in its wallet's chain. */
function EventChain({ detail }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  const { hash, previousHash, requestHash, idempotencyKey, encodingVersion } = detail;
  return (
    <Section look="card" title={t('adminLedger.chain')}>
      <dl className="grid gap-3 text-note">
        <Hash name={t('adminCommon.hash')} value={hash} />
        <Hash name={t('adminLedger.previousHash')} value={previousHash} />
        <Hash name={t('adminLedger.requestHash')} value={requestHash} />
        <Hash name={t('adminLedger.idempotencyKey')} value={idempotencyKey} />
        <Hash name={t('adminLedger.encodingVersion')} value={String(encodingVersion)} />
      </dl>
    </Section>
  );
}

function Hash({ name, value }: { name: string; value: string | null }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="flex items-center justify-between gap-2">
        {value === null && <Nothing />}
        {value !== null && (
          <>
            <span className="font-mono wrap-anywhere">{value}</span>
            <CopyIdButton id={value} label={t('adminLedger.copy', { what: name })} />
          </>
        )}
      </dd>
    </div>
  );
}
