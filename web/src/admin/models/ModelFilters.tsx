import type { Capability } from '@sachet/shared/contracts/admin-models';
import { useTranslation } from '../../i18n/translate';
import { Segmented } from '../../ui/Segmented';
import { SearchField } from '../frame/fields';
import type { DraftedModel } from './model-changes';

const shown = {
  '': null,
  text: ['text', 'vision'],
  image: ['image', 'image-edit'],
  embedding: ['embedding'],
} as const satisfies Record<string, readonly Capability[] | null>;
type Shown = keyof typeof shown;
const names = Object.keys(shown) as Shown[];

type Filters = { show: string; q: string };

/** The models that match, those on sale first. */
export function narrowed(models: DraftedModel[], { show, q }: Filters): DraftedModel[] {
  const wanted: readonly Capability[] | null = shown[parseShown(show)];
  const words = q.toLowerCase();
  const found = models.filter(
    ({ capabilities, id, label }) =>
      (!wanted || capabilities.some((one) => wanted.includes(one))) &&
      `${id} ${label}`.toLowerCase().includes(words),
  );
  return [...found.filter(isOnSale), ...found.filter((model) => !isOnSale(model))];
}

/** As the server has it: a row does not move while it is changed. */
const isOnSale = ({ enabled, changed }: DraftedModel) => enabled !== changed.has('enabled');

const parseShown = (show: string): Shown => names.find((name) => name === show) ?? '';

/** docs/product.md, Screens: All, Text/Vision, Image, Embedding. */
export function ModelFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="search"
      aria-label={t('adminModels.filter')}
      className="grid items-end gap-2 md:flex md:justify-between"
    >
      <Segmented
        legend={t('adminModels.show')}
        hideLegend
        className="md:w-[26rem] md:[&_label]:min-h-8 md:pointer-coarse:[&_label]:min-h-11"
        segments={names.map((name) => ({
          value: name,
          label: t(`adminModels.filter_${name || 'all'}`),
        }))}
        value={parseShown(filters.show)}
        onChange={(show) => onChange({ show })}
      />
      <SearchField
        className="md:w-72"
        label={t('adminModels.search')}
        placeholder={t('adminModels.searchHint')}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
    </div>
  );
}
