import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { SelectField } from '../../../ui/Field';
import { SearchField } from './fields';
import type { Filters } from './use-filters';

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

/** The filters of a list, with a button that clears them. */
export function FilterBar<Name extends string>({
  fields,
  filters: { filters, setFilters, isFiltered, clear },
  children,
}: {
  fields: readonly FilterField<Name>[];
  filters: Filters<Name>;
  /** Further filters, or words about a filter without a field. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="search"
      aria-label={t('studioCommon.filters')}
      className="grid fit-columns-8 items-end gap-2 max-md:w-full md:flex md:flex-wrap"
    >
      {fields.map(({ name, choices, all, width, placeholder, ...field }) => {
        const onChange = (value: string) =>
          setFilters({ [name]: value } as Partial<Record<Name, string>>);
        return choices ? (
          <SelectField
            key={name}
            {...field}
            compact
            className={width ?? 'md:w-52'}
            value={filters[name]}
            onChange={onChange}
            choices={[{ value: '', label: all ?? t('admin.all') }, ...choices]}
          />
        ) : (
          <SearchField
            key={name}
            {...field}
            className={classes('max-md:col-span-full', width ?? 'md:w-80')}
            placeholder={placeholder}
            value={filters[name]}
            onChange={onChange}
          />
        );
      })}
      {children}
      {isFiltered && (
        <Button size="compact" look="plain" className="max-md:col-span-full" onClick={clear}>
          {t('studioCommon.clearFilters')}
        </Button>
      )}
    </div>
  );
}
