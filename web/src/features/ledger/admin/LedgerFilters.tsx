import { EventKind } from '@sachet/shared/ledger/event';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { LedgerFilterName } from '../../../api/admin-ledger';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FilterBar } from '../../admin/frame/FilterBar';
import type { Filters } from '../../admin/frame/use-filters';
import { DraftField, PeriodFields } from './fields';

/** Filters that the admin types, in their order behind 'More filters'. */
const typed = ['wallet', 'uid', 'organization', 'counterAccount', 'actor'] as const;
const amounts = ['amountFrom', 'amountTo'] as const;
const furtherNames: LedgerFilterName[] = [...typed, ...amounts, 'kind'];

const placeholders = {
  wallet: 'wal_…',
  uid: '',
  organization: 'org_…',
  counterAccount: 'revenue:image',
  actor: 'admin:…, worker',
} as const;

/** Rupees with at most two decimals, as in the contract. */
const amountPattern = /^\d{1,9}(\.\d{1,2})?$/;

export function LedgerFilters({ state }: { state: Filters<LedgerFilterName> }) {
  const { t } = useTranslation();
  const id = useId();
  const { filters, setFilters } = state;
  const further = furtherNames.filter((name) => filters[name] !== '').length;
  const [isOpen, setIsOpen] = useState(further > 0);
  const getError = (value: string) =>
    amountPattern.test(value) ? null : t('adminLedger.amountInvalid');
  return (
    <FilterBar
      filters={state}
      className="w-full"
      fields={[
        {
          name: 'reference',
          label: t('adminLedger.reference'),
          placeholder: t('adminLedger.referenceHint'),
          width: 'sm:min-w-72 sm:flex-1',
        },
      ]}
    >
      <PeriodFields period={filters} onChange={setFilters} />
      <Button
        size="compact"
        look="outline"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {further > 0 ? t('adminLedger.moreSet', { number: further }) : t('adminLedger.more')}
        <ChevronDown aria-hidden className={classes('size-4', isOpen && 'rotate-180')} />
      </Button>
      <div
        id={id}
        hidden={!isOpen}
        className={classes('mt-1 basis-full gap-3 sm:order-last', isOpen && 'grid')}
      >
        <div className="grid grid-cols-2 gap-2 md:grid-cols-4 xl:grid-cols-7">
          {typed.map((name) => (
            <DraftField
              key={name}
              label={t(`adminLedger.${name}`)}
              placeholder={placeholders[name]}
              value={filters[name]}
              onCommit={(value) => setFilters({ [name]: value })}
            />
          ))}
          {amounts.map((name) => (
            <DraftField
              key={name}
              label={t(`adminLedger.${name}`)}
              inputMode="decimal"
              value={filters[name]}
              getError={getError}
              onCommit={(value) => setFilters({ [name]: value })}
            />
          ))}
        </div>
        <KindFilter value={filters.kind} onChange={(kind) => setFilters({ kind })} />
      </div>
    </FilterBar>
  );
}

/** Filters by kinds of events. Without a selection, all kinds are shown. */
function KindFilter({
  value,
  onChange,
}: {
  /** The selected kinds: `Charged,ChargeRefunded`. */
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = value.split(',').filter(Boolean);
  const toggle = (kind: EventKind) =>
    onChange(
      (chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind]).join(
        ',',
      ),
    );
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1">
      <p id={id} className="text-note font-semibold">
        {t('studioCommon.kind')}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {EventKind.options.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={chosen.includes(kind)}
            onClick={() => toggle(kind)}
            className={classes(
              'inline-flex min-h-8 items-center rounded-lg border-[1.5px] px-2.5 text-note font-medium pointer-coarse:min-h-11',
              chosen.includes(kind)
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet hover:border-edge',
            )}
          >
            {t(`adminLedger.kinds.${kind}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
