import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { LedgerFilterName, LedgerFilters as Filters } from '../../api/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { SearchField } from '../frame/fields';
import { DraftField } from './DraftField';
import { KindFilter } from './KindFilter';
import { PeriodFields } from './PeriodFields';

/** Typed, and behind 'More filters', in this order. */
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

/** The contract's: rupees, at most two decimals. */
const amountPattern = /^\d{1,9}(\.\d{1,2})?$/;

export function LedgerFilters({
  filters,
  onChange,
  onClear,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** null where nothing is narrowed. */
  onClear: (() => void) | null;
}) {
  const { t } = useTranslation();
  const id = useId();
  const further = furtherNames.filter((name) => filters[name] !== '').length;
  const [isOpen, setIsOpen] = useState(further > 0);
  const getError = (value: string) =>
    amountPattern.test(value) ? null : t('adminLedger.amountInvalid');
  return (
    <div role="search" aria-label={t('adminLedger.filter')} className="grid gap-3">
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
            {t('admin.clear')}
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
