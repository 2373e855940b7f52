import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { SelectField } from '../../../ui/Field';
import { FilterSheet } from '../../../ui/FilterSheet';
import { SearchField } from './fields';
import { filterBar, type Filters } from './use-filters';

/** One filter: a choice if it has `choices`, otherwise the search field. */
export type FilterField<Name extends string> = {
  name: Name;
  label: string;
  placeholder?: string;
  choices?: readonly { value: string; label: string }[];
  /** The label of the choice that does not filter. Default: 'All'. */
  all?: string;
  /** The width, as classes. */
  width?: string;
};

/**
 * The filters of a list, with a button that clears them. On a phone, only the search field is above the list,
 * and the other filters are in a sheet.
 */
export function FilterBar<Name extends string>({
  fields,
  filters: { filters, setFilters, isFiltered, clear },
  className,
  children,
}: {
  fields: readonly FilterField<Name>[];
  filters: Filters<Name>;
  className?: string;
  /** Further filters, or words about a filter without a field. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const set = (name: Name, value: string) =>
    setFilters({ [name]: value } as Partial<Record<Name, string>>);
  const search = fields.find(({ choices }) => !choices);
  const names = Object.keys(filters) as Name[];
  return (
    <div
      {...filterBar}
      role="search"
      aria-label={t('studioCommon.filters')}
      className={classes(
        'flex flex-wrap items-end gap-2 focus:outline-none',
        search && 'max-sm:w-full',
        className,
      )}
    >
      {search && (
        <SearchField
          className={classes('max-sm:flex-1', search.width ?? 'sm:w-80')}
          label={search.label}
          placeholder={search.placeholder}
          value={filters[search.name]}
          onChange={(words) => set(search.name, words)}
        />
      )}
      <FilterSheet
        size="compact"
        count={names.filter((name) => filters[name] !== '' && name !== search?.name).length}
        show={t('adminCommon.showList')}
      >
        {fields.map(
          ({ name, label, choices, all, width }) =>
            choices && (
              <SelectField
                key={name}
                label={label}
                compact
                className={width ?? 'sm:w-52'}
                value={filters[name]}
                onChange={(value) => set(name, value)}
                choices={[{ value: '', label: all ?? t('admin.all') }, ...choices]}
              />
            ),
        )}
        {children}
        {isFiltered && (
          <Button size="compact" look="plain" onClick={clear}>
            {t('studioCommon.clearFilters')}
          </Button>
        )}
      </FilterSheet>
    </div>
  );
}
