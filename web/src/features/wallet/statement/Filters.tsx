import { StatementKind, type StatementFilter } from '@sachet/shared/wallet/contracts/statement';
import { useState } from 'react';
import { useOrganization } from '../../../api/organization';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Chips } from '../../../ui/Chips';
import { classes } from '../../../ui/classes';
import { DateField, SelectField } from '../../../ui/Field';
import { FilterSheet } from '../../../ui/FilterSheet';
import { countFilters, getMonth } from './filter';

export type Change = (
  change: Omit<StatementFilter, 'holds'> & { holds?: 'all' | undefined },
) => void;

type Shown = {
  filter: StatementFilter;
  isAdmin: boolean;
  onChange: Change;
  /** null while no filter is set. */
  onClear: (() => void) | null;
};

/** The filters of the statement and the switch for holds. */
export function Filters(shown: Shown) {
  const { t } = useTranslation();
  return (
    <FilterSheet count={countFilters(shown.filter)} show={t('statement.show')}>
      <FilterFields {...shown} />
    </FilterSheet>
  );
}

/** The fields of the filters. The first and the last Indian day are both included. */
function FilterFields({ filter, isAdmin, onChange, onClear }: Shown) {
  const { t } = useTranslation();
  const { from, to, kind, member, holds } = filter;
  return (
    <div role="group" aria-label={t('statement.filter')} className="grid min-w-0 flex-1 gap-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div
          className={classes(
            'grid max-w-sm flex-1 basis-72 fit-columns-9.5 gap-2',
            isAdmin && 'md:max-w-2xl md:grid-cols-3',
          )}
        >
          <DateField
            label={t('studioCommon.from')}
            value={from ?? ''}
            max={to}
            onChange={(day) => onChange({ from: day })}
          />
          <DateField
            label={t('statement.to')}
            value={to ?? ''}
            min={from}
            onChange={(day) => onChange({ to: day })}
          />
          {isAdmin && <MemberChoice member={member} onChange={onChange} />}
        </div>
        <label className="flex min-h-11 items-center gap-2.5 justify-self-start text-note font-semibold">
          <input
            type="checkbox"
            checked={holds === undefined}
            // This kind has only holds.
            disabled={kind === 'reserved'}
            onChange={(event) => onChange({ holds: event.target.checked ? 'all' : undefined })}
            className="size-5 accent-ink"
          />
          {t('statement.holds')}
        </label>
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Months filter={filter} onChange={onChange} />
        <Chips
          label={t('studioCommon.kind')}
          value={kind ?? null}
          onChange={(chosen) => onChange({ kind: chosen ?? undefined })}
          choices={StatementKind.options.map((option) => ({
            value: option,
            label: t(`statement.${option}`),
          }))}
        />
        {onClear && (
          <Button
            look="plain"
            size="small"
            className="underline underline-offset-2 max-sm:-ml-4"
            onClick={onClear}
          >
            {t('studioCommon.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Months({ filter, onChange }: { filter: StatementFilter; onChange: Change }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const months = { thisMonth: getMonth(now, 0), lastMonth: getMonth(now, 1) };
  const names = ['thisMonth', 'lastMonth'] as const;
  const chosen = names.find(
    (name) => months[name].from === filter.from && months[name].to === filter.to,
  );
  return (
    <Chips
      label={t('studioCommon.month')}
      value={chosen ?? null}
      onChange={(name) => onChange(name ? months[name] : { from: undefined, to: undefined })}
      choices={names.map((name) => ({ value: name, label: t(`statement.${name}`) }))}
    />
  );
}

function MemberChoice({ member, onChange }: { member: string | undefined; onChange: Change }) {
  const { t } = useTranslation();
  const { data: organization } = useOrganization();
  const members = organization?.members ?? [];
  return (
    <SelectField
      label={t('organization.member')}
      className="max-md:col-span-full"
      value={member ?? ''}
      onChange={(uid) => onChange({ member: uid || undefined })}
      choices={[
        { value: '', label: t('statement.everybody') },
        ...members.map(({ uid, firstName, lastName }) => ({
          value: uid,
          label: `${firstName} ${lastName}`,
        })),
      ]}
    />
  );
}
