import type { ProvenanceOfSettlement } from '@sachet/shared/finance/contracts/admin-provenance';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import { Figure, Figures } from '../../../ui/Figures';
import { AdminPage } from '../../admin/frame/AdminPage';
import { EventLink, MomentCell } from '../../admin/frame/cells';
import type { Column } from '../../admin/frame/DataTable';
import { SearchField } from '../../admin/frame/fields';
import { PagedList } from '../../admin/frame/PagedList';
import { useFilters } from '../../admin/frame/use-filters';
import {
  CreditUse,
  Funding,
  getMoveColumns,
  usePaymentProvenance,
  useSettlementProvenance,
} from './provenance';
import { MomentField } from './fields';

/** Traces money from a payment, a picture or a bank reference, and shows all unspent money. */
export function TrailPage() {
  const { t } = useTranslation();
  const { filters, setFilters } = useFilters(['of', 'at']);
  const { of, at } = filters;
  return (
    <AdminPage page="trail">
      <p className="text-note text-ink-soft">{t('trail.intro')}</p>
      <SearchField
        label={t('trail.search')}
        placeholder="pay_… · gen_… · UTR"
        value={of}
        onChange={(next) => setFilters({ of: next })}
        className="w-full max-w-md"
      />
      {of === '' ? (
        <p className="text-note">
          <EventLink to={paths.ledger({ kind: 'TopUpCredited' })}>
            {t('trail.findPayment')}
          </EventLink>
        </p>
      ) : (
        <Found key={of} of={of} />
      )}
      <UnspentMoney at={at} onChange={(next) => setFilters({ at: next })} />
    </AdminPage>
  );
}

function Found({ of }: { of: string }) {
  if (of.startsWith('pay_')) return <PaymentTrail id={of} />;
  if (of.startsWith('gen_')) return <GenerationTrail id={of} />;
  return <SettlementTrail utr={of} />;
}

function PaymentTrail({ id }: { id: string }) {
  const { t } = useTranslation();
  const pages = usePaymentProvenance(id);
  return (
    <Loaded
      compact
      read={{ data: pages.first, error: pages.error, mutate: pages.revalidate }}
      failed={t('trail.failed')}
      loading={<Skeleton className="h-64 w-full" />}
    >
      {(use) => <CreditUse use={use} pages={pages} />}
    </Loaded>
  );
}

function GenerationTrail({ id }: { id: string }) {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/provenance/generation', { id });
  return (
    <Loaded
      compact
      read={read}
      failed={t('trail.failed')}
      loading={<Skeleton className="h-40 w-full" />}
    >
      {({ charges }) =>
        charges.map((funding) => (
          <Funding key={funding.taking.seq} funding={funding} title={t('trail.funding')} />
        ))
      }
    </Loaded>
  );
}

function SettlementTrail({ utr }: { utr: string }) {
  const { t } = useTranslation();
  const pages = useSettlementProvenance(utr);
  const { first } = pages;
  return (
    <>
      {first && (
        <p className="text-note">
          {t('trail.settled', { utr, number: first.payments })}{' '}
          <Money rupees={first.credited} className="font-semibold" />
        </p>
      )}
      <PagedList
        list={pages}
        failed={t('trail.failed')}
        empty={
          <EmptyState compact title={t('trail.boughtNothing')}>
            {t('trail.boughtNothingText')}
          </EmptyState>
        }
        label={t('trail.bought')}
        columns={getSettledColumns(t)}
        getKey={({ credit, seq, taking }) =>
          `${credit.walletId} ${credit.seq} ${seq} ${taking.seq}`
        }
      />
    </>
  );
}

type SettledMove = ProvenanceOfSettlement['items'][number];

function getSettledColumns(t: TFunction): Column<SettledMove>[] {
  const [what, about, ...rest] = getMoveColumns<SettledMove>(t);
  const payment: Column<SettledMove> = {
    head: t('adminCommon.payment'),
    cell: ({ credit }) => (
      <EventLink to={paths.trail(credit.paymentId)}>{credit.paymentId}</EventLink>
    ),
  };
  return [what!, about!, payment, ...rest];
}

function UnspentMoney({ at, onChange }: { at: string; onChange: (at: string) => void }) {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/provenance/unspent', { at }, { keepPreviousData: true });
  return (
    <Section
      className="mt-4"
      title={t('trail.unspentTitle')}
      end={
        <div className="flex max-w-full flex-wrap items-end gap-2">
          <MomentField
            className="w-52 max-w-full"
            label={t('trail.moment')}
            value={at}
            onChange={onChange}
          />
          {at !== '' && (
            <Button size="compact" look="outline" onClick={() => onChange('')}>
              {t('adminCommon.now')}
            </Button>
          )}
        </div>
      }
    >
      <Loaded
        compact
        hidesOld
        read={read}
        failed={t('trail.failed')}
        loading={<Skeleton className="h-20 w-full" />}
      >
        {(data) => (
          <>
            <Figures className="fit-columns-8">
              <Figure name={t('trail.unspentPaid')}>
                <Money rupees={data.paid} />
              </Figure>
              <Figure name={t('trail.unspentBonus')}>
                <Money rupees={data.bonus} />
              </Figure>
              {data.owed !== 0 && (
                <Figure name={t('trail.unspentOwed')}>
                  <Money rupees={data.owed} />
                </Figure>
              )}
            </Figures>
            <p className="text-note text-ink-soft">
              <MomentCell timestamp={data.at} />
              {data.notYet > 0 && ` · ${t('trail.notYet', { number: data.notYet })}`}
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
