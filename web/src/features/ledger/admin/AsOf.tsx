import { useLocation } from 'react-router-dom';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { DescriptionList } from '../../../ui/DescriptionList';
import { EmptyState } from '../../../ui/EmptyState';
import { SelectField } from '../../../ui/Field';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';
import { CopyId, EventLink, Fact } from '../../admin/frame/cells';
import { useFilters } from '../../admin/frame/use-filters';
import { DraftField, MomentField } from './fields';
import { Owner } from './event-columns';

/** Shows one wallet at a past moment. */
export function AsOf() {
  const { t } = useTranslation();
  const { filters, setFilters } = useFilters(['wallet', 'at', 'time']);
  return (
    <>
      <div
        role="group"
        aria-label={t('adminLedger.view.as-of')}
        className="grid fit-columns-8 items-end gap-2 md:flex md:flex-wrap"
      >
        <DraftField
          className="max-md:col-span-full md:w-80"
          label={t('adminLedger.wallet')}
          placeholder="wal_…"
          value={filters.wallet}
          onCommit={(wallet) => setFilters({ wallet })}
        />
        <MomentField
          className="max-md:col-span-full md:w-52"
          label={t('adminLedger.at')}
          value={filters.at}
          onChange={(at) => setFilters({ at })}
        />
        <SelectField
          compact
          className="md:w-64"
          label={t('adminLedger.timeKind')}
          value={filters.time}
          onChange={(time) => setFilters({ time })}
          choices={[
            { value: '', label: t('adminLedger.recorded') },
            { value: 'effective', label: t('adminLedger.effective') },
          ]}
        />
        <Button
          size="compact"
          look="outline"
          onClick={() => setFilters({ at: new Date().toISOString() })}
        >
          {t('adminCommon.now')}
        </Button>
      </div>
      {filters.wallet && filters.at ? (
        <Found query={filters} />
      ) : (
        <EmptyState compact title={t('adminLedger.asOfHint')}>
          {t('adminLedger.asOfHintText')}
        </EmptyState>
      )}
    </>
  );
}

function Found({ query }: { query: { wallet: string; at: string; time: string } }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const read = useApi('GET /api/admin/ledger/as-of', query.wallet && query.at ? query : null);
  return (
    <Loaded
      compact
      hidesOld
      read={read}
      failed={t('adminLedger.loadFailed')}
      loading={<Skeleton className="h-44 w-full" />}
    >
      {({ walletId, owner, seq, balance, held, locked, available }) => (
        <Section look="card" title={t('adminLedger.view.as-of')}>
          <DescriptionList>
            <Fact name={t('adminLedger.wallet')}>
              <CopyId id={walletId} />
            </Fact>
            <Fact name={t('adminLedger.owner')}>
              <Owner owner={owner} />
            </Fact>
            <Fact name={t('studioCommon.balance')}>
              <Money rupees={balance} className="text-lead font-bold max-sm:whitespace-normal" />
            </Fact>
            <Fact name={t('adminLedger.available')}>
              <Money rupees={available} className="text-lead font-bold max-sm:whitespace-normal" />
            </Fact>
            <Fact name={t('adminLedger.held')}>
              <Money rupees={held} />
            </Fact>
            <Fact name={t('adminLedger.locked')}>
              <Money rupees={locked} />
            </Fact>
            <Fact name={t('adminLedger.lastEvent')}>
              {seq > 0 ? (
                <EventLink to={paths.ledgerEvent(walletId, seq, search)}>
                  {t('adminLedger.eventNumber', { seq })}
                </EventLink>
              ) : (
                t('adminLedger.noEventYet')
              )}
            </Fact>
          </DescriptionList>
          <EventLink to={paths.ledger({ wallet: walletId, to: query.at })}>
            {t('adminLedger.walletEvents')}
          </EventLink>
        </Section>
      )}
    </Loaded>
  );
}
