import { EventKind } from '@sachet/shared/ledger/event';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { LedgerFilterName, LedgerFilters as Filters } from '../../../api/admin-ledger';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { SearchField } from '../../admin/frame/fields';
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

export function LedgerFilters({
  filters,
  onChange,
  onClear,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** null while no filter is set. */
  onClear: (() => void) | null;
}) {
  const { t } = useTranslation();
  const id = useId();
  const further = furtherNames.filter((name) => filters[name] !== '').length;
  const [isOpen, setIsOpen] = useState(further > 0);
  const getError = (value: string) =>
    amountPattern.test(value) ? null : t('adminLedger.amountInvalid');
  return (
    <div role="search" aria-label={t('adminLedger.filter')} className="grid w-full gap-3">
      <div className="grid fit-columns-8 items-end gap-2 md:flex md:flex-wrap">
        <SearchField
          className="max-md:col-span-full md:min-w-72 md:flex-1"
          label={t('adminLedger.reference')}
          placeholder={t('adminLedger.referenceHint')}
          value={filters.reference}
          onChange={(reference) => onChange({ reference })}
        />
        <PeriodFields period={filters} onChange={onChange} />
        <Button
          size="compact"
          look="outline"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={onClear ? undefined : 'max-md:col-span-full'}
        >
          {further > 0 ? t('adminLedger.moreSet', { number: further }) : t('adminLedger.more')}
          <ChevronDown aria-hidden className={classes('size-4', isOpen && 'rotate-180')} />
        </Button>
        {onClear && (
          <Button size="compact" look="plain" onClick={onClear}>
            {t('studioCommon.clearFilters')}
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen} className={classes('gap-3', isOpen && 'grid')}>
        <div className="grid grid-cols-2 gap-2 md:grid-cols-4 xl:grid-cols-7">
          {typed.map((name) => (
            <DraftField
              key={name}
              label={t(`adminLedger.${name}`)}
              placeholder={placeholders[name]}
              value={filters[name]}
              onCommit={(value) => onChange({ [name]: value })}
            />
          ))}
          {amounts.map((name) => (
            <DraftField
              key={name}
              label={t(`adminLedger.${name}`)}
              inputMode="decimal"
              value={filters[name]}
              getError={getError}
              onCommit={(value) => onChange({ [name]: value })}
            />
          ))}
        </div>
        <KindFilter value={filters.kind} onChange={(kind) => onChange({ kind })} />
      </div>
    </div>
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
