import type { UserFilters as Filters } from '../../api/admin-users';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { SearchField, SelectField } from '../frame/fields';

export function UserFilters({
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
  return (
    <div
      role="search"
      aria-label={t('adminUsers.filter')}
      className="grid fit-columns-8 items-end gap-2 md:flex"
    >
      <SearchField
        className="max-md:col-span-full md:w-80"
        label={t('adminUsers.search')}
        placeholder={t('adminUsers.searchHint')}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <SelectField
        className="md:w-40"
        label={t('adminUsers.account')}
        value={filters.account}
        onChange={(account) => onChange({ account })}
        choices={[
          { value: '', label: t('admin.all') },
          { value: 'individual', label: t('adminUsers.individual') },
          { value: 'organization', label: t('adminUsers.organization') },
        ]}
      />
      <SelectField
        className="md:w-40"
        label={t('adminUsers.status')}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        choices={[
          { value: '', label: t('admin.all') },
          { value: 'enabled', label: t('adminUsers.enabled') },
          { value: 'disabled', label: t('adminUsers.disabled') },
        ]}
      />
      {onClear && (
        <Button size="compact" look="plain" className="max-md:col-span-full" onClick={onClear}>
          {t('admin.clear')}
        </Button>
      )}
    </div>
  );
}
