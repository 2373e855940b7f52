import { useId } from 'react';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import type { DraftedModel } from './model-changes';

/** On or Off, and why not where it cannot be. */
export function EnabledBox({
  model,
  onChange,
}: {
  model: DraftedModel;
  onChange: (enabled: boolean) => void;
}) {
  const { t } = useTranslation();
  const note = useId();
  const { enabled, status, lacks, error, changed, label, id } = model;
  const isBarred = !enabled && (lacks !== null || status === 'deprecated');
  const why = whyNot(model);
  return (
    <span className="flex items-center gap-x-1.5 max-md:flex-wrap">
      <label
        className={classes(
          'inline-flex items-center gap-1.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          changed.has('enabled') && 'font-semibold',
        )}
      >
        <input
          type="checkbox"
          aria-label={`${label} (${id})`}
          aria-describedby={why ? note : undefined}
          checked={enabled}
          disabled={isBarred}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-ink"
        />
        {t(enabled ? 'adminModels.on' : 'adminModels.off')}
      </label>
      {why && (
        <span
          id={note}
          title={t(`adminModels.${why}`)}
          className={classes('truncate', error ? 'text-vermilion' : 'text-ink-soft')}
        >
          {t(`adminModels.${why}`)}
        </span>
      )}
    </span>
  );
}

function whyNot({ status, lacks, error }: DraftedModel) {
  if (error === 'invalid_price') return 'priceWrong';
  if (error === 'is_default') return 'stillDefault';
  return lacks && status !== 'deprecated' ? (`lacks_${lacks}` as const) : null;
}
