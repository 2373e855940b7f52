import type { ProvenanceMove, ProvenanceUse } from '@sachet/shared/contracts/admin-provenance';
import { purposes } from '@sachet/shared/ledger/provenance';
import type { Pages } from '../../api/pages';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Money } from '../../ui/Money';
import { EventLink, MomentCell, Nothing } from '../frame/cells';
import { type Column, DataTable, MoreRows } from '../frame/DataTable';
import { CreditOrigin } from './Funding';
import { Fact, Facts, Section } from './Facts';

/** What a credit bought, what of it is unspent, and what went back. */
export function CreditUse({
  use,
  pages,
}: {
  use: ProvenanceUse;
  pages: Pages & { rows: ProvenanceMove[] | undefined };
}) {
  const { t } = useTranslation();
  return (
    <Section title={t('trail.use')}>
      <div className="grid gap-0.5 text-note">
        <CreditOrigin credit={use.credit} />
      </div>
      <Facts>
        <Fact name={t('trail.unspent')}>
          <Money rupees={use.unspent} className="text-lead font-bold" />
        </Fact>
        {purposes
          .filter((purpose) => purpose === 'bought' || use.went[purpose] !== 0)
          .map((purpose) => (
            <Fact key={purpose} name={t(`trail.purpose.${purpose}`)}>
              <Money rupees={use.went[purpose]} className="text-lead font-bold" />
            </Fact>
          ))}
      </Facts>
      <DataTable
        label={t('trail.moves')}
        rows={pages.rows}
        columns={getMoveColumns(t)}
        getKey={({ seq, taking }) => `${seq} ${taking.seq}`}
        failed={t('trail.failed')}
        onRetry={() => void pages.revalidate()}
        empty={t('trail.unused')}
      />
      {use.moves.length > 0 && (
        <MoreRows pages={pages} failed={t('trail.failed')} end={t('trail.end')} />
      )}
    </Section>
  );
}

export function getMoveColumns<Row extends ProvenanceMove>(t: TFunction): Column<Row>[] {
  return [
    {
      key: 'what',
      head: t('trail.what'),
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
      key: 'about',
      head: t('trail.about'),
      cell: ({ taking }) =>
        taking.generationId ? (
          <EventLink to={paths.trail(taking.generationId)}>{taking.generationId}</EventLink>
        ) : (
          (taking.conversationId ?? taking.paymentId ?? <Nothing />)
        ),
    },
    {
      key: 'amount',
      head: t('trail.amount'),
      width: 'w-32',
      align: 'end',
      cell: ({ amount }) => <Money rupees={amount} />,
    },
    {
      key: 'at',
      head: t('trail.at'),
      width: 'w-44',
      cell: ({ at }) => <MomentCell timestamp={at} />,
    },
  ];
}
