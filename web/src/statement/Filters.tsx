import { StatementKind, type StatementFilter } from '@sachet/shared/contracts/statement';
import { useState } from 'react';
import { useOrganization } from '../api/organization';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Chips } from '../ui/Chips';
import { classes } from '../ui/classes';
import { DateField, SelectField } from '../ui/Field';
import { getMonth } from './filter';

type Change = (change: StatementFilter) => void;

/** The filters of the statement. Days are Indian, and both ends are included. */
export function Filters({
  filter,
  isAdmin,
  onChange,
}: {
  filter: StatementFilter;
  isAdmin: boolean;
  onChange: Change;
}) {
  const { t } = useTranslation();
  const { from, to, kind, member } = filter;
  const isNarrowed = Boolean(from ?? to ?? kind ?? member);
  return (
    <div role="group" aria-label={t('statement.filter')} className="grid gap-3">
      <div className={classes('grid fit-columns-9.5 gap-2', isAdmin && 'md:grid-cols-3')}>
        <DateField
          label={t('statement.from')}
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
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Chips
          label={t('statement.kind')}
          value={kind ?? null}
          onChange={(chosen) => onChange({ kind: chosen ?? undefined })}
          choices={StatementKind.options.map((option) => ({
            value: option,
            label: t(`statement.${option}`),
          }))}
        />
        <Months filter={filter} onChange={onChange} />
        {isNarrowed && (
          <Button
            look="plain"
            size="small"
            className="underline underline-offset-2 max-sm:-ml-4"
            onClick={() =>
              onChange({ from: undefined, to: undefined, kind: undefined, member: undefined })
            }
          >
            {t('statement.clear')}
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
      label={t('statement.period')}
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
