import {
  LibraryFilter,
  librarySearchMax,
  LibraryState,
} from '@sachet/shared/studio/contracts/library';
import { modes } from '@sachet/shared/tools';
import { Heart, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { providerName, useProviders } from '../../../app/base/provider';
import { modeShortName } from '../../../app/base/tools';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Chips } from '../../../ui/Chips';
import { classes } from '../../../ui/classes';
import { DateField } from '../../../ui/Field';
import { SearchInput } from '../../../ui/SearchInput';

type Change = (change: Partial<Record<keyof LibraryFilter, string | undefined>>) => void;

/** The filters of the library. The search is always visible; a button opens the other filters. */
export function Filters({ filter, onChange }: { filter: LibraryFilter; onChange: Change }) {
  const { t } = useTranslation();
  const providers = useProviders();
  const narrowing = countNarrowing(filter);
  const [isOpen, setOpen] = useState(narrowing > Number(filter.favourite !== undefined));
  const id = useId();
  return (
    <div role="group" aria-label={t('library.filter')} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={t('library.search')}
          hideLabel
          placeholder={t('library.search')}
          className="min-w-40 flex-1 sm:max-w-md"
          maxLength={librarySearchMax}
          value={filter.q ?? ''}
          onChange={(q) => onChange({ q })}
        />
        <button
          type="button"
          aria-pressed={filter.favourite !== undefined}
          onClick={() => onChange({ favourite: filter.favourite ? undefined : '1' })}
          className={toggleClasses(filter.favourite !== undefined)}
        >
          <Heart aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t('library.favourites')}</span>
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={toggleClasses(false)}
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t('studioCommon.filters')}</span>
          {narrowing > 0 && <span className="tabular-nums">{narrowing}</span>}
        </button>
      </div>
      {isOpen && (
        <div id={id} className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <Chips
            label={t('library.tool')}
            value={filter.tool ?? null}
            onChange={(tool) => onChange({ tool: tool ?? undefined })}
            choices={modes.map((mode) => ({ value: mode, label: modeShortName(t, mode) }))}
          />
          <Chips
            label={t('library.state')}
            value={filter.state ?? null}
            onChange={(state) => onChange({ state: state ?? undefined })}
            choices={LibraryState.options.map((state) => ({
              value: state,
              label: t(`library.state_${state}`),
            }))}
          />
          <Chips
            label={t('studioCommon.provider')}
            value={filter.provider ?? null}
            onChange={(provider) => onChange({ provider: provider ?? undefined })}
            choices={providers.map((value) => ({ value, label: providerName[value] }))}
          />
          <div className="grid w-full max-w-sm fit-columns-9.5 gap-2">
            <DateField
              label={t('studioCommon.from')}
              value={filter.from ?? ''}
              max={filter.to}
              onChange={(day) => onChange({ from: day })}
            />
            <DateField
              label={t('statement.to')}
              value={filter.to ?? ''}
              min={filter.from}
              onChange={(day) => onChange({ to: day })}
            />
          </div>
          {narrowing > 0 && (
            <Button
              look="plain"
              size="small"
              className="underline underline-offset-2 max-sm:-ml-4"
              onClick={() => onChange(noFilter)}
            >
              {t('studioCommon.clearFilters')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const toggleClasses = (isOn: boolean) =>
  classes(
    'inline-flex min-h-11 items-center gap-2 rounded-lg border-[1.5px] px-3 text-note font-semibold transition-colors duration-150',
    isOn ? 'border-ink bg-ink text-on-ink' : 'border-fold bg-packet hover:border-edge',
  );

const names = Object.keys(LibraryFilter.shape) as (keyof LibraryFilter)[];

/** Parses the filter from the URL and ignores invalid values. */
export function parseFilter(params: URLSearchParams): LibraryFilter {
  const given = names.flatMap((name) => {
    const parsed = LibraryFilter.shape[name].safeParse(params.get(name) ?? undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  const filter = Object.fromEntries(given) as LibraryFilter;
  const { to: _to, ...withoutEnd } = filter;
  return filter.from && filter.to && filter.from > filter.to ? withoutEnd : filter;
}

export const noFilter: Record<keyof LibraryFilter, undefined> = {
  tool: undefined,
  state: undefined,
  provider: undefined,
  favourite: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
};

/** Counts the active filters, except the search. */
const countNarrowing = ({ q: _q, ...filter }: LibraryFilter): number => Object.keys(filter).length;
