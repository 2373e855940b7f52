import type {
  ProvenanceCredit,
  ProvenanceFunding,
  ProvenanceMove,
  ProvenanceOfSettlement,
  ProvenanceUse,
} from '@sachet/shared/finance/contracts/admin-provenance';
import { purposes } from '@sachet/shared/finance/provenance';
import type { ReactNode } from 'react';
import { inPages, type Pages, usePages } from '../../../api/pages';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { EmptyState } from '../../../ui/EmptyState';
import { Money } from '../../../ui/Money';
import { CopyId, DayCell, EventLink, MomentCell, Nothing } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import type { Column } from '../../admin/frame/DataTable';
import { PagedList } from '../../admin/frame/PagedList';
import type { AdminLedgerEvent } from '@sachet/shared/ledger/contracts/admin-ledger';
import { Loaded } from '../../../app/base/Loaded';
import { Skeleton } from '../../../ui/Skeleton';
import { Figure, Figures } from '../../../ui/Figures';
import { Section } from '../../../ui/Section';

/** Shows which credits paid for a charge, and traces them to the bank. */
export function Funding({ funding, title }: { funding: ProvenanceFunding; title: string }) {
  const { t } = useTranslation();
  const { taking, taken, givenBack, owed, parts } = funding;
  return (
    <Section look="card" title={title}>
      <dl className="grid gap-1 text-note">
        <Line name={t('trail.taken')} rupees={taken}>
          <EventLink to={paths.ledgerEvent(taking.walletId, taking.seq)}>
            {t(`adminLedger.kinds.${taking.kind}`)} #{taking.seq}
          </EventLink>
        </Line>
        {givenBack !== 0 && <Line name={t('trail.givenBack')} rupees={-givenBack} />}
        {parts.map(({ credit, amount }) => (
          <Line
            key={credit.seq}
            name={t(credit.isPaid ? 'trail.fromPayment' : 'trail.fromBonus')}
            rupees={amount}
          >
            <CreditOrigin credit={credit} />
          </Line>
        ))}
        {owed !== 0 && (
          <Line name={t('trail.owed')} rupees={owed}>
            <span className="text-ink-soft">{t('trail.owedText')}</span>
          </Line>
        )}
      </dl>
      {parts.length === 0 && owed === 0 && (
        <p className="text-note text-ink-soft">{t('trail.allGivenBack')}</p>
      )}
    </Section>
  );
}

function Line({ name, rupees, children }: { name: string; rupees: number; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-fold pt-1.5 first:border-t-0 first:pt-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right font-semibold">
        <Money rupees={rupees} />
      </dd>
      {children && <dd className="col-span-full grid min-w-0 gap-0.5">{children}</dd>}
    </div>
  );
}

/** Shows the credit's event, its payment and the bank's references. */
function CreditOrigin({ credit }: { credit: ProvenanceCredit }) {
  const { t } = useTranslation();
  const { walletId, seq, kind, at, credited, paymentId, isPaid, settlements } = credit;
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <EventLink to={paths.ledgerEvent(walletId, seq)}>
          {t(`adminLedger.kinds.${kind}`)} #{seq}
        </EventLink>
        <Money rupees={credited} />
        <span className="text-ink-soft">
          <MomentCell timestamp={at} />
        </span>
      </span>
      {paymentId && <CopyId id={paymentId} />}
      {isPaid && settlements.length === 0 && (
        <span className="text-ink-soft">{t('trail.notSettled')}</span>
      )}
      {settlements.map(({ utr, settlementId, day }) => (
        <span key={settlementId} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-ink-soft">UTR</span>
          <EventLink to={paths.trail(utr)}>
            <span className="wrap-anywhere">{utr}</span>
          </EventLink>
          {day && (
            <span className="text-ink-soft">
              <DayCell day={day} />
            </span>
          )}
        </span>
      ))}
    </>
  );
}

/** Shows what a credit paid for, its unspent rest, and returned amounts. */
export function CreditUse({
  use,
  pages,
}: {
  use: ProvenanceUse;
  pages: Pages & { rows: ProvenanceMove[] | undefined };
}) {
  const { t } = useTranslation();
  return (
    <Section className="mt-2" title={t('trail.use')}>
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-note">
        <CreditOrigin credit={use.credit} />
      </div>
      <Figures className="fit-columns-8">
        <Figure name={t('trail.unspent')}>
          <Money rupees={use.unspent} />
        </Figure>
        {purposes
          .filter((purpose) => purpose === 'bought' || use.went[purpose] !== 0)
          .map((purpose) => (
            <Figure key={purpose} name={t(`trail.purpose.${purpose}`)}>
              <Money rupees={use.went[purpose]} />
            </Figure>
          ))}
      </Figures>
      <PagedList
        list={pages}
        failed={t('trail.failed')}
        empty={
          <EmptyState compact title={t('trail.unused')}>
            {t('trail.unusedText')}
          </EmptyState>
        }
        label={t('trail.moves')}
        columns={getMoveColumns(t)}
        getKey={getMoveId}
      />
    </Section>
  );
}

export function getMoveColumns<Row extends ProvenanceMove>(t: TFunction): Column<Row>[] {
  return [
    {
      head: t('adminCommon.what'),
      isTitle: true,
      cell: ({ purpose, amount, taking }) => (
        <EventLink to={paths.ledgerEvent(taking.walletId, taking.seq)}>
          {amount < 0
            ? t('trail.cameBack', { purpose: t(`trail.purpose.${purpose}`) })
            : t(`trail.purpose.${purpose}`)}{' '}
          #{taking.seq}
        </EventLink>
      ),
    },
    {
      head: t('trail.about'),
      cell: ({ taking }) =>
        taking.generationId ? (
          <EventLink to={paths.trail(taking.generationId)}>{taking.generationId}</EventLink>
        ) : (
          (taking.conversationId ?? taking.paymentId ?? <Nothing />)
        ),
    },
    column.money(t('studioCommon.amount'), ({ amount }) => amount, { width: 'w-32' }),
    column.moment(t('trail.at'), ({ at }) => at, { width: 'w-44' }),
  ];
}

/**
 * Shows where the event's money came from and what it paid for. Renders nothing for an event that moves no
 * money.
 */
export function EventProvenance({ event }: { event: AdminLedgerEvent }) {
  return event.amount === 0 ? null : <Provenance walletId={event.walletId} seq={event.seq} />;
}

function Provenance({ walletId, seq }: { walletId: string; seq: number }) {
  const { t } = useTranslation();
  const pages = useEventProvenance({ wallet: walletId, seq });
  return (
    <Loaded
      compact
      read={{ data: pages.first, error: pages.error, mutate: pages.revalidate }}
      failed={t('trail.failed')}
      loading={<Skeleton className="h-40 w-full" />}
    >
      {({ funding, use }) => (
        <>
          {funding && <Funding funding={funding} title={t('trail.funding')} />}
          {use && <CreditUse use={use} pages={pages} />}
        </>
      )}
    </Loaded>
  );
}

const getMoveId = ({ seq, taking }: ProvenanceMove) => `${seq} ${taking.seq}`;

/** Loads pages of the credits that paid for an event, or of the events that a credit paid for. */
const useEventProvenance = (place: { wallet: string; seq: number }) =>
  usePages('GET /api/admin/provenance/event', {
    query(previous) {
      if (!previous) return place;
      return previous.use?.next ? { ...place, after: previous.use.next } : null;
    },
    rows: ({ use }) => use?.items ?? [],
    id: getMoveId,
  });

export const usePaymentProvenance = (id: string) =>
  usePages('GET /api/admin/provenance/payment', inPages({ id }, getMoveId));

export const useSettlementProvenance = (utr: string) =>
  usePages(
    'GET /api/admin/provenance/settlement',
    inPages(
      { utr },
      (move: ProvenanceOfSettlement['items'][number]) =>
        `${move.credit.walletId} ${move.credit.seq} ${getMoveId(move)}`,
    ),
  );
