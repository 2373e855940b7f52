import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Nothing } from '../frame/cells';
import type { DraftedModel, PriceName } from './model-changes';

/** A price in a row, in US dollars. Where such a price means nothing for the model there is none. */
export function PriceField({
  model,
  name,
  onChange,
}: {
  model: DraftedModel;
  name: PriceName;
  onChange: (typed: string) => void;
}) {
  const { t } = useTranslation();
  const { typed, changed, invalid, label, id } = model;
  if (!hasPrice(model, name) && typed[name] === '' && !changed.has(name)) return <Nothing />;
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      aria-label={`${label} (${id}): ${t(`adminModels.${name}`)}`}
      aria-invalid={invalid.has(name) || undefined}
      title={invalid.has(name) ? t('adminModels.invalidPrice') : undefined}
      value={typed[name]}
      onChange={(event) => onChange(event.target.value)}
      className={classes(
        'h-7 w-full rounded border bg-packet px-1.5 text-right tabular-nums hover:border-ink aria-invalid:border-vermilion max-md:h-9 max-md:text-body pointer-coarse:h-11 md:pointer-coarse:h-9',
        changed.has(name) ? 'border-ink font-semibold' : 'border-fold',
      )}
    />
  );
}

function hasPrice({ capabilities }: DraftedModel, name: PriceName): boolean {
  const makesPictures = capabilities.includes('image') || capabilities.includes('image-edit');
  if (name === 'perImageUSD') return makesPictures;
  const isEmbedding = capabilities.length === 1 && capabilities[0] === 'embedding';
  return name === 'inputPerMillionTokensUSD' || !isEmbedding;
}
