import type { Corner } from '@sachet/shared/studio/contracts/brand';
import { useId } from 'react';
import type { Messages } from '../../../i18n/en';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';

const corners: Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];

const words = {
  'top-left': 'topLeft',
  'top-right': 'topRight',
  'bottom-left': 'bottomLeft',
  'bottom-right': 'bottomRight',
} as const satisfies Record<Corner, keyof Messages['brand']>;

const places: Record<Corner, string> = {
  'top-left': 'top-1.5 left-1.5',
  'top-right': 'top-1.5 right-1.5',
  'bottom-left': 'bottom-1.5 left-1.5',
  'bottom-right': 'right-1.5 bottom-1.5',
};

/** The four corners as small pictures. */
export function CornerPicker({
  value,
  onChange,
}: {
  value: Corner;
  onChange: (corner: Corner) => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-note font-semibold">{t('brand.corner')}</legend>
      <div className="grid grid-cols-4 gap-1.5">
        {corners.map((corner) => (
          <label
            key={corner}
            className={classes(
              'relative grid min-h-11 rounded-lg border-[1.5px] transition-colors duration-150 has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink',
              corner === value
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet text-ink-soft hover:border-edge',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={corner === value}
              onChange={() => onChange(corner)}
              aria-label={t(`brand.${words[corner]}`)}
              className="absolute inset-0 appearance-none opacity-0"
            />
            <span
              aria-hidden
              className={classes('absolute h-2.5 w-4 rounded-[2px] bg-current', places[corner])}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
